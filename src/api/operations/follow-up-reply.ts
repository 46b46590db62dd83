import { formatMoney } from '../../kernel/money.ts';
import type { FollowUpReply } from '../../payments/follow-ups/carry-out.ts';
import { type FollowUp, hadSucceeded, isFinished } from '../../payments/follow-ups/follow-up.ts';
import type { Payment } from '../../payments/payment.ts';
import { declineHeaders } from './decline-header.ts';
import type { Reply } from './operation.ts';

/**
 * The body is made only of immutable facts of the follow-up and its payment, so a replay has the same bytes, even after
 * a refund has failed. Only the header shows that.
 */
export function refundReply(
  followUp: FollowUpReply,
  payment: Payment,
  repeatMinutes: number,
): Reply {
  const { id, amountCents, remainingCents, isAll, isRepeat } = followUp;
  const isDone = hadSucceeded(followUp);
  const answer = reply(followUp, payment, {
    RefundID: String(id),
    TransactionStatus: isDone,
    RefundedAmount: formatMoney(isDone ? amountCents : 0n),
    Remaining: remainingCents === undefined ? null : formatMoney(remainingCents),
  });
  if (!isRepeat) return answer;
  const { body } = answer;
  return {
    ...answer,
    body: { ...body, Message: `${body.Message} ${repeatSentence(repeatMinutes, isAll)}` },
  };
}

function repeatSentence(minutes: number, isAll: boolean): string {
  const more = isAll ? 'what is left again' : 'the same amount once more';
  return (
    'This answers an equal refund that was asked for shortly before; nothing more was refunded. To refund ' +
    `${more}, send an Idempotency-Key of its own, or ask again ${minutes} minutes after the first, once its outcome is known.`
  );
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
  const { state, id, message, outcomeCode } = followUp;
  return {
    status: statusOf(followUp),
    headers: {
      'X-FollowUp-State': state,
      'X-FollowUp-Id': String(id),
      ...(state === 'failed' && declineHeaders(outcomeCode)),
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
