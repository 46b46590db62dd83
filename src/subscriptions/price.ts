import { strict as assert } from 'node:assert';
import type { Period } from './calendar.ts';

/** What a plan says that a period costs. */
export type Terms = {
  readonly amountCents: bigint;
  /** Taken off the amount: hundredths of a percent, as parsePercentage reads them. */
  readonly discount: bigint;
  /** Comes on top, and is not discounted. */
  readonly taxCents: bigint;
};

export type Price = {
  readonly discountCents: bigint;
  readonly dueCents: bigint;
};

const wholeDiscount = 10_000n;

/** Less cannot be charged. */
const leastCents = 1n;

/**
 * What a whole period costs. The discount is rounded to a cent, half a cent up; but only all of it makes
 * an amount nothing, never the rounding.
 */
export function priceOf({ amountCents, discount, taxCents }: Terms): Price {
  assert(amountCents >= leastCents && taxCents >= 0n);
  assert(discount >= 0n && discount <= wholeDiscount);
  const rounded = roundedShare(amountCents, discount, wholeDiscount);
  const most = discount === wholeDiscount ? amountCents : amountCents - leastCents;
  const discountCents = rounded < most ? rounded : most;
  return { discountCents, dueCents: amountCents - discountCents + taxCents };
}

/** A price for a whole period, and how much of the period is over. */
export type Stretch = {
  readonly dueCents: bigint;
  /** How many days the period has, and how many of them were before today. */
  readonly days: number;
  readonly daysUsed: number;
};

export type Proration = {
  /** To be charged now. */
  readonly dueCents: bigint;
  /** To be taken off what comes next. One of the two is always 0. */
  readonly creditCents: bigint;
};

/**
 * What a change in the middle of a period costs: what is left of the period at the new price, less what is
 * left of it at the old one, which was paid. Where a new period begins with the change, none of the new
 * one is used. Changes are undone without a cent lost, and several in one period together cost what each
 * price costs for its days.
 */
export function proration(before: Stretch, after: Stretch): Proration {
  const cents = unusedCents(after) - unusedCents(before);
  return cents > 0n ? { dueCents: cents, creditCents: 0n } : { dueCents: 0n, creditCents: -cents };
}

/** How many days a period has, and how many of them are over; today is one of those that are left. */
export function daysOf(
  { startsOn, endsOn }: Pick<Period, 'startsOn' | 'endsOn'>,
  today: Temporal.PlainDate,
): Pick<Stretch, 'days' | 'daysUsed'> {
  const days = startsOn.until(endsOn).days;
  // On the day after its last one it is over, though the next one is not yet due.
  const daysUsed = Math.min(Math.max(startsOn.until(today).days, 0), days);
  return { days, daysUsed };
}

/** Takes a credit off what is due; what is more than that stays for the time after. */
export function takeOff(creditCents: bigint, dueCents: bigint): Proration {
  assert(dueCents >= 0n && creditCents >= 0n);
  const used = creditCents < dueCents ? creditCents : dueCents;
  return { dueCents: dueCents - used, creditCents: creditCents - used };
}

/**
 * The price less its used days. Only what is used from the beginning on is ever rounded, never a piece in
 * between: so the pieces of a period add up to its price, however it is cut.
 */
function unusedCents({ dueCents, days, daysUsed }: Stretch): bigint {
  assert(dueCents >= 0n && days > 0 && daysUsed >= 0 && daysUsed <= days);
  return dueCents - roundedShare(dueCents, BigInt(daysUsed), BigInt(days));
}

/** `cents * part / whole`, half a cent up. */
function roundedShare(cents: bigint, part: bigint, whole: bigint): bigint {
  return (2n * cents * part + whole) / (2n * whole);
}
