import { textable } from '../base/phone.ts';
import type { NewEvent } from '../payments/finish-store.ts';
import type { InvoiceDetails } from '../payments/invoice.ts';
import type { Payment } from '../payments/payment.ts';
import { eventOf, whosePeriod } from '../payments/payment-event.ts';
import type { World } from '../world.ts';
import { courses, type FollowUp } from './followup.ts';

export type Done = FollowUp & {
  /** Nobody asked for it, so nobody let the payer off. */
  readonly isByUs?: true;
  /** What the payer is asked for in its place. */
  readonly payerIsAsked?: string | undefined;
};

/** What was done to a payment, fixed now; what is told of the payment itself is as it is by now. */
export function followUpEvent(
  world: Pick<World, 'uuid' | 'vault'>,
  payment: Payment,
  details: InvoiceDetails,
  followUp: Done,
): NewEvent {
  const { event: done } = courses[followUp.kind];
  const isDone = followUp.state === 'succeeded';
  const { data, id } = eventOf(world, payment, details);
  return {
    id,
    kind: isDone ? done : `payment.${followUp.kind}_failed`,
    data: JSON.stringify({
      ...JSON.parse(data),
      followUpId: String(followUp.id),
      followUpCents: String(followUp.amountCents),
      refundedCents: String(payment.refundedCents),
      outcomeCode: followUp.outcomeCode,
      message: followUp.message,
      isByUs: followUp.isByUs,
      payerIsAsked: followUp.payerIsAsked,
    }),
    untold: isDone ? whoMustHear(followUp, payment, details) : whoCounts(followUp, details),
  };
}

/** The payer hears of money that was taken or given back; that an authorization ended is no news to them. */
function whoMustHear(
  { kind }: FollowUp,
  { method, capturedCents }: Payment,
  details: InvoiceDetails,
): NewEvent['untold'] {
  // Of these it was told that they were paid, or would be.
  const wasTold = method === 'bank' || capturedCents > 0n;
  const isReceipt = kind === 'capture' || kind === 'refund' || (kind === 'void' && wasTold);
  return [
    'webhook',
    ...(isReceipt && details.emailReceipt && details.email ? (['email'] as const) : []),
    ...(isReceipt && details.smsReceipt && textable(details.phone) ? (['sms'] as const) : []),
    ...whoCounts({ kind }, details),
  ];
}

/** What is given back pays its period no more; and what was to be given back, and was not, pays it after all. */
function whoCounts({ kind }: Pick<FollowUp, 'kind'>, details: InvoiceDetails) {
  return kind === 'void' || kind === 'refund' ? whosePeriod(details) : [];
}
