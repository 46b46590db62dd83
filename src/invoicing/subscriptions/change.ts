import { todayIn } from '../../kernel/calendar.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { Business } from '../../parties/businesses/business.ts';
import { recordAct } from '../../records/audit-log.ts';
import type { Sql } from '../../runtime/sql.ts';
import { withoutCommit } from '../../runtime/without-commit.ts';
import type { World } from '../../world.ts';
import { firstDueFrom, periodAt, type Rhythm } from './calendar.ts';
import type { Move, Why } from './move-store.ts';
import { periodEnd } from './next-charge.ts';
import { noticeAgain, noticeBefore, trialOf } from './notice.ts';
import { owes, tryAtOnce, voidOpen } from './open-periods.ts';
import { lockUnpaid } from './period-store.ts';
import { lockSubscriptions, writeSubscriptions } from './store.ts';
import {
  mayBecome,
  type PeriodRow,
  rhythmOf,
  type Subscription,
  type SubscriptionState,
} from './subscription.ts';

/** A request for a change of a subscription. The world has the clock of its business. */
export type SubscriptionRequest = {
  readonly business: Business;
  readonly id: bigint;
  readonly actor: string;
  /** Throws if the subscription is no longer the one that the caller saw; its row is locked. */
  readonly judge?: (before: Subscription) => void;
};

/** Periods that begin during a pause are never charged. A subscription that ends with its period cannot be paused. */
export async function pauseSubscription(
  world: World,
  request: SubscriptionRequest,
): Promise<Subscription> {
  return await change(world, request, 'paused', (before, at) => {
    // A paused subscription would not reach its end.
    if (before.cancelsAtEnd) throw new Refusal('subscription_not_so');
    const state = mustBecome(before, 'paused');
    return { ...before, state, dueAt: undefined, noticeAt: undefined, pausedAt: at };
  });
}

/**
 * Resumes with the next period; the schedule is unchanged. An unfinished trial continues too. After unpaid periods
 * nothing begins before they are paid.
 */
export async function resumeSubscription(
  world: World,
  request: SubscriptionRequest,
): Promise<Subscription> {
  return await change(world, request, 'resumed', async (before, at, tx) => {
    if (before.state !== 'paused') throw new Refusal('subscription_not_so');
    const { timeZone } = request.business;
    const next = nextAfterPause(before, timeZone, at);
    const resumed = { ...before, ...next, pausedAt: undefined };
    if (before.charged === 0 && next.nextNumber === before.firstNumber) {
      const rhythm = rhythmOf(before, timeZone);
      return { ...resumed, state: 'trialing', noticeAt: trialNotice(before, rhythm) };
    }
    const unpaid = await lockUnpaid(tx, before.businessId, [before.id]);
    if (unpaid.some(({ state }) => state === 'unpaid')) {
      return { ...before, state: 'unpaid', pausedAt: undefined };
    }
    const state = unpaid.some(wasDeclined) ? 'past_due' : 'active';
    return { ...resumed, state, noticeAt: noticeBefore(next.dueAt, at) };
  });
}

/** A period of a new interval that was due just before the pause begins now; otherwise the next one on schedule. */
function nextAfterPause(before: Subscription, timeZone: string, at: Date) {
  const { charged, nextNumber: number, firstNumber, firstOn } = before;
  if (charged > 0 && number === firstNumber) {
    return { firstOn: todayIn(timeZone, at), nextNumber: number, dueAt: at };
  }
  const rhythm = rhythmOf(before, timeZone);
  const nextNumber = Math.max(number, firstDueFrom(rhythm, at));
  return { firstOn, nextNumber, dueAt: periodAt(rhythm, nextNumber).dueAt };
}

/** The end of a trial is announced once: not again if that was done before the pause. */
function trialNotice(
  { startsOn, firstOn, pausedAt }: Subscription,
  rhythm: Rhythm,
): Date | undefined {
  const { announceAt } = trialOf(rhythm, startsOn, startsOn.until(firstOn).days);
  return pausedAt && pausedAt > announceAt ? undefined : announceAt;
}

