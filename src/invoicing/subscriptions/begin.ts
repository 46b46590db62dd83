import { hourMs } from '../../kernel/duration.ts';
import { periodAt } from './calendar.ts';
import { hasBegunAll, isBeforeTrial, nextPrice } from './next-charge.ts';
import { noticeBefore, trialOf } from './notice.ts';
import { priceOf } from './price.ts';
import {
  incompleteHours,
  type PeriodRow,
  rhythmOf,
  type Subscription,
  type SubscriptionState,
} from './subscription.ts';

/** The result of beginning a period; pure, the caller writes it. */
export type Begun = {
  readonly after: Subscription;
  /** Undefined: no period begins, because the subscription ends. */
  readonly period: PeriodRow | undefined;
  readonly reason: string;
};

/** Begins the next period, or ends a subscription that has no further one. */
export function beginNext(
  before: Subscription,
  timeZone: string,
  now: Date,
  /** True while one of its periods is open, processing or unpaid. */
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
  // After the first period the next one is scheduled when the first is paid.
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

/** `incomplete` until the first charge is captured. After a trial it counts as active before that. */
function stateAtBeginning(state: SubscriptionState, isFree: boolean): SubscriptionState {
  if (state === 'scheduled') return isFree ? 'active' : 'incomplete';
  return state === 'trialing' ? 'active' : state;
}

/** All agreed periods have begun and are over. An unpaid or processing one keeps the present state. */
function lastEnded(before: Subscription, now: Date, isOwing: boolean): Omit<Begun, 'period'> {
  const waits = { ...before, dueAt: undefined, noticeAt: undefined };
  const reason = 'its last period ended';
  if (before.state !== 'active' || isOwing) return { after: waits, reason };
  return { after: { ...waits, state: 'completed', endedAt: now }, reason };
}

function hoursLater(at: Date, hours: number): Date {
  return new Date(at.getTime() + hours * hourMs);
}
