import type { Secret } from '../../../kernel/secret.ts';
import type { CallResult, HttpCall, Waits } from '../../../runtime/http-out/http-call.ts';
import { cleanText, malformed, missingRight, refusedAccount, unknown } from '../gateway-text.ts';
import type { NotSent, Rejection, Unknown } from '../processor.ts';
import { isError, refusalIn, type Verdict } from './codes.ts';
import { type Content, readErrors, writeBody } from './wire.ts';

type Refuses = Extract<Verdict, { readonly outcome: 'rejected' }>['refuses'];

export type Conversation = ReturnType<typeof converse>;

type Read<T> = (body: string) => T | undefined;
/** No usable answer. */
export type Unanswered = Rejection | NotSent | Unknown;

/** Sends requests to the gateway: reads with GET, and writes that carry an idempotency key. */
export function converse(call: HttpCall, apiToken: Secret) {
  const usual = { 'api-token': apiToken.reveal(), accept: 'application/json' };

  return {
    rejection,

    async write(
      path: string,
      key: string,
      content: Content,
      waits: Waits = {},
    ): Promise<CallResult> {
      const headers = { ...usual, 'content-type': 'application/json', 'idempotency-key': key };
      const body = writeBody(content);
      return await call({ method: 'POST', path: `/v2${path}`, headers, body, ...waits });
    },

    /**
     * Returns what was read, or the reason why it could not be: `not_sent` if the request did not go out. `isCheck`:
     * any token may read it, so that a refusal speaks against the token.
     */
    async read<T>(
      path: string,
      read: Read<T>,
      { isCheck, ...waits }: Waits & { readonly isCheck?: true } = {},
    ): Promise<T | Unanswered> {
      const result = await call({
        method: 'GET',
        path: `/v2${path}`,
        headers: usual,
        body: '',
        ...waits,
      });
      if (result.kind !== 'answered') return { outcome: result.kind, reason: result.reason };
      const { status, body } = result;
      if (status === 200) return read(body) ?? unknown('unreadable answer');
      const text = readErrors(body).join(', ');
      const refuses = text === '' ? undefined : refusalIn(status, text);
      if (text === '' || !(refuses || isError(status))) return unknown(`status ${status}`);
      return rejection(isCheck && refuses ? 'account' : refuses, text);
    },
  };

  /** No message may contain `secrets`. */
  function rejection(
    refuses: Refuses,
    text: string,
    secrets: readonly (Secret | undefined)[] = [],
  ): Rejection {
    const message = cleanText(text, [apiToken, ...secrets]);
    if (refuses === 'account') return refusedAccount(undefined, message);
    if (refuses === 'form') return malformed(message);
    return refuses === 'right' ? missingRight(message) : { outcome: 'rejected', message };
  }
}

/** It makes no difference whether an inquiry was sent, and a refused one proves nothing. */
export function unheard(answer: Unanswered): Unknown {
  return unknown(answer.outcome === 'rejected' ? `refused: ${answer.message}` : answer.reason);
}
