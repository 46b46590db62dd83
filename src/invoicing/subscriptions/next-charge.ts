import { dayMs } from '../../kernel/duration.ts';
import { maxCents } from '../../kernel/money.ts';
import { periodAt } from './calendar.ts';
import { priceOf, takeOff } from './price.ts';
import { rhythmOf, type Subscription } from './subscription.ts';

export type NextCharge = { readonly at: Date; readonly cents: bigint };

/** The next charge if nothing changes; undefined: there is none. */
export function nextCharge(one: Subscription, timeZone: string): NextCharge | undefined {
  if (!one.dueAt || !beginsAnother(one)) return undefined;
  const rhythm = rhythmOf(one, timeZone);
  const { cents } = nextPrice(one);
  if (cents > 0n) {
    // The first due date may be the beginning of the trial.
    const at = isBeforeTrial(one) ? periodAt(rhythm, one.nextNumber).dueAt : one.dueAt;
    return { at, cents };
  }
  const { dueCents } = priceOf(one);
  if (dueCents === 0n) return undefined;

  const creditCents = -one.carryCents;
  const free = creditCents / dueCents;
  const isFreeToTheEnd = one.periods !== undefined && one.charged + Number(free) >= one.periods;
  if (isFreeToTheEnd || free > mostFree) return undefined;
  const at = periodAt(rhythm, one.nextNumber + Number(free)).dueAt;
  return { at, cents: dueCents - (creditCents % dueCents) };
}

/** Limit in years, so that the year keeps four digits. */
const mostFree = 5000n;

/** False where the subscription ends at its next due date. */
export function beginsAnother(one: Subscription): boolean {
  return one.dueAt !== undefined && !one.cancelsAtEnd && !hasBegunAll(one);
}

/** When its present period ends; undefined: nothing of it is due. One that is unpaid has no due date, but may have an end. */
export function periodEnd(one: Subscription, timeZone: string): Date | undefined {
  if (one.state !== 'unpaid' || !one.cancelsAtEnd) return one.dueAt;
  return periodAt(rhythmOf(one, timeZone), one.nextNumber).dueAt;
}

/**
 * When a period that was given up is looked at next: daily, because its invoice may end, or its number be charged by hand,
 * without an event of it; and at the end of its subscription.
 */
export function nextLook(one: Subscription, timeZone: string, at: Date): Date {
  const tomorrow = new Date(at.getTime() + dayMs);
  const end = one.state === 'unpaid' ? periodEnd(one, timeZone) : undefined;
  return end && end < tomorrow ? end : tomorrow;
}

export function hasBegunAll({ charged, periods }: Subscription): boolean {
  return periods !== undefined && charged >= periods;
}

export function isBeforeTrial({ state, startsOn, firstOn }: Subscription): boolean {
  return state === 'scheduled' && Temporal.PlainDate.compare(startsOn, firstOn) < 0;
}

/** The price of the next period, and the rest of the amount carried over. */
export function nextPrice(one: Subscription): {
  readonly cents: bigint;
  readonly carryCents: bigint;
} {
  const { dueCents } = priceOf(one);
  if (one.carryCents >= 0n) {
    const sum = dueCents + one.carryCents;
    const cents = sum < maxCents ? sum : maxCents;
    return { cents, carryCents: sum - cents };
  }
  const { dueCents: cents, creditCents } = takeOff(-one.carryCents, dueCents);
  return { cents, carryCents: -creditCents };
}
