import type { Payment } from '../payments/payment.ts';

/** What of a payment could still be given back. */
export function remainingOf({
  state,
  capturedCents,
  refundedCents,
  refundingCents,
}: Pick<Payment, 'state' | 'capturedCents' | 'refundedCents' | 'refundingCents'>): bigint {
  if (state === 'voided' || state === 'returned') return 0n;
  return capturedCents - refundedCents - refundingCents;
}
