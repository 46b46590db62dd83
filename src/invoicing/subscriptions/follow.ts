import type { Business } from '../../parties/businesses/business.ts';
import { eachByItsClock } from '../../parties/businesses/clock.ts';
import { readBusiness } from '../../parties/businesses/store.ts';
import { bool, int4, int8 } from '../../runtime/column.ts';
import { type EventOf, markDone, readBusinessesPending } from '../../runtime/events.ts';
import type { Sql } from '../../runtime/sql.ts';
import { rowSet, shape } from '../../runtime/table.ts';
import type { World } from '../../world.ts';
import { type LinkingTx, withLinks } from '../pay-links/link-for-invoice.ts';
import { applyFact, unmoved } from './apply-fact.ts';
import { type Fact, factOf } from './fact.ts';
import { countAgain, readLeft } from './left-over.ts';
import { endAll, owes, tryAtOnce } from './open-periods.ts';
import { channels, lockPending, type Reading, readSubjects } from './pending-events.ts';
import { lockPeriods, lockUnpaid } from './period-store.ts';
import { lockByToken, lockSubscriptions } from './store.ts';
import type { PeriodRow } from './subscription.ts';
import { type Change, writeJudged } from './write-judged.ts';

const atOnce = 500;

/**
 * Applies the events of payments of periods to their subscriptions, of one business or of all; returns the number of
 * events. Every outcome of a payment reaches its subscription this way, whoever paid.
 */
export async function followPayments(world: World, only?: bigint): Promise<number> {
  const businesses = await readBusinessesPending(world.db, channels, only);
  const frame = { only, failure: 'subscription.not_followed' };
  return await eachByItsClock(world, businesses, frame, (own, { id }) => followFor(own, id));
}

/** Subjects that fail are set aside until all others are done; otherwise they would come first forever. */
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

/** One transaction for all; after a failure one for each subject, so that a failing one does not block the others. */
async function followNext(world: World, business: Business, aside: string[]): Promise<number> {
  const { id: businessId } = business;
  const reading = { except: aside, limit: atOnce };
  try {
    return await followSome(world, business, reading);
  } catch (error) {
    world.log.error('subscription.not_followed', { businessId, error });
  }
  let followed = 0;
  for (const only of await readSubjects(world.db, businessId, reading)) {
    try {
      followed += await followSome(world, business, { only, limit: atOnce });
    } catch (error) {
      world.log.error('subscription.not_followed', { businessId, subscriptionId: only, error });
      aside.push(only);
    }
  }
  return followed;
}

/** In order of occurrence. The events stay pending unless their effects are committed with them. */
async function followSome(world: World, business: Business, reading: Reading): Promise<number> {
  return await withLinks(world, business.id, async (tx) => {
    const events = await lockPending(tx, business.id, reading);
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
    await markDone(tx, business.id, events, channels);
    return events.length;
  });
}

/** Applies the facts one after the other and writes the results once. */
export async function apply(
  world: World,
  tx: LinkingTx,
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
  for (const fact of await markReplaced(tx, business.id, facts)) {
    const subscription = subscriptions.get(fact.subscriptionId);
    const period = periods.get(nameOf(fact));
    if (!subscription || !period) throw new Error('a payment of no period');
    const others = [...periods.values()].filter((other) => isOther(other, period));
    const owesMore = others.some(owes);
    const awaitsMore = owesMore || others.some(({ state }) => state === 'processing');
    const standing = { subscription, period, owesMore, awaitsMore };
    const moved = applyFact(standing, fact, business);
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

/** The fields that make it another card; a new holder name or address does not change whether it pays. */
const ofCard = ['fingerprint', 'expiryMonth', 'expiryYear'];

/** After a hard decline the token may hold a good card now: charge it at once. */
async function tryNewCard(
  world: World,
  tx: Sql,
  { businessId, data, at }: EventOf<'token.updated'>,
): Promise<void> {
  const { token, fields = [] } = data;
  if (token === undefined || !fields.some((name) => ofCard.includes(name))) return;
  const subscriptions = await lockByToken(tx, businessId, token);
  await tryAtOnce(
    world,
    tx,
    businessId,
    subscriptions.map(({ id }) => id),
    at,
  );
}

/** A payer who revokes the authorization of a bank account ends all subscriptions that are charged to it. */
async function endRevoked(
  world: World,
  tx: Sql,
  businessId: bigint,
  { data }: EventOf<'token.disabled'>,
): Promise<void> {
  if (!data.isRevoked) return;
  const all = await lockByToken(tx, businessId, data.token);
  await endAll(world, tx, businessId, all, `revoked: ${data.outcomeCode}`);
}

const found = shape({ id: int8, isReplaced: bool, isOther: bool });
const tries = rowSet({ paymentId: int8, subscriptionId: int8, n: int4 }, 2);

/**
 * Marks our failed attempts and returned debits whose card or account was replaced while they were under way. Their
 * subscriptions are locked, so a later replacement starts its own attempt.
 */
async function markReplaced(
  tx: Sql,
  businessId: bigint,
  facts: readonly Fact[],
): Promise<readonly Fact[]> {
  const asked = facts.flatMap((fact) => {
    const mayBeOld = fact.what === 'failed' || fact.what === 'returned';
    // A payment by link says nothing about the card of the subscription.
    if (!mayBeOld || fact.attempt === undefined || fact.paymentId === undefined) return [];
    return [{ ...fact, paymentId: fact.paymentId }];
  });
  if (asked.length === 0) return facts;
  // Compare cards by fingerprint, other changes by their time. A fingerprint begins with the version of its key;
  // those of payments are not recomputed when the key changes.
  const rows = await found.read(
    tx,
    `select p.id, p.token is distinct from s.token or coalesce(o.card_at > p.created_at, false)
         or p.fingerprint <> t.fingerprint and get_byte(p.fingerprint, 0) = get_byte(t.fingerprint, 0)
         as "isReplaced",
       p.token is distinct from s.token and p.fingerprint <> t.fingerprint as "isOther"
     from (select * from ${tries.sql}) w
     join payments p on p.business_id = $1 and p.id = w.payment_id
     join subscriptions s on s.business_id = $1 and s.id = w.subscription_id
     join subscription_periods o on o.business_id = $1 and o.subscription_id = s.id and o.n = w.n
     join tokens t on t.business_id = $1 and t.token = s.token`,
    [businessId, ...tries.encode(asked)],
  );
  const replaced = new Map(rows.map((row) => [row.id, row]));
  return facts.map((fact): Fact => {
    if (fact.what !== 'failed' && fact.what !== 'returned') return fact;
    const row = replaced.get(fact.paymentId ?? 0n);
    if (fact.what === 'failed') return row?.isReplaced ? { ...fact, isOldCard: true } : fact;
    // The same account under another token, or with a number that its bank corrected, is not debited again.
    return row?.isOther ? { ...fact, isOldAccount: true } : fact;
  });
}
