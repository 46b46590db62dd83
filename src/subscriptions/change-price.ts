import { todayIn } from '../base/calendar.ts';
import { Refusal } from '../base/refusal.ts';
import type { Sql } from '../base/sql.ts';
import type { World } from '../world.ts';
import { change, type Deed } from './change.ts';
import type { Interval } from './interval.ts';
import { lockPeriods } from './period-store.ts';
import { daysOf, priceOf, proration, type Terms } from './price.ts';
import { refuseTooMuch } from './refuse-too-much.ts';
import type { PeriodRow, Subscription } from './subscription.ts';

/** What it is to cost from now on; what is not named stays. */
export type PriceWish = Partial<Terms> & {
  readonly planCode?: string | undefined;
  readonly interval?: Interval | undefined;
};

/**
 * In the middle of a period, the days that are left are charged at the new price and given back at the old one: with
 * the next period, or, where the interval is another, with one that begins today.
 */
export async function changePrice(
  world: World,
  deed: Deed,
  wish: PriceWish,
): Promise<Subscription> {
  return await change(world, deed, 'price_changed', async (before, at, tx) => {
    if (before.endedAt) throw new Refusal('subscription_not_so');
    const told = Object.entries(wish).filter(([, value]) => value !== undefined);
    const named: Subscription = { ...before, ...Object.fromEntries(told) };
    refuseTooMuch(named);
    const isOther = named.interval !== before.interval;
    if (before.charged === 0) return named;
    if (isOther) refuseUnlessGoesOn(before, at);
    const today = todayIn(deed.business.timeZone, at);
    const carryCents = before.carryCents + (await restOf(tx, before, named, today));
    if (!isOther) return { ...named, carryCents };
    // A new count of periods begins, which goes on with the numbers: each is charged once.
    return { ...named, carryCents, firstOn: today, firstNumber: before.nextNumber, dueAt: at };
  });
}

/** Another interval begins with a period of its own, so there must be one to come. */
function refuseUnlessGoesOn(one: Subscription, at: Date): void {
  const isLast = one.periods !== undefined && one.charged >= one.periods;
  if (one.state !== 'active' || one.cancelsAtEnd || isLast || !one.dueAt) {
    throw new Refusal('subscription_not_so');
  }
  if (one.dueAt <= at) throw new Refusal('busy'); // The next one is just beginning.
}

/** What is left of the period that runs, at the new price less at the old one. */
async function restOf(
  tx: Sql,
  before: Subscription,
  named: Subscription,
  today: Temporal.PlainDate,
): Promise<bigint> {
  const { businessId, id: subscriptionId, nextNumber, state } = before;
  if (state !== 'active') return 0n;
  const [current] = await lockPeriods(tx, businessId, [{ subscriptionId, n: nextNumber - 1 }]);
  // After a pause there may be none before the next one.
  if (!current || !isCharged(current)) return 0n;
  const isOther = named.interval !== before.interval;
  const days = daysOf(current, today);
  const old = { dueCents: priceOf(before).dueCents, ...days };
  const rest = { dueCents: isOther ? 0n : priceOf(named).dueCents, ...days };
  const { dueCents, creditCents } = proration(old, rest);
  return dueCents - creditCents;
}

function isCharged({ state }: PeriodRow): boolean {
  return state === 'paid' || state === 'processing' || state === 'open';
}
