import { AsyncLocalStorage } from 'node:async_hooks';
import type { Secret } from '../../kernel/secret.ts';
import type { CallResult, HttpCall } from '../../runtime/http-out/http-call.ts';
import { secretsOf } from './authentication.ts';
import type { GatewayAccount, GatewayProcessor } from './gateway-kind.ts';
import { type Mask, maskedPath, maskedText } from './masked-text.ts';
import type { Payer } from './payer.ts';
import type { ChargedCard, FollowUpRequest } from './processor.ts';

/** A request to a gateway and its answer, masked: evidence for a person. */
export type Conversation = {
  readonly kind: Kind;
  /** Our reference; empty if the conversation is about no single request of ours. */
  readonly reference: string;
  readonly at: Date;
  readonly tookMs: number;
  readonly request: string;
  /** The reason in parentheses if there is no answer. */
  readonly answer: string;
  /** The HTTP status; undefined if no whole answer came. */
  readonly status: number | undefined;
};

type Kind = ChargeKind | 'inquiry' | 'cancel' | 'token' | 'batch' | 'report' | 'check';
type ChargeKind = 'charge' | FollowUpRequest['kind'];

type Topic = {
  readonly kind: Kind;
  readonly reference: string;
  readonly hides: Mask['hides'];
};

type Plan = {
  readonly account: GatewayAccount;
  readonly shows: Mask['shows'];
  /** Hidden in addition to what each request hides. */
  readonly hides?: RegExp | undefined;
  readonly now: () => Date;
  /** Called once the answer is there; it may not throw. */
  readonly keep: (conversation: Conversation) => void;
};

/**
 * Records the calls of a connector. The topic of a call and the secrets in it come from the request that the processor
 * was given: no connector has to name them, so none can forget to. A connector may make several calls for one request,
 * also after a pause, so the topic travels with the chain of awaits.
 */
export function conversationsWith({ account, shows, hides, now, keep }: Plan) {
  const topics = new AsyncLocalStorage<Topic>();
  const { key, merchant } = account;

  return { record, about };

  function record(call: HttpCall): HttpCall {
    return async (ask) => {
      const topic = topics.getStore();
      if (!topic) return await call(ask);
      const at = now();
      const result = await call(ask);
      const mask = { shows, hides: [key, merchant, hides, ...topic.hides] };
      const request = `${ask.method} ${maskedPath(ask.path, mask)}\n${maskedText(ask.body, mask)}`;
      const { kind, reference } = topic;
      const tookMs = Math.max(0, now().getTime() - at.getTime());
      keep({ kind, reference, at, tookMs, request: request.trimEnd(), ...told(result, mask) });
      return result;
    };
  }

  function about(processor: GatewayProcessor): GatewayProcessor {
    const { cancel, closeBatch, inquireBatch, findCustomer } = processor;
    const { tokenize, updateToken, settledRows, disputes } = processor;
    const on = <A>(kind: Kind, reference: string, hides: Mask['hides'], ask: () => Promise<A>) =>
      topics.run({ kind, reference, hides }, ask);
    return {
      ...processor,
      charge: (request) => {
        const { reference, card, payer, processorToken } = request;
        const hides = [...ofCard(card), ...ofPayer(payer), processorToken, ...secretsOf(request)];
        return on('charge', reference, hides, () => processor.charge(request));
      },
      followUp: (request) =>
        on(request.kind, request.reference, [], () => processor.followUp(request)),
      inquire: (...asked) => on('inquiry', asked[0], [], () => processor.inquire(...asked)),
      check: () => on('check', '', [], () => processor.check()),
      ...(cancel && {
        cancel: (...asked) => on('cancel', asked[0], [], () => cancel(...asked)),
      }),
      ...(closeBatch && {
        closeBatch: (request) => on('batch', request.reference, [], () => closeBatch(request)),
      }),
      ...(inquireBatch && {
        inquireBatch: (request) => on('batch', request.reference, [], () => inquireBatch(request)),
      }),
      ...(findCustomer && {
        findCustomer: (code) => on('report', '', [code], () => findCustomer(code)),
      }),
      ...(settledRows && {
        settledRows: (since, until) => on('report', '', [], () => settledRows(since, until)),
      }),
      ...(disputes && {
        disputes: (since, until) => on('report', '', [], () => disputes(since, until)),
      }),
      ...(tokenize && {
        tokenize: (request) =>
          on('token', request.reference, ofCard(request.card), () => tokenize(request)),
      }),
      ...(updateToken && {
        updateToken: (token, request) => {
          const hides = [token, ...ofCard(request.card)];
          return on('token', request.reference, hides, () => updateToken(token, request));
        },
      }),
    };
  }
}

function told(result: CallResult, mask: Mask): Pick<Conversation, 'answer' | 'status'> {
  if (result.kind === 'answered') {
    return { answer: maskedText(result.body, mask), status: result.status };
  }
  const what = result.kind === 'not_sent' ? 'nothing was sent' : 'no answer';
  return { answer: `(${what}: ${result.reason})`, status: undefined };
}

/** Splits the holder's name: a gateway may quote a part of it. */
function ofCard(
  card: Omit<ChargedCard, 'number'> & { readonly number?: Secret | undefined },
): Mask['hides'] {
  const { number, cvv, holder, address, postalCode } = card;
  return [number, cvv, holder, ...holder.split(/\s+/), address, postalCode];
}

function ofPayer(payer: Payer | undefined): Mask['hides'] {
  if (!payer) return [];
  const { stateCode: _, countryCode: __, city: ___, ...personal } = payer;
  return Object.values(personal);
}
