import { createHash } from 'node:crypto';
import type { GatewayError } from './book.ts';

export type Answer = {
  readonly status: number;
  readonly body: object;
  /** False if the request failed before it was begun: the answer is not kept under its key. */
  readonly isKept: boolean;
};

/** A request as it comes. */
export type Sent = {
  readonly path: string;
  readonly fields: URLSearchParams;
  readonly key: string | undefined;
};

const keptMs = 24 * 3_600_000;

type Kept = { readonly at: number; readonly hash: string; readonly answer: Answer };

/** Keeps the first answer to each key for a day, even an error. */
export function keyStore() {
  const kept = new Map<string, Kept>();

  /** Runs it unless its key was used; another request under the same key is refused. */
  return (sent: Sent, at: number, run: () => Answer): Answer => {
    const { key } = sent;
    if (key === undefined) return run();
    const before = kept.get(key);
    const hash = hashOf(sent);
    if (before && at - before.at < keptMs) return before.hash === hash ? before.answer : otherUse;
    const answer = run();
    if (answer.isKept) kept.set(key, { at, hash, answer });
    return answer;
  };
}

/** A hash of the request, so that nothing of a card is kept. */
function hashOf({ path, fields }: Sent): string {
  return createHash('sha256').update(`${path} ${fields}`).digest('base64');
}

const otherUse = failure(400, {
  type: 'idempotency_error',
  message:
    'Keys for idempotent requests can only be used with the same parameters they were first used with.',
});

export function failure(status: number, error: GatewayError, isKept = true): Answer {
  const { checks, intentId, ...told } = error;
  const intent = intentId && { payment_intent: { id: intentId, object: 'payment_intent' } };
  const paymentMethod = checks && { payment_method: { type: 'card', card: { checks } } };
  return { status, body: { error: { ...told, ...intent, ...paymentMethod } }, isKept };
}

export function badRequest(message: string, code?: string): Answer {
  const error: GatewayError = { type: 'invalid_request_error', message };
  return failure(400, code === undefined ? error : { ...error, code });
}

/** The failure of a request before it is begun. */
export function badParameter(message: string, code: string): Answer {
  return failure(400, { type: 'invalid_request_error', message, code }, false);
}

export function missing(what: string): Answer {
  const message = `No such ${what}`;
  return failure(404, { type: 'invalid_request_error', message, code: 'resource_missing' });
}

/** The failure of a field that names something that does not exist. */
export function missingIn(what: string): Answer {
  return badRequest(`No such ${what}`, 'resource_missing');
}

export const rawCards = failure(402, {
  type: 'invalid_request_error',
  message:
    'Sending credit card numbers directly to the Stripe API is generally unsafe. Please use another way.',
});

export function good(body: object): Answer {
  return { status: 200, body, isKept: true };
}