function wasDeclined(period: PeriodRow): boolean {
  return owes(period) && period.tries > 0;
}

/** Cancels at once; open periods become void. */
export async function cancelSubscription(
  world: World,
  request: SubscriptionRequest,
): Promise<Subscription> {
  return await change(world, request, 'canceled', async (before, at, tx) => {
    // A subscription that never became active expires instead of being canceled.
    const state = before.state === 'incomplete' ? 'incomplete_expired' : 'canceled';
    const after = { ...before, state: mustBecome(before, state), endedAt: at };
    const left = await voidOpen(tx, before);
    return { ...after, ...left, dueAt: undefined, noticeAt: undefined };
  });
}

/** Sets or clears the end after the current period. */
export async function cancelAtEnd(
  world: World,
  request: SubscriptionRequest,
  cancelsAtEnd: boolean,
): Promise<Subscription> {
  const act = cancelsAtEnd ? 'ends_with_period' : 'goes_on';
  return await change(world, request, act, (before, at) => {
    const { timeZone } = request.business;
    if (before.endedAt || !periodEnd(before, timeZone)) throw new Refusal('subscription_not_so');
    const noticeAt = noticeAgain(before, timeZone, at);
    return { ...before, cancelsAtEnd, noticeAt };
  });
}

/** Replaces the token; open periods are charged to it at once. */
export async function changeToken(
  world: World,
  request: SubscriptionRequest,
  token: string,
): Promise<Subscription> {
  return await change(world, request, 'token_changed', async (before, at, tx) => {
    if (before.endedAt) throw new Refusal('subscription_not_so');
    await tryAtOnce(world, tx, before.businessId, [before.id], at);
    return { ...before, token, announcedExpiry: undefined };
  });
}

type Edit = (before: Subscription, at: Date, tx: Sql) => Subscription | Promise<Subscription>;

/** One transaction, with a row in its history and in the audit log. */
export async function change(
  world: World,
  request: SubscriptionRequest,
  act: string,
  edit: Edit,
): Promise<Subscription> {
  return await world.db.begin(async (tx) => await changeWithin(tx, world, request, act, edit));
}

/** The subscription as the same change would leave it; nothing is committed. */
export async function previewChange(
  world: World,
  request: SubscriptionRequest,
  act: string,
  edit: Edit,
): Promise<Subscription> {
  return await withoutCommit(
    world.db,
    async (tx) => await changeWithin(tx, world, request, act, edit),
  );
}

async function changeWithin(
  tx: Sql,
  world: World,
  { business, id, actor, judge }: SubscriptionRequest,
  act: string,
  edit: Edit,
): Promise<Subscription> {
  const [before] = await lockSubscriptions(tx, business.id, [id]);
  if (!before) throw new Refusal('unknown_subscription');
  judge?.(before);
  const at = world.now();
  const after = await edit(before, at, tx);
  const moves = movesOf(before, after, { actor, reason: act, at });
  await writeSubscriptions(tx, business.id, [after], moves);
  await recordAct(tx, {
    businessId: business.id,
    actor,
    act: `subscription.${act}`,
    object: `subscription:${id}`,
    facts: { state: after.state },
    at,
  });
  return { ...after, version: after.version + 1 };
}

/** A subscription paused with unpaid periods resumes as unpaid. */
function movesOf(before: Subscription, after: Subscription, why: Why): Move[] {
  const isBehind = before.state === 'paused' && after.state === 'past_due';
  if (!isBehind) return [{ ...why, before, after }];
  const between = { ...after, state: 'active' as const };
  return [
    { ...why, before, after: between },
    { ...why, before: between, after },
  ];
}

function mustBecome(before: Subscription, to: SubscriptionState): SubscriptionState {
  if (!mayBecome(before.state, to)) throw new Refusal('subscription_not_so');
  return to;
}
