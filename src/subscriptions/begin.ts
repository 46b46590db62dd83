import { periodAt } from './calendar.ts';
import { hasBegunAll, isBeforeTrial, nextPrice } from './next-charge.ts';
import { noticeBefore } from './notice.ts';
import { priceOf } from './price.ts';
import { incompleteHours, type SubscriptionState } from './state.ts';
import { type PeriodRow, rhythmOf, type Subscription } from './subscription.ts';
import { trialOf } from './trial.ts';

/** What the beginning of a period comes to; decided here, written elsewhere. */
export type Begun = {
  readonly after: Subscription;
  /** Undefined: none begins, since it ends here. */
  readonly period: PeriodRow | undefined;
  readonly reason: string;
};

/** Its next period begins now, or it ends where it was to end. */
export function beginNext(
  before: Subscription,
  timeZone: string,
  now: Date,
  /** Whether a period of it is still open, on its way or given up. */
  isOwing = false,
): Begun {
  if (before.cancelsAtEnd) {
    const ended = { ...before, state: 'canceled' as const, dueAt: undefined, noticeAt: undefined };
    return { after: { ...ended, endedAt: now }, period: undefined, reason: 'its period ended' };
  }
  if (hasBegunAll(before)) {
    return { ...lastEnded(before, now, isOwing), period: undefined };
  }
  const rhythm = rhythmOf(before, timeZone);
  const { startsOn, endsOn, dueAt: beginsAt } = periodAt(rhythm, before.nextNumber);
  if (isBeforeTrial(before) && now < beginsAt) {
    const { startsOn: from, firstOn } = before;
    const { announceAt } = trialOf({ timeZone }, from, from.until(firstOn).days);
    const after = { ...before, state: 'trialing' as const, dueAt: beginsAt, noticeAt: announceAt };
    return { after, period: undefined, reason: 'its trial began' };
  }
  const { cents, carryCents } = nextPrice(before);
  const isFirst = before.state === 'scheduled';
  const isFree = cents === 0n;
  const period: PeriodRow = {
    businessId: before.businessId,
    subscriptionId: before.id,
    n: before.nextNumber,
    invoiceId: undefined,
    state: isFree ? 'paid' : 'open',
    amountCents: cents,
    priceCents: priceOf(before).dueCents,
    changedCents: 0n,
    carriedCents: 0n,
    startsOn,
    endsOn,
    tries: 0,
    epoch: 0,
    dueAt: isFree ? undefined : now,
    givesUpAt: isFirst && !isFree ? hoursLater(now, incompleteHours) : undefined,
    lastCode: undefined,
    failedAt: undefined,
    createdAt: now,
    paidAt: isFree ? now : undefined,
    cardAt: undefined,
  };
  const nextNumber = before.nextNumber + 1;
  const state = stateAtBeginning(before.state, isFree);
  // What comes after the first one comes when that is paid.
  const dueAt = state === 'incomplete' ? undefined : periodAt(rhythm, nextNumber).dueAt;
  const after: Subscription = {
    ...before,
    state,
    carryCents,
    nextNumber,
    charged: before.charged + 1,
    dueAt,
    noticeAt: dueAt && noticeBefore(dueAt, now),
  };
  return { after, period, reason: 'a period began' };
}

/** Before its first charge is known to have gone well it is incomplete; after a trial the benefit of doubt holds. */
function stateAtBeginning(state: SubscriptionState, isFree: boolean): SubscriptionState {
  if (state === 'scheduled') return isFree ? 'active' : 'incomplete';
  return state === 'trialing' ? 'active' : state;
}

/** All that was agreed has begun and is over. What is not paid yet, be it on its way, keeps it as it is. */
function lastEnded(before: Subscription, now: Date, isOwing: boolean): Omit<Begun, 'period'> {
  const waits = { ...before, dueAt: undefined, noticeAt: undefined };
  const reason = 'its last period ended';
  if (before.state !== 'active' || isOwing) return { after: waits, reason };
  return { after: { ...waits, state: 'completed', endedAt: now }, reason };
}

function hoursLater(at: Date, hours: number): Date {
  return new Date(at.getTime() + hours * 3_600_000);
}
