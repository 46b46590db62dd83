import { textable } from '../kernel/phone.ts';
import type { InvoiceDetails } from './invoice.ts';
import type { PaymentState } from './moves.ts';
import type { Payment } from './payment.ts';

/*
 * When a receipt is sent to a payer, by mail and by text as the request asked: when a card is charged or a bank payment
 * accepted, when an authorization is captured, when one of them is refunded or voided, and when a bank payment is
 * returned (`src/ach/returns/apply-returned-debit.ts`). An authorization by itself has none.
 */

/** For a charge: true when it is captured, or accepted as a bank payment. */
export function isReceiptDue(state: PaymentState): boolean {
  return state === 'captured' || state === 'queued';
}

/** For a follow-up that succeeded. The void of an authorization has no receipt: the payer was promised nothing. */
export function isFollowUpReceiptDue(
  kind: 'capture' | 'void' | 'refund' | 'give_back',
  { method, capturedCents }: Pick<Payment, 'method' | 'capturedCents'>,
): boolean {
  const wasPromised = method === 'bank' || capturedCents > 0n;
  return kind === 'capture' || kind === 'refund' || (kind === 'void' && wasPromised);
}

/** The channels that the request asked for, if there is an address for them. */
export function receiptChannels({ emailReceipt, email, smsReceipt, phone }: InvoiceDetails) {
  return [
    ...(emailReceipt && email ? (['email'] as const) : []),
    ...(smsReceipt && textable(phone) ? (['sms'] as const) : []),
  ];
}
