import type { Secret } from '../../kernel/secret.ts';
import type { CallResult } from '../../runtime/http-out/http-call.ts';
import { refusedProof, secretsOf } from './authentication.ts';
import type { CardChecks } from './card-checks.ts';
import type { DeclineCode } from './declines.ts';
import type { Connector } from './gateway-kind.ts';
import { type Refused, unfitReference, unknown, unreadable } from './gateway-text.ts';
import type { ChargeRequest, FollowUpRequest, NotSent, Rejection, Unknown } from './processor.ts';
import { withReasons } from './refused-undo.ts';
import { fits } from './request-terms.ts';

/* What the connectors of all gateways share. Each is a folder; docs/operating/processors/ describes each gateway. */

/**
 * Completes a connector. Nothing is sent under a reference by which no inquiry could find it, or with a proof that the
 * gateway would drop. A refusal without a reason gets one.
 */
export function connector<Own extends Connector>(own: Own): Own {
  const { can, cancel, closeBatch, tokenize, updateToken } = own;
  const isReference = fits(can.references);
  const send = async <A>({ reference }: Named, ask: () => Promise<A>): Promise<A | Rejection> =>
    isReference(reference) ? await ask() : unfitReference;
  const checked: Connector = {
    ...own,
    charge: (request) =>
      send(request, async () => refusedProof(can, request) ?? (await own.charge(request))),
    followUp: (request) => send(request, () => own.followUp(request)),
    // An empty reference would match everything.
    inquire: async (reference, ...more) =>
      isReference(reference) ? await own.inquire(reference, ...more) : { outcome: 'not_found' },
    ...(cancel && {
      cancel: async (reference, ...more) =>
        isReference(reference)
          ? await cancel(reference, ...more)
          : { outcome: 'canceled', reference },
    }),
    ...(closeBatch && { closeBatch: (request) => send(request, () => closeBatch(request)) }),
    ...(tokenize && { tokenize: (request) => send(request, () => tokenize(request)) }),
    ...(updateToken && {
      updateToken: (token, request) => send(request, () => updateToken(token, request)),
    }),
  };
  return { ...own, ...withReasons(checked) };
}

type Named = { readonly reference: string };

/** A request, to compare its answer with. No message may contain its `secrets`. */
export type SentRequest = Pick<
  ChargeRequest,
  'reference' | 'amountCents' | 'currency' | 'sendBy' | 'processorToken'
> & {
  /** Undefined for a charge. */
  readonly of: FollowUpRequest | undefined;
  readonly secrets: readonly (Secret | undefined)[];
};

export function sentRequest(request: ChargeRequest | FollowUpRequest): SentRequest {
  if ('kind' in request) return { ...request, of: request, secrets: [] };
  const { card, processorToken } = request;
  const secrets = [card.number, card.cvv, processorToken, ...secretsOf(request)];
  return { ...request, of: undefined, secrets };
}

/** True if an answer names this request, or none. The answer to a follow-up may name its charge. */
export function isNamedBy(name: string, { reference, of }: Pick<SentRequest, 'reference' | 'of'>) {
  return ['', reference, ...(of ? [of.chargeReference] : [])].includes(name);
}

/** The answer to a request that changes something. `read` gives undefined for a body that is not whole. */
export function readResult<T>(
  result: CallResult,
  read: (body: string) => T | undefined,
): T | NotSent | Unknown {
  if (result.kind === 'not_sent') return { outcome: 'not_sent', reason: result.reason };
  return readInquiry(result, read);
}

/** The answer to an inquiry: it makes no difference whether the inquiry was sent. */
export function readInquiry<T>(
  result: CallResult,
  read: (body: string) => T | undefined,
): T | Unknown {
  if (result.kind !== 'answered') return unknown(result.reason);
  if (result.status !== 200) return unknown(`status ${result.status}`);
  return read(result.body) ?? unknown(unreadable);
}

/** The checks in an answer. Only a charge has a card. */
export function checksIn(
  read: (avs: string, cvv: string) => CardChecks,
  of: FollowUpRequest | undefined,
  { avs, cvv }: { readonly avs: string; readonly cvv: string },
): { readonly checks?: CardChecks } {
  return of ? {} : { checks: read(avs, cvv) };
}

/** The meaning of an answer that is no approval. */
export type NoApproval =
  | { readonly outcome: 'declined'; readonly code: DeclineCode }
  /** `refuses` is given if the refusal is about more than this request. */
  | { readonly outcome: 'rejected'; readonly refuses?: Refused }
  | Unknown;

export function declined(code: DeclineCode): NoApproval {
  return { outcome: 'declined', code };
}

export const rejected: NoApproval = { outcome: 'rejected' };

/** Reads a table of the gateway's codes for each of ours, with blanks between them. */
export function declineCodesIn(
  table: Partial<Record<DeclineCode, string>>,
): ReadonlyMap<string, DeclineCode> {
  const rows = Object.entries(table) as [DeclineCode, string][];
  return new Map(
    rows.flatMap(([ours, theirs]) => theirs.split(' ').map((code) => [code, ours] as const)),
  );
}
