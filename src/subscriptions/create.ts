import { todayIn } from '../base/calendar.ts';
import { Refusal } from '../base/refusal.ts';
import type { Secret } from '../base/secret.ts';
import type { Sql } from '../base/sql.ts';
import type { Business } from '../businesses/business.ts';
import type { RetryKey } from '../payments/order.ts';
import type { StoredToken } from '../tokens/store.ts';
import type { World } from '../world.ts';
import { begin } from './begin-due.ts';
import { dueMoment, periodAt } from './calendar.ts';
import { chargeFor } from './charge-due.ts';
import { followPayments } from './follow.ts';
import { writeMoves } from './move-store.ts';
import { noticeBefore } from './notice.ts';
import { insertPlan, type Plan } from './plan.ts';
import { refuseTooMuch } from './refuse-too-much.ts';
import { findByKey, findSame, forgetKey, insertSubscription, readSubscription } from './store.ts';
import { rhythmOf, type Subscription } from './subscription.ts';
import { trialOf } from './trial.ts';

export type SubscriptionWish = {
  readonly business: Business;
  readonly retryKey: RetryKey | undefined;
  /** All that was asked: the same again is the same subscription, as long as that lives. */
  readonly content: Secret;
  readonly stored: StoredToken;
  readonly startsOn: Temporal.PlainDate;
  /**
   * The plan of the business, else made of what was asked; with what was asked for this subscription. Or refused, since
   * it cannot be made any more: but who asked for it when it could hears what became of it.
   */
  readonly planFor: () => Promise<Plan>;
  readonly actor: string;
};

const keepKeysMs = 30 * 24 * 3_600_000;

/** Made once, whatever is asked again; what begins today is charged before this returns. */
export async function createSubscription(
  world: World,
  wish: SubscriptionWish,
): Promise<Subscription> {
  for (let tries = 1; tries <= 5; tries += 1) {
    const earlier = await findEarlier(world, wish);
    if (earlier) return await awaitFirst(world, earlier);
    const plan = await wish.planFor();
    refuseTooMuch(plan);
    const made = await world.db.begin((tx) => make(world, tx, wish, plan)); // committed
    if (made) return await awaitFirst(world, made);
    // Somebody made the same one just now; the next look sees it.
  }
  throw new Refusal('busy');
}

async function findEarlier(
  world: World,
  { business, retryKey, content }: SubscriptionWish,
): Promise<Subscription | undefined> {
  const byKey = retryKey && (await findByKey(world.db, business.id, retryKey.key));
  if (byKey && world.now().getTime() - byKey.createdAt.getTime() > keepKeysMs) {
    await forgetKey(world.db, byKey);
  } else if (byKey) {
    if (world.vault.sameFingerprint(byKey.requestFingerprint, content)) return byKey;
    throw new Refusal('idempotency_key_reused');
  }
  if (retryKey) return undefined;
  return await findSame(world.db, business.id, world.vault.fingerprints(content));
}

/** Undefined: another one is in its place, and nothing was written. */
async function make(
  world: World,
  tx: Sql,
  wish: SubscriptionWish,
  plan: Plan,
): Promise<Subscription | undefined> {
  const { business, retryKey, actor } = wish;
  const at = world.now();
  const id = await world.ids.next(business.id);
  const subscription = newSubscription(world, wish, plan, id, at);
  if (!(await insertSubscription(tx, subscription, retryKey?.key))) return undefined;
  if (plan.code !== '') await insertPlan(tx, plan, at);
  await writeMoves(tx, business.id, [
    { before: undefined, after: subscription, actor, reason: 'made', at },
  ]);
  if (!isDue(subscription, at)) return subscription;
  const [begun] = await begin(world, tx, business, [subscription]);
  return begun!.after;
}

function newSubscription(
  world: World,
  { business, stored, startsOn, content }: SubscriptionWish,
  plan: Plan,
  id: bigint,
  createdAt: Date,
): Subscription {
  const { id: businessId, timeZone } = business;
  const hasBegun = Temporal.PlainDate.compare(startsOn, todayIn(timeZone, createdAt)) <= 0;
  const trial = trialOf({ timeZone }, startsOn, plan.trialDays);
  const first = { firstOn: trial.firstOn, firstNumber: 0, interval: plan.interval };
  const { dueAt } = periodAt(rhythmOf(first, timeZone), 0);
  const isTrial = plan.trialDays > 0;
  const starting = isTrial && !hasBegun ? dueMoment({ timeZone }, startsOn) : dueAt;
  return {
    ...first,
    businessId,
    id,
    customerId: stored.customerId,
    token: stored.token.token,
    planCode: plan.code,
    state: isTrial && hasBegun ? 'trialing' : 'scheduled',
    amountCents: plan.amountCents,
    discount: plan.discount,
    taxCents: plan.taxCents,
    carryCents: 0n,
    startsOn,
    nextNumber: 0,
    charged: 0,
    periods: plan.periods,
    cancelsAtEnd: false,
    // What starts today starts now, be it early in the morning.
    dueAt: hasBegun && !isTrial ? createdAt : starting,
    noticeAt: isTrial ? trial.announceAt : noticeBefore(dueAt, createdAt),
    announcedExpiry: undefined,
    pausedAt: undefined,
    requestFingerprint: world.vault.fingerprint(content),
    version: 1,
    createdAt,
    endedAt: undefined,
  };
}

function isDue({ dueAt }: Subscription, now: Date): boolean {
  return dueAt !== undefined && dueAt <= now;
}

/**
 * Right away, so that whoever asked hears how it went; also who asks again, while somebody else is charging it. If we
 * die here, the sweeps do the same.
 */
async function awaitFirst(world: World, made: Subscription): Promise<Subscription> {
  const { businessId, id, state, charged } = made;
  if (charged === 0 || state !== 'incomplete') return made;
  await chargeFor(world, businessId, { only: id, waits: true });
  await followPayments(world, businessId);
  return (await readSubscription(world.db, businessId, id)) ?? made;
}
