import type { Payment } from '../payment.ts';

/** The cents of a payment that can still be refunded. */
export function remainingOf({
  state,
  capturedCents,
  refundedCents,
  refundingCents,
}: Pick<Payment, 'state' | 'capturedCents' | 'refundedCents' | 'refundingCents'>): bigint {
  if (state === 'voided' || state === 'returned') return 0n;
  return capturedCents - refundedCents - refundingCents;
}
