import type { Payment } from '../../../clients/typescript/src/index.ts';

type Sums = Pick<Payment, 'currency' | 'amountCaptured' | 'amountVoided'>;

/** What payments took, in each of their currencies: not what was asked for and declined, or voided again. */
export function takenOf(payments: readonly Sums[]): Readonly<Record<string, number>> {
  const sums: Record<string, number> = {};
  for (const { currency, amountCaptured, amountVoided } of payments)
    sums[currency] = (sums[currency] ?? 0) + amountCaptured - amountVoided;
  return sums;
}
