import type { Sql } from '../base/sql.ts';
import type { Business } from '../businesses/business.ts';
import { eachByItsClock } from '../businesses/each-by-its-clock.ts';
import { readBusiness } from '../businesses/store.ts';
import { noteTold, readBusinessesToTell, type Told } from '../payments/untold-events.ts';
import type { World } from '../world.ts';
import { type Fact, factOf } from './fact.ts';
import { judgeFact, unmoved } from './judge-fact.ts';
import { countAgain, readLeft } from './left-over.ts';
import { markOldCards } from './old-cards.ts';
import { owes, tryAtOnce } from './open-periods.ts';
import { lockPeriods, lockUnpaid } from './period-store.ts';
import { endRevoked } from './revoked.ts';
import { lockByToken, lockSubscriptions } from './store.ts';
import type { PeriodRow } from './subscription.ts';
import { channels, lockUnfollowed, readSubjects, type Unheard } from './unfollowed.ts';
import { type Change, writeJudged } from './write-judged.ts';

const atOnce = 500;

/**
 * What happened to payments of periods is put down with their subscriptions, of one business or of all; returns how
 * many events that were. Whoever finished a payment, and whoever paid it, this is how a subscription hears of it.
 */
export async function followPayments(world: World, only?: bigint): Promise<number> {
  const businesses = await readBusinessesToTell(world.db, channels, only);
  const frame = { only, failure: 'subscription.not_followed' };
  return await eachByItsClock(world, businesses, frame, (own, { id }) => followFor(own, id));
}

/** Subjects of which something fails step aside until all others are heard, or they would come first for ever. */
async function followFor(world: World, businessId: bigint): Promise<number> {
  const business = await readBusiness(world.db, businessId);
  if (!business) throw new Error('subscriptions without their business');
  const aside: string[] = [];
  let followed = 0;
  for (;;) {
    const before = aside.length;
    const count = await followNext(world, business, aside);
    followed += count;
    const isThrough = count === 0 && aside.length === before;
    if (aside.length === 0 || isThrough) return followed;
  }
}

/** All at once; where that fails, each subject by itself, so that one that fails holds up no other. */
async function followNext(world: World, business: Business, aside: string[]): Promise<number> {
  const { id: businessId } = business;
  const wish = { except: aside, limit: atOnce };
  try {
    return await followSome(world, business, wish);
  } catch (error) {
    world.log.error('subscription.not_followed', { businessId, error });
  }
  let followed = 0;
  for (const only of await readSubjects(world.db, businessId, wish)) {
    try {
      followed += await followSome(world, business, { only, limit: atOnce });
    } catch (error) {
      world.log.error('subscription.not_followed', { businessId, subscriptionId: only, error });
      aside.push(only);
    }
  }
  return followed;
}

/** In the order in which it happened; an event is untold, or what follows is there. */
async function followSome(world: World, business: Business, wish: Unheard): Promise<number> {
  return await world.db.begin(async (tx) => {
    const events = await lockUnfollowed(tx, business.id, wish);
    if (events.length === 0) return 0;
    await apply(
      world,
      tx,
      business,
      events.flatMap((event) => factOf(event) ?? []),
    );
    for (const event of events) {
      if (event.kind === 'token.updated') await tryNewCard(world, tx, event);
      if (event.kind === 'token.disabled') await endRevoked(world, tx, business.id, event);
    }
    await noteTold(tx, business.id, events, channels);
    return events.length;
  });
}

/** Facts of one period after the other; what they come to is written once. */
export async function apply(
  world: World,
  tx: Sql,
  business: Business,
  facts: readonly Fact[],
): Promise<void> {
  if (facts.length === 0) return;
  const ids = [...new Set(facts.map(({ subscriptionId }) => subscriptionId))];
  const subscriptions = new Map(
    (await lockSubscriptions(tx, business.id, ids)).map((one) => [one.id, one]),
  );
  const unpaid = await lockUnpaid(tx, business.id, ids);
  const named = await lockPeriods(tx, business.id, facts);
  const periods = new Map([...unpaid, ...named].map((one) => [nameOf(one), one]));
  const changed = named.filter(({ changedCents }) => changedCents !== 0n);
  const left = await readLeft(tx, business.id, changed);
  const changes: Change[] = [];
  for (const fact of await markOldCards(tx, business.id, facts)) {
    const subscription = subscriptions.get(fact.subscriptionId);
    const period = periods.get(nameOf(fact));
    if (!subscription || !period) throw new Error('a payment of no period');
    const others = [...periods.values()].filter((other) => isOther(other, period));
    const owesMore = others.some(owes);
    const awaitsMore = owesMore || others.some(({ state }) => state === 'processing');
    const standing = { subscription, period, owesMore, awaitsMore };
    const moved = judgeFact(standing, fact, business);
    const counted = countAgain(moved ?? standing, left);
    const still = moved ?? unmoved(subscription, period, 'what is left of its payment');
    if (!moved && !counted) continue;
    const judged = { ...still, ...counted };
    changes.push({ before: subscription, judged });
    subscriptions.set(subscription.id, judged.subscription);
    periods.set(nameOf(judged.period), judged.period);
  }
  await writeJudged(world, tx, business, changes);
}

function isOther(one: PeriodRow, other: PeriodRow): boolean {
  return one.subscriptionId === other.subscriptionId && one.n !== other.n;
}

function nameOf({ subscriptionId, n }: Pick<PeriodRow, 'subscriptionId' | 'n'>): string {
  return `${subscriptionId} ${n}`;
}

/** What makes it another card; another name or address of its holder pays no more than before. */
const ofCard = ['fingerprint', 'expiryMonth', 'expiryYear'];

/** Behind a token that was declined for good there may be a good card now: it is tried at once. */
async function tryNewCard(world: World, tx: Sql, { businessId, data, at }: Told): Promise<void> {
  const fields: readonly string[] = data.fields ?? [];
  if (typeof data.token !== 'string' || !fields.some((name) => ofCard.includes(name))) return;
  const subscriptions = await lockByToken(tx, businessId, data.token);
  await tryAtOnce(
    world,
    tx,
    businessId,
    subscriptions.map(({ id }) => id),
    at,
  );
}
