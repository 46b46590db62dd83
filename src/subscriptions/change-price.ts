import { todayIn } from '../base/calendar.ts';
import { Refusal } from '../base/refusal.ts';
import type { Sql } from '../base/sql.ts';
import type { World } from '../world.ts';
import { change, type Deed } from './change.ts';
import type { Interval } from './interval.ts';
import { carriedOf, readLeft } from './left-over.ts';
import { beginsAnother } from './next-charge.ts';
import { noticeAgain } from './notice.ts';
import { lockPeriods, writePeriods } from './period-store.ts';
import { daysOf, priceOf, proration, type Terms } from './price.ts';
import { refuseTooMuch } from './refuse-too-much.ts';
import type { PeriodRow, Subscription } from './subscription.ts';

/** What it is to cost from now on; what is not named stays. */
export type PriceWish = Partial<Terms> & {
  readonly planCode?: string | undefined;
  readonly interval?: Interval | undefined;
};

/**
 * In the middle of a period that was paid, the days that are left are charged at the new price and given back at the
 * one at which they were charged: with the next period, or, where the interval is another, with one that begins today.
 */
export async function changePrice(
  world: World,
  deed: Deed,
  wish: PriceWish,
): Promise<Subscription> {
  return await change(world, deed, 'price_changed', async (before, at, tx) => {
    if (before.endedAt) throw new Refusal('subscription_not_so');
    const told = Object.entries(wish).filter(([, value]) => value !== undefined);
    const wished: Subscription = { ...before, ...Object.fromEntries(told) };
    refuseTooMuch(wished);
    const { timeZone } = deed.business;
    const named = { ...wished, noticeAt: noticeAgain(wished, timeZone, at) };
    const isOther = named.interval !== before.interval;
    if (before.charged === 0) return named;
    const current = await lockCurrent(tx, before);
    const isActive = before.state === 'active';
    if (isOther) refuseUnlessGoesOn(before, at);
    // It is just being charged, and what of that is to be given back is known afterwards.
    if (isActive && current?.state === 'open') throw new Refusal('busy');
    const today = todayIn(timeZone, at);
    const isSettled = isActive && current !== undefined && isCharged(current);
    const restCents = isSettled ? await settle(tx, current, named, isOther, today) : 0n;
    const carryCents = before.carryCents + restCents;
    if (!isOther) return { ...named, carryCents };
    // A new count of periods begins, which goes on with the numbers: each is charged once.
    return { ...named, carryCents, firstOn: today, firstNumber: before.nextNumber, dueAt: at };
  });
}

/**
 * The period that runs; after a pause there may be none before the next one. What ran before another interval ended
 * with that, and was settled then.
 */
async function lockCurrent(
  tx: Sql,
  { businessId, id: subscriptionId, firstNumber, nextNumber }: Subscription,
): Promise<PeriodRow | undefined> {
  if (nextNumber === firstNumber) return undefined;
  const [current] = await lockPeriods(tx, businessId, [{ subscriptionId, n: nextNumber - 1 }]);
  return current;
}

/** Another interval begins with a period of its own, so there must be one to come. */
function refuseUnlessGoesOn(one: Subscription, at: Date): void {
  if (one.state !== 'active' || !one.dueAt || !beginsAnother(one)) {
    throw new Refusal('subscription_not_so');
  }
  if (one.dueAt <= at) throw new Refusal('busy'); // The next one is just beginning.
}

/**
 * What is left of the period that runs, at the new price less at the one at which it was charged; but for what was given
 * back of its payment.
 */
async function settle(
  tx: Sql,
  current: PeriodRow,
  named: Subscription,
  isOther: boolean,
  today: Temporal.PlainDate,
): Promise<bigint> {
  const days = daysOf(current, today);
  const priceCents = isOther ? 0n : priceOf(named).dueCents;
  const old = { dueCents: current.priceCents, ...days };
  const { dueCents, creditCents } = proration(old, { dueCents: priceCents, ...days });
  const changedCents = current.changedCents + dueCents - creditCents;
  const changed = { ...current, priceCents, changedCents };
  const left = await readLeft(tx, current.businessId, [changed]);
  const carriedCents = carriedOf(changed, left);
  await writePeriods(tx, current.businessId, [{ ...changed, carriedCents }]);
  return carriedCents - current.carriedCents;
}

/** Or promised. Before that nothing of it can be given back, and a change leaves it as it is. */
function isCharged({ state }: PeriodRow): boolean {
  return state === 'paid' || state === 'processing';
}
