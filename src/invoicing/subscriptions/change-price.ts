import { todayIn } from '../../kernel/calendar.ts';
import type { Currency } from '../../kernel/currency.ts';
import { flaw } from '../../kernel/parsed.ts';
import { fieldFault, Refusal } from '../../kernel/refusal.ts';
import type { Sql } from '../../runtime/sql.ts';
import type { World } from '../../world.ts';
import { beginNext } from './begin.ts';
import { type Interval, periodAt, scheduleBefore } from './calendar.ts';
import { change, previewChange, type SubscriptionRequest } from './change.ts';
import { carriedOf, readLeft } from './left-over.ts';
import { beginsAnother, type NextCharge, nextCharge } from './next-charge.ts';
import { noticeAgain } from './notice.ts';
import { lockPeriods, writePeriods } from './period-store.ts';
import { daysOf, priceOf, proration, type Terms } from './price.ts';
import { refuseTooMuch } from './refuse-too-much.ts';
import { type PeriodRow, rhythmOf, type Subscription } from './subscription.ts';

/** New terms; omitted ones stay. */
export type PriceChange = Partial<Terms> & {
  readonly planCode?: string | undefined;
  /** That of the terms, where they are those of a plan. A subscription keeps its own. */
  readonly currency?: Currency | undefined;
  readonly interval?: Interval | undefined;
};

const act = 'price_changed';
const otherCurrency = flaw('contradictory', 'is in another currency than the subscription');
const otherDifference = 'The difference is no longer the expected one.';

/**
 * In the middle of a paid period the remaining days are charged at the new price and credited at the old one: with the
 * next period, or, if the interval changes, with a period that begins today. `expectedCents`: refused unless that is the
 * difference.
 */
export async function changePrice(
  world: World,
  request: SubscriptionRequest,
  requested: PriceChange,
  expectedCents?: bigint,
): Promise<Subscription> {
  const { timeZone } = request.business;
  return await change(world, request, act, async (before, at, tx) => {
    const { after } = await reprice(tx, before, { requested, timeZone, at });
    const differenceCents = after.carryCents - before.carryCents;
    if (expectedCents !== undefined && expectedCents !== differenceCents) {
      throw new Refusal('changed_meanwhile', { message: otherDifference });
    }
    return after;
  });
}

/** What a change of the price would cost. */
export type PricePreview = {
  readonly after: Subscription;
  /** Added to the next charge; below 0: taken off it. */
  readonly differenceCents: bigint;
  /** The paid period whose rest the difference is for. */
  readonly settled: { readonly endsOn: Temporal.PlainDate; readonly daysLeft: number } | undefined;
  /** Charged now, for a period that begins with the change; undefined: none begins. */
  readonly nowCents: bigint | undefined;
  /** The next charge after that. */
  readonly next: NextCharge | undefined;
};

/** Makes the same change in a transaction that is rolled back. */
export async function previewPrice(
  world: World,
  request: SubscriptionRequest,
  requested: PriceChange,
): Promise<PricePreview> {
  const { timeZone } = request.business;
  let seen: Omit<PricePreview, 'after'> | undefined;
  const after = await previewChange(world, request, act, async (before, at, tx) => {
    const repriced = await reprice(tx, before, { requested, timeZone, at });
    const { after: changed, settled } = repriced;
    const begun = repriced.beginsNow ? beginNext(changed, timeZone, at) : undefined;
    seen = {
      differenceCents: changed.carryCents - before.carryCents,
      settled: settled && restOf(settled, todayIn(timeZone, at)),
      nowCents: begun?.period?.amountCents,
      next: nextCharge(begun?.after ?? changed, timeZone),
    };
    return changed;
  });
  if (!seen) throw new Error('a preview without its change');
  return { ...seen, after };
}

function restOf(period: PeriodRow, today: Temporal.PlainDate) {
  const { days, daysUsed } = daysOf(period, today);
  return { endsOn: period.endsOn, daysLeft: days - daysUsed };
}

type Repricing = {
  readonly requested: PriceChange;
  readonly timeZone: string;
  readonly at: Date;
};
type Repriced = {
  readonly after: Subscription;
  /** The current period, if its rest was settled. */
  readonly settled?: PeriodRow | undefined;
  /** True if a period begins with the change. */
  readonly beginsNow?: boolean;
};

/** The subscription is locked. */
async function reprice(
  tx: Sql,
  before: Subscription,
  { requested, timeZone, at }: Repricing,
): Promise<Repriced> {
  if (before.endedAt) throw new Refusal('subscription_not_so');
  const { currency = before.currency } = requested;
  if (currency !== before.currency) {
    throw new Refusal('wrong_fields', { details: [fieldFault('PlanCode', otherCurrency)] });
  }
  const given = Object.entries(requested).filter(([, value]) => value !== undefined);
  const priced: Subscription = { ...before, ...Object.fromEntries(given) };
  refuseTooMuch(priced);
  const named = { ...priced, noticeAt: noticeAgain(priced, timeZone, at) };
  const isOther = named.interval !== before.interval;
  if (before.charged === 0 && before.nextNumber === before.firstNumber) return { after: named };
  const current = await lockCurrent(tx, before);
  const isActive = before.state === 'active';
  if (isOther) refuseUnlessGoesOn(before, at);
  // The period is being charged; the amount to credit is known afterwards.
  if (isActive && current?.state === 'open') throw new Refusal('busy');
  const today = todayIn(timeZone, at);
  const settled = isActive && current && isCharged(current) ? current : undefined;
  const restCents = settled ? await settle(tx, settled, named, isOther, today) : 0n;
  const carryCents = before.carryCents + restCents;
  if (!isOther) return { after: { ...named, carryCents }, settled };
  if (before.charged === 0) {
    // The current period was paid elsewhere: the new schedule begins after it.
    const { startsOn } = periodAt(rhythmOf(before, timeZone), before.nextNumber);
    const schedule = scheduleBefore(startsOn, named.interval, before.nextNumber);
    return { after: { ...named, ...schedule } };
  }
  // A new schedule begins and continues the period numbers, since each number is charged once.
  const begins = { firstOn: today, firstNumber: before.nextNumber, dueAt: at };
  return { after: { ...named, carryCents, ...begins }, settled, beginsNow: true };
}

/**
 * The current period; after a pause there may be none before the next one. A period of the previous interval ended with
 * the change and was settled then.
 */
async function lockCurrent(
  tx: Sql,
  { businessId, id: subscriptionId, firstNumber, nextNumber }: Subscription,
): Promise<PeriodRow | undefined> {
  if (nextNumber === firstNumber) return undefined;
  const [current] = await lockPeriods(tx, businessId, [{ subscriptionId, n: nextNumber - 1 }]);
  return current;
}

/** A new interval begins with a new period, so the subscription must have a next one. */
function refuseUnlessGoesOn(one: Subscription, at: Date): void {
  if (one.state !== 'active' || !one.dueAt || !beginsAnother(one)) {
    throw new Refusal('subscription_not_so');
  }
  if (one.dueAt <= at) throw new Refusal('busy'); // The next one is just beginning.
}

/**
 * Value of the remaining days at the new price, less their value at the charged price, less the refunds of the payment.
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

/** True for a period that is paid or whose payment is processing. Before that there is nothing to credit. */
function isCharged({ state }: PeriodRow): boolean {
  return state === 'paid' || state === 'processing';
}
