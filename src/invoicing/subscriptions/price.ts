import { strict as assert } from 'node:assert';
import type { Period } from './calendar.ts';

/** The terms from which a period's price is computed. */
export type Terms = {
  readonly amountCents: bigint;
  /** Off the amount, in hundredths of a percent, as parsePercentage reads it. */
  readonly discount: bigint;
  /** Added after the discount. */
  readonly taxCents: bigint;
};

export type Price = {
  readonly discountCents: bigint;
  readonly dueCents: bigint;
};

const wholeDiscount = 10_000n;

/** The processor charges no smaller amount. */
const leastCents = 1n;

/**
 * The price of a whole period. The discount is rounded half up to a cent; only a discount of 100 % makes a price of 0,
 * never the rounding.
 */
export function priceOf({ amountCents, discount, taxCents }: Terms): Price {
  assert(amountCents >= leastCents && taxCents >= 0n);
  assert(discount >= 0n && discount <= wholeDiscount);
  const rounded = roundedShare(amountCents, discount, wholeDiscount);
  const most = discount === wholeDiscount ? amountCents : amountCents - leastCents;
  const discountCents = rounded < most ? rounded : most;
  return { discountCents, dueCents: amountCents - discountCents + taxCents };
}

/** The price of a whole period, and the elapsed part of the period. */
export type Stretch = {
  readonly dueCents: bigint;
  /** Days of the period, and days before today. */
  readonly days: number;
  readonly daysUsed: number;
};

export type Proration = {
  /** Charged now. */
  readonly dueCents: bigint;
  /** Credited to the next price. One of the two is always 0. */
  readonly creditCents: bigint;
};

/**
 * The price of a change in the middle of a period: the rest of the period at the new price, less the rest at the old
 * price, which was paid. If a new period begins with the change, none of it is used. Undoing a change loses no cent,
 * and several changes in one period together cost the price of each for its days.
 */
export function proration(before: Stretch, after: Stretch): Proration {
  const cents = unusedCents(after) - unusedCents(before);
  return cents > 0n ? { dueCents: cents, creditCents: 0n } : { dueCents: 0n, creditCents: -cents };
}

/** Days of a period, and its elapsed days; today counts as remaining. */
export function daysOf(
  { startsOn, endsOn }: Pick<Period, 'startsOn' | 'endsOn'>,
  today: Temporal.PlainDate,
): Pick<Stretch, 'days' | 'daysUsed'> {
  const days = startsOn.until(endsOn).days;
  // After its last day the period is over, even before the next one is due.
  const daysUsed = Math.min(Math.max(startsOn.until(today).days, 0), days);
  return { days, daysUsed };
}

/** Deducts a credit from the amount due; the rest of the credit stays for later. */
export function takeOff(creditCents: bigint, dueCents: bigint): Proration {
  assert(dueCents >= 0n && creditCents >= 0n);
  const used = creditCents < dueCents ? creditCents : dueCents;
  return { dueCents: dueCents - used, creditCents: creditCents - used };
}

/**
 * The price less its used days. Only the used part from the beginning is rounded, never a part in between, so the parts
 * of a period add up to its price.
 */
function unusedCents({ dueCents, days, daysUsed }: Stretch): bigint {
  assert(dueCents >= 0n && days > 0 && daysUsed >= 0 && daysUsed <= days);
  return dueCents - roundedShare(dueCents, BigInt(daysUsed), BigInt(days));
}

/** `cents * part / whole`, half a cent up. */
function roundedShare(cents: bigint, part: bigint, whole: bigint): bigint {
  return (2n * cents * part + whole) / (2n * whole);
}
