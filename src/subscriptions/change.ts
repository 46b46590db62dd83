import { todayIn } from '../base/calendar.ts';
import { Refusal } from '../base/refusal.ts';
import type { Sql } from '../base/sql.ts';
import type { Business } from '../businesses/business.ts';
import { recordAct } from '../trail/trail.ts';
import type { World } from '../world.ts';
import { firstDueFrom, periodAt, type Rhythm } from './calendar.ts';
import { type Move, type Why, writeMoves } from './move-store.ts';
import { noticeAgain, noticeBefore } from './notice.ts';
import { owes, tryAtOnce, voidOpen } from './open-periods.ts';
import { lockUnpaid } from './period-store.ts';
import { mayBecome, type SubscriptionState } from './state.ts';
import { lockSubscriptions, writeSubscriptions } from './store.ts';
import { type PeriodRow, rhythmOf, type Subscription } from './subscription.ts';
import { trialOf } from './trial.ts';

/** What somebody does to a subscription. The world has the clock of its business. */
export type Deed = { readonly business: Business; readonly id: bigint; readonly actor: string };

/** What begins while it is paused is not charged, then or later. What ends with its period begins nothing anyway. */
export async function pauseSubscription(world: World, deed: Deed): Promise<Subscription> {
  return await change(world, deed, 'paused', (before, at) => {
    // Paused, it would not come to its end.
    if (before.cancelsAtEnd) throw new Refusal('subscription_not_so');
    const state = mustBecome(before, 'paused');
    return { ...before, state, dueAt: undefined, noticeAt: undefined, pausedAt: at };
  });
}

/**
 * It goes on with the next period that begins; its days stay what they were. A trial that is not over goes on too, and
 * of what was given up nothing begins before that is paid.
 */
export async function resumeSubscription(world: World, deed: Deed): Promise<Subscription> {
  return await change(world, deed, 'resumed', async (before, at, tx) => {
    if (before.state !== 'paused') throw new Refusal('subscription_not_so');
    const { timeZone } = deed.business;
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

/** A period of another interval that was to begin just before the pause begins now; of others, the next one. */
function nextAfterPause(before: Subscription, timeZone: string, at: Date) {
  const { charged, nextNumber: number, firstNumber, firstOn } = before;
  if (charged > 0 && number === firstNumber) {
    return { firstOn: todayIn(timeZone, at), nextNumber: number, dueAt: at };
  }
  const rhythm = rhythmOf(before, timeZone);
  const nextNumber = Math.max(number, firstDueFrom(rhythm, at));
  return { firstOn, nextNumber, dueAt: periodAt(rhythm, nextNumber).dueAt };
}

/** The end of a trial is announced once: not again where that was done before the pause. */
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

/** Nothing is charged any more; what is open of it is void. */
export async function cancelSubscription(world: World, deed: Deed): Promise<Subscription> {
  return await change(world, deed, 'canceled', async (before, at, tx) => {
    // One that never came to be is not canceled, but over.
    const state = before.state === 'incomplete' ? 'incomplete_expired' : 'canceled';
    const after = { ...before, state: mustBecome(before, state), endedAt: at };
    const left = await voidOpen(tx, before);
    return { ...after, ...left, dueAt: undefined, noticeAt: undefined };
  });
}

/** It ends where its period does; or goes on after all. */
export async function cancelAtEnd(
  world: World,
  deed: Deed,
  cancelsAtEnd: boolean,
): Promise<Subscription> {
  const act = cancelsAtEnd ? 'ends_with_period' : 'goes_on';
  return await change(world, deed, act, (before, at) => {
    if (before.endedAt || before.dueAt === undefined) throw new Refusal('subscription_not_so');
    const noticeAt = noticeAgain(before, deed.business.timeZone, at);
    return { ...before, cancelsAtEnd, noticeAt };
  });
}

/** Another card or account from now on; what is open is charged to it at once. */
export async function changeToken(world: World, deed: Deed, token: string): Promise<Subscription> {
  return await change(world, deed, 'token_changed', async (before, at, tx) => {
    if (before.endedAt) throw new Refusal('subscription_not_so');
    await tryAtOnce(world, tx, before.businessId, [before.id], at);
    return { ...before, token, announcedExpiry: undefined };
  });
}

type Edit = (before: Subscription, at: Date, tx: Sql) => Subscription | Promise<Subscription>;

/** All or nothing, with a line in its history and in the audit trail. */
export async function change(
  world: World,
  { business, id, actor }: Deed,
  act: string,
  edit: Edit,
): Promise<Subscription> {
  return await world.db.begin(async (tx) => {
    const [before] = await lockSubscriptions(tx, business.id, [id]);
    if (!before) throw new Refusal('unknown_subscription');
    const at = world.now();
    const after = await edit(before, at, tx);
    await writeSubscriptions(tx, business.id, [after]);
    await writeMoves(tx, business.id, movesOf(before, after, { actor, reason: act, at }));
    await recordAct(tx, {
      businessId: business.id,
      actor,
      act: `subscription.${act}`,
      object: `subscription:${id}`,
      facts: { state: after.state },
      at,
    });
    return { ...after, version: after.version + 1 };
  });
}

/** What was paused while something was owed goes on, and owes it still. */
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
