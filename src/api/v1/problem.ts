import type { Refusal, RefusalCode } from '../../kernel/refusal.ts';
import { refusals } from '../../kernel/refusal.ts';
import { internalError } from '../http/envelope.ts';
import { declineHeader } from '../operations/decline-header.ts';
import type { Page } from '../pages/page.ts';
import { integer, list, maybe, object, text } from './shape.ts';

/** Problem details (RFC 9457). */
export const problemShape = object(
  {
    type: text('The address of a page about this code.', { format: 'uri-reference' }),
    title: text('What the code means, in one sentence.'),
    status: integer('The status of the answer.'),
    code: text('For programs. A code never changes its meaning.'),
    detail: text('What was wrong here.'),
    requestId: text('To be named when you ask about it.'),
    errors: maybe(
      list(
        object({
          field: text('The field, with dots before those of nested objects.'),
          code: text('For programs.'),
          message: text('The rule.'),
        }),
        'Every wrong field.',
      ),
    ),
    declineCode: maybe(text('Why the card was refused.')),
    retryAfterSeconds: maybe(integer('When to try again.')),
  },
  { name: 'Problem' },
);

/** The status with which `/v1` refuses: an order that is undecided is no success for who asks for a new one. */
export function statusOfRefusal(code: RefusalCode): number {
  return code === 'order_undecided' ? 409 : refusals[code].status;
}

type Where = { readonly publicUrl: string; readonly requestId: string };

export function problemAnswer(
  refusal: Refusal,
  { publicUrl, requestId }: Where,
  status = statusOfRefusal(refusal.code),
): Page {
  const { code, message, details, allow, retryAfterSeconds, declineCode } = refusal;
  const headers: Record<string, string> = {};
  if (status === 401)
    headers['WWW-Authenticate'] = 'Bearer, Basic realm="Quittance", charset="UTF-8"';
  if (allow) headers.Allow = allow.join(', ');
  if (retryAfterSeconds !== undefined) headers['Retry-After'] = String(retryAfterSeconds);
  if (declineCode !== undefined) headers[declineHeader] = declineCode;
  return problemPage(
    status,
    {
      type: problemAddress(publicUrl, code),
      title: refusals[code].message,
      status,
      code,
      detail: message,
      requestId,
      ...(details.length > 0 && { errors: details }),
      ...(declineCode !== undefined && { declineCode }),
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    },
    headers,
  );
}

export function faultProblem({ publicUrl, requestId }: Where): Page {
  return problemPage(500, {
    type: problemAddress(publicUrl, 'internal'),
    title: refusals.internal.message,
    status: 500,
    code: 'internal',
    detail: internalError(requestId),
    requestId,
  });
}

function problemAddress(publicUrl: string, code: RefusalCode): string {
  return `${publicUrl}/problems/${code}`;
}

function problemPage(status: number, body: unknown, headers: Record<string, string> = {}): Page {
  const type = { 'Content-Type': 'application/problem+json; charset=utf-8' };
  return { status, headers: { ...type, ...headers }, body: JSON.stringify(body) };
}
