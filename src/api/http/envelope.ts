import type { Refusal } from '../../kernel/refusal.ts';
import { declineHeader } from '../operations/decline-header.ts';
import type { Envelope, Reply } from '../operations/operation.ts';

/** An HTTP answer. */
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

/** The failing envelope of a refusal. Names field and rule, never the sent value. */
export function refusalAnswer(refusal: Refusal, orderNumber?: string): Answer {
  const { details, allow, retryAfterSeconds, status, declineCode, paymentState } = refusal;
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
  if (paymentState !== undefined) headers['X-Payment-State'] = paymentState;
  if (declineCode !== undefined) headers[declineHeader] = declineCode;
  return jsonAnswer(status, body, headers);
}

/** An internal fault: a reference to its log entry, and no detail. */
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
