import type { ErrorCode } from './derived/codes.ts';
import type { Problem } from './derived/types.ts';

/** Every error that this client throws, except that of a caller who aborts. */
export class QuittanceError extends Error {
  override name = 'QuittanceError';
}

/** The service refused a call, as problem details (RFC 9457). */
export class ApiError extends QuittanceError {
  override name = 'ApiError';
  readonly status: number;
  /** For programs; its meaning never changes. Undefined if something between here and the service answered. */
  readonly code: ErrorCode | (string & {}) | undefined;
  /** The address of a page about the code. */
  readonly type: string | undefined;
  /** Every wrong field, with its rule. */
  readonly errors: NonNullable<Problem['errors']>;
  /** Why a card was refused. */
  readonly declineCode: string | undefined;
  /** When to try again. */
  readonly retryAfterSeconds: number | undefined;
  /** To be named when you ask about the call. */
  readonly requestId: string | undefined;
  /** Of a write: the same call with the same key is carried out once. */
  readonly idempotencyKey: string | undefined;

  constructor(status: number, problem: Partial<Problem>, about: About) {
    const { code, detail, title, type, errors = [], declineCode } = problem;
    // Of wrong fields the detail has the first rule and the names of the others: their own messages say all of it.
    const fields = errors.map(({ message }) => message).join(' ');
    const text = detail ?? title ?? `The answer has the status ${status} and no problem details.`;
    super(fields || text);
    this.status = status;
    this.code = code;
    this.type = type;
    this.errors = errors;
    this.declineCode = declineCode;
    this.retryAfterSeconds = problem.retryAfterSeconds ?? about.retryAfterSeconds;
    this.requestId = problem.requestId ?? about.requestId;
    this.idempotencyKey = about.idempotencyKey;
  }
}

type About = {
  readonly retryAfterSeconds: number | undefined;
  readonly requestId: string | undefined;
  readonly idempotencyKey: string | undefined;
};

/**
 * No answer arrived, also after retries. It is not known whether a write was carried out: make the same call with this
 * idempotency key again.
 */
export class ConnectionError extends QuittanceError {
  override name = 'ConnectionError';
  readonly idempotencyKey: string | undefined;

  constructor(cause: unknown, idempotencyKey: string | undefined) {
    super('The service did not answer.', { cause });
    this.idempotencyKey = idempotencyKey;
  }
}

/** A webhook that the service did not sign, or that is too old. */
export class WebhookError extends QuittanceError {
  override name = 'WebhookError';
}
