import type { Payment } from '../../../clients/typescript/src/index.ts';

type Sums = Pick<Payment, 'currency' | 'amountCaptured' | 'amountVoided'>;

/** The amount that payments took, by currency: without declines and voids. */
export function takenOf(payments: readonly Sums[]): Readonly<Record<string, number>> {
  const sums: Record<string, number> = {};
  for (const { currency, amountCaptured, amountVoided } of payments)
    sums[currency] = (sums[currency] ?? 0) + amountCaptured - amountVoided;
  return sums;
}
