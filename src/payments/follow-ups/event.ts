import type { World } from '../../world.ts';
import type { InvoiceDetails } from '../invoice.ts';
import type { Payment } from '../payment.ts';
import { eventOf, type PaymentEvent, whosePeriod } from '../payment-event.ts';
import { isFollowUpReceiptDue, receiptChannels } from '../receipts-due.ts';
import { courses, type FollowUp } from './follow-up.ts';

export type Done = FollowUp & {
  /** True if no caller requested it, so the payer still owes the amount. */
  readonly isByUs?: true;
  /** The request to the payer instead of the payment. */
  readonly payerIsAsked?: PaymentEvent['data']['payerIsAsked'];
};

/** The event of a follow-up, with the details of the payment at this moment. */
export function followUpEvent(
  world: Pick<World, 'uuid' | 'vault'>,
  payment: Payment,
  details: InvoiceDetails,
  followUp: Done,
): PaymentEvent {
  const { event: done } = courses[followUp.kind];
  const isDone = followUp.state === 'succeeded';
  const { data, id } = eventOf(world, payment, details);
  return {
    id,
    kind: isDone ? done : `payment.${followUp.kind}_failed`,
    data: {
      ...data,
      followUpId: String(followUp.id),
      followUpCents: String(followUp.amountCents),
      refundedCents: String(payment.refundedCents),
      outcomeCode: followUp.outcomeCode,
      message: followUp.message,
      isByUs: followUp.isByUs,
      payerIsAsked: followUp.payerIsAsked,
    },
    pending: isDone ? channelsOf(followUp, payment, details) : whoHearsOfFailure(followUp, details),
  };
}

function channelsOf(
  followUp: FollowUp,
  payment: Payment,
  details: InvoiceDetails,
): PaymentEvent['pending'] {
  const receipt = isFollowUpReceiptDue(followUp.kind, payment) ? receiptChannels(details) : [];
  return ['webhook', ...receipt, ...whoCounts(followUp, details)];
}

/** The caller has the answer; other receivers learn of the failure from the event. */
function whoHearsOfFailure(followUp: FollowUp, details: InvoiceDetails): PaymentEvent['pending'] {
  return ['webhook', ...whoCounts(followUp, details)];
}

/** A refunded payment no longer pays its period; a refund that failed leaves the period paid. */
function whoCounts({ kind }: Pick<FollowUp, 'kind'>, details: InvoiceDetails) {
  return kind === 'void' || kind === 'refund' ? whosePeriod(details) : [];
}
