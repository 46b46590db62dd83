import type { Secret } from '../../../kernel/secret.ts';
import type { Ask, CallResult, HttpCall } from '../../../runtime/http-out/http-call.ts';
import { cleanText, refusedAccount, unknown } from '../gateway-text.ts';
import type { NotSent, Rejection, Unknown } from '../processor.ts';
import { verdictOf } from './codes.ts';
import { type Content, readError, writeBody } from './wire.ts';

export type Conversation = ReturnType<typeof converse>;

type Waits = Pick<Ask, 'until' | 'isPatient'>;
type Read<T> = (body: string) => T | undefined;
/** No usable answer. */
export type Unanswered = Rejection | NotSent | Unknown;

/** How the gateway is talked to: reads with GET, and writes that carry a key. */
export function converse(call: HttpCall, apiToken: Secret) {
  const usual = { 'api-token': apiToken.reveal(), accept: 'application/json' };

  return {
    async write(path: string, key: string, content: Content): Promise<CallResult> {
      const headers = { ...usual, 'content-type': 'application/json', 'idempotency-key': key };
      return await call({ method: 'POST', path: `/v2${path}`, headers, body: writeBody(content) });
    },

    /** What was asked for, or why it was not told: `not_sent` if the request did not go out. */
    async read<T>(path: string, read: Read<T>, waits: Waits = {}): Promise<T | Unanswered> {
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
      const text = readError(body);
      const verdict = verdictOf(status, text);
      if (verdict.outcome !== 'rejected') return unknown(`status ${status}`);
      const message = cleanText(text, [apiToken]);
      return verdict.isAccount
        ? refusedAccount(undefined, message)
        : { outcome: 'rejected', message };
    },
  };
}

/** Whether an inquiry was sent makes no difference, and a refused one proves nothing. */
export function unheard(answer: Unanswered): Unknown {
  return unknown(answer.outcome === 'rejected' ? `refused: ${answer.message}` : answer.reason);
}
