import type { Refusal } from '../base/refusal.ts';
import type { Envelope, Reply } from '../operations/operation.ts';

/** What goes onto the socket. */
export type Answer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

export function jsonAnswer(
  status: number,
  body: unknown,
  headers?: Readonly<Record<string, string>>,
): Answer {
  const type = { 'Content-Type': 'application/json; charset=utf-8' };
  return { status, headers: headers ? { ...type, ...headers } : type, body: JSON.stringify(body) };
}

export function answerOf({ status, headers, body }: Reply): Answer {
  return jsonAnswer(status, body, headers);
}

/** The failing envelope of a refusal. It says field and rule, and never what was sent. */
export function refusalAnswer(refusal: Refusal, orderNumber?: string): Answer {
  const { details, allow, retryAfterSeconds, status } = refusal;
  const body: Envelope = {
    ...failure(refusal.message, orderNumber),
    ...(details.length > 0 && {
      Errors: details.map(({ field, code, message }) => ({
        Field: field,
        Code: code,
        Message: message,
      })),
    }),
  };
  const headers: Record<string, string> = {};
  if (status === 401) headers['WWW-Authenticate'] = 'Basic realm="Quittance", charset="UTF-8"';
  if (allow) headers.Allow = allow.join(', ');
  if (retryAfterSeconds !== undefined) headers['Retry-After'] = String(retryAfterSeconds);
  return jsonAnswer(status, body, headers);
}

/** A fault of ours: a reference to find it in the log by, and no detail. */
export function faultAnswer(requestId: string, orderNumber?: string): Answer {
  return jsonAnswer(500, failure(internalError(requestId), orderNumber));
}

export function internalError(requestId: string): string {
  return `Internal error. Please name this reference when you ask about it: ${requestId}`;
}

export function failure(message: string, orderNumber?: string): Envelope {
  return {
    IsSuccess: false,
    Message: message,
    Data: null,
    OrderNumber: orderNumber ?? null,
    SMSID: null,
  };
}
