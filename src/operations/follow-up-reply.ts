import { formatMoney } from '../base/money.ts';
import { type FollowUp, hadSucceeded, isFinished } from '../followups/followup.ts';
import type { Payment } from '../payments/payment.ts';
import type { Reply } from './operation.ts';

/**
 * Everything in it comes from what never changes of the follow-up and its payment, so that a retry is answered
 * with the same bytes: also when the money of a refund came back since. Only the header tells of that.
 */
export function refundReply(followUp: FollowUp, payment: Payment): Reply {
  const { id, amountCents, remainingCents } = followUp;
  const isDone = hadSucceeded(followUp);
  return reply(followUp, payment, {
    RefundID: String(id),
    TransactionStatus: isDone,
    RefundedAmount: formatMoney(isDone ? amountCents : 0n),
    Remaining: remainingCents === undefined ? null : formatMoney(remainingCents),
  });
}

export function authorizationReply(
  followUp: FollowUp,
  payment: Payment,
  invoiceNumber: string,
): Reply {
  const { kind, amountCents } = followUp;
  const isDone = hadSucceeded(followUp);
  return reply(followUp, payment, {
    TransactionStatus: isDone,
    TransactionID: invoiceNumber,
    InvoiceNumber: invoiceNumber,
    InvoiceID: invoiceNumber,
    CapturedAmount: formatMoney(isDone && kind === 'capture' ? amountCents : 0n),
  });
}

function reply(
  followUp: FollowUp,
  { orderNumber }: Payment,
  data: Readonly<Record<string, unknown>>,
): Reply {
  const { state, id, message } = followUp;
  return {
    status: statusOf(followUp),
    headers: {
      'X-FollowUp-State': state,
      'X-FollowUp-Id': String(id),
      ...(wasNotSent(followUp) && { 'Retry-After': '5' }),
    },
    body: {
      IsSuccess: hadSucceeded(followUp),
      Message: message ?? stillProcessing,
      Data: data,
      OrderNumber: orderNumber,
      SMSID: null,
    },
  };
}

function statusOf(followUp: FollowUp): number {
  if (!isFinished(followUp)) return 202;
  return wasNotSent(followUp) ? 503 : 200;
}

function wasNotSent({ state, outcomeCode }: FollowUp): boolean {
  return state === 'failed' && outcomeCode === 'not_sent';
}

const stillProcessing =
  'This is still being done. Do not ask for it under another name; it is being found out.';
