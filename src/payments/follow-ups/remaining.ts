import type { Payment } from '../payment.ts';

/**
 * The cents of a payment that can still be refunded: excludes the money that disputes took, which may be more than
 * there was.
 */
export function remainingOf({
  state,
  capturedCents,
  refundedCents,
  refundingCents,
  disputedCents,
}: Pick<
  Payment,
  'state' | 'capturedCents' | 'refundedCents' | 'refundingCents' | 'disputedCents'
>): bigint {
  if (state === 'voided' || state === 'returned') return 0n;
  const left = capturedCents - refundedCents - refundingCents - disputedCents;
  return left > 0n ? left : 0n;
}
