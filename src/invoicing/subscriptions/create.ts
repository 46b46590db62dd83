import { todayIn } from '../../kernel/calendar.ts';
import type { Secret } from '../../kernel/secret.ts';
import type { Business } from '../../parties/businesses/business.ts';
import type { StoredToken } from '../../payments/tokens/store.ts';
import { type IdempotencyKey, once, replayOf } from '../../runtime/idempotency.ts';
import type { Sql } from '../../runtime/sql.ts';
import type { World } from '../../world.ts';
import { begin } from './begin-due.ts';
import { dueMoment, periodAt } from './calendar.ts';
import { chargeFor } from './charge-due.ts';
import { followPayments } from './follow.ts';
import { noticeBefore, trialOf } from './notice.ts';
import { insertPlan, type Plan } from './plan.ts';
import { refuseTooMuch } from './refuse-too-much.ts';
import { findByKey, findSame, insertSubscription, readSubscription, releaseKey } from './store.ts';
import { rhythmOf, type Subscription } from './subscription.ts';

export type SubscriptionRequest = {
  readonly business: Business;
  readonly idempotencyKey: IdempotencyKey | undefined;
  /** The whole request. An equal request returns the same subscription until that ends. */
  readonly content: Secret;
  readonly stored: StoredToken;
  readonly startsOn: Temporal.PlainDate;
  /**
   * The existing plan, or a new one from the request, with the request's own terms. A refusal if it can no longer be
   * made; a replay still returns the earlier subscription.
   */
  readonly planFor: () => Promise<Plan>;
  readonly actor: string;
};

/** Once for equal requests. A period that begins today is charged before this returns. */
export async function createSubscription(
  world: World,
  request: SubscriptionRequest,
): Promise<Subscription> {
  const made = await once({
    find: () => findEarlier(world, request),
    async make() {
      const plan = await request.planFor();
      refuseTooMuch(plan);
      return await world.db.begin((tx) => make(world, tx, request, plan)); // committed
    },
  });
  return await awaitFirst(world, made);
}

async function findEarlier(
  world: World,
  { business, idempotencyKey, content }: SubscriptionRequest,
): Promise<Subscription | undefined> {
  const byKey = idempotencyKey && (await findByKey(world.db, business.id, idempotencyKey.key));
  if (idempotencyKey) {
    const remembered = byKey && { ...byKey, made: byKey, keptAt: byKey.createdAt };
    return await replayOf(world, content, remembered, () => releaseKey(world.db, byKey!));
  }
  return await findSame(world.db, business.id, world.vault.fingerprints(content));
}

/** Undefined: an equal one exists, and nothing was written. */
async function make(
  world: World,
  tx: Sql,
  request: SubscriptionRequest,
  plan: Plan,
): Promise<Subscription | undefined> {
  const { business, idempotencyKey, actor } = request;
  const at = world.now();
  const id = await world.ids.next(business.id);
  const subscription = newSubscription(world, request, plan, id, at);
  const why = { actor, reason: 'made', at };
  if (!(await insertSubscription(tx, subscription, idempotencyKey?.key, why))) return undefined;
  if (plan.code !== '') await insertPlan(tx, plan, at);
  if (!isDue(subscription, at)) return subscription;
  const [begun] = await begin(world, tx, business, [subscription]);
  return begun?.after;
}

function newSubscription(
  world: World,
  { business, stored, startsOn, content }: SubscriptionRequest,
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
    currency: plan.currency,
    discount: plan.discount,
    taxCents: plan.taxCents,
    carryCents: 0n,
    startsOn,
    nextNumber: 0,
    charged: 0,
    periods: plan.periods,
    cancelsAtEnd: false,
    // A subscription that starts today starts now, even early in the morning.
    dueAt: hasBegun && !isTrial ? createdAt : starting,
    noticeAt: isTrial ? trial.announceAt : noticeBefore(dueAt, createdAt),
    announcedExpiry: undefined,
    pausedAt: undefined,
    pageId: undefined,
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
 * Charges at once, so that the caller gets the result; a replay waits for a charge under way. After a crash here the
 * sweeps charge it.
 */
async function awaitFirst(world: World, made: Subscription): Promise<Subscription> {
  const { businessId, id, state, charged } = made;
  if (charged === 0 || state !== 'incomplete') return made;
  await chargeFor(world, businessId, { only: id, waits: true });
  await followPayments(world, businessId);
  return (await readSubscription(world.db, businessId, id)) ?? made;
}
