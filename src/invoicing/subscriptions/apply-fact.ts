import { strict as assert } from 'node:assert';
import type { Business } from '../../parties/businesses/business.ts';
import { firstDueFrom, periodAt } from './calendar.ts';
import { afterFailure } from './dunning.ts';
import type { Fact } from './fact.ts';
import { hasBegunAll, nextLook } from './next-charge.ts';
import { noticeBefore } from './notice.ts';
import {
  isOver,
  mayBecome,
  type PeriodRow,
  rhythmOf,
  type Subscription,
  type SubscriptionState,
} from './subscription.ts';

/** A subscription, one of its periods, and the state of its other periods. */
export type Standing = {
  readonly subscription: Subscription;
  readonly period: PeriodRow;
  /** True while another period is open or unpaid. */
  readonly owesMore: boolean;
  /** True while another period is open, unpaid or processing. */
  readonly awaitsMore: boolean;
};

/** The request to the payer: nothing yet, another card, or payment by link because no attempt follows. */
export type Ask = 'will_retry' | 'new_card' | 'pay_now';

export type Effect = {
  readonly subscription: Subscription;
  readonly period: PeriodRow;
  /** The states that the subscription passed through. */
  readonly through: readonly SubscriptionState[];
  readonly reason: string;
  /** Set where the payer is notified. */
  readonly ask: Ask | undefined;
};

type Place = Pick<Business, 'timeZone' | 'terms'>;

/** The effect of a fact on a period and its subscription; pure, the caller writes it. */
export function applyFact(standing: Standing, fact: Fact, place: Place): Effect | undefined {
  switch (fact.what) {
    case 'paid':
    case 'processing':
      return paid(standing, fact, place);
    case 'failed':
      return failed(standing, fact, place);
    case 'returned':
      return returned(standing, fact, place);
    case 'voided':
      return standing.period.state === 'processing' ? takenBack(standing, fact, place) : undefined;
    case 'left_over':
      return undefined; // It stays paid; what of a change is carried over is counted for every fact (left-over.ts).
    case 'taken_back':
      return takenBack(carriedOn(standing, fact.carriedCents), fact, place, fact.code);
  }
}

function paid(
  { subscription, period: before, owesMore, awaitsMore }: Standing,
  { what, at }: Fact,
  place: Place,
): Effect | undefined {
  if (before.state === 'void') return undefined;
  const isFinal = what === 'paid';
  const period: PeriodRow = {
    ...before,
    state: isFinal ? 'paid' : 'processing',
    dueAt: undefined,
    givesUpAt: undefined,
    paidAt: isFinal ? at : undefined,
  };
  const reason = 'its period is paid';
  if (owesMore) return unmoved(subscription, period, reason);
  const active = goOn(subscription, place, at);
  const isAll = isFinal && !awaitsMore;
  return {
    ...(isAll ? perhapsCompleted(active, at) : still(active)),
    period,
    reason,
    ask: undefined,
  };
}

/** Completes a subscription whose agreed periods are all over and paid. */
function perhapsCompleted(active: Subscription, at: Date) {
  if (active.state !== 'active' || active.dueAt || !hasBegunAll(active)) return still(active);
  const subscription = { ...active, state: 'completed' as const, endedAt: at };
  return { subscription, through: [active.state, subscription.state] };
}

function still(subscription: Subscription) {
  return { subscription, through: [subscription.state] };
}

/** Active again; a stopped one continues with the next period that begins. */
function goOn(one: Subscription, { timeZone }: Place, at: Date): Subscription {
  const { state } = one;
  if (state !== 'incomplete' && state !== 'past_due' && state !== 'unpaid') return one;
  const active = { ...one, state: 'active' as const };
  if (state === 'past_due') return active;
  const rhythm = rhythmOf(one, timeZone);
  const from = state === 'unpaid' && !hasBegunAll(one) ? firstDueFrom(rhythm, at) : 0;
  const nextNumber = Math.max(one.nextNumber, from);
  const { dueAt } = periodAt(rhythm, nextNumber);
  return { ...active, nextNumber, dueAt, noticeAt: noticeBefore(dueAt, at) };
}

/** Voids a period: it need not be paid any more. */
function takenBack(
  standing: Standing,
  { at }: Fact,
  place: Place,
  code?: string,
): Effect | undefined {
  const { subscription, period: before } = standing;
  if (before.state === 'void' || before.state === 'paid') return undefined;
  const period = ended({ ...before, lastCode: code ?? before.lastCode }, 'void');
  const reason = code ? `its period was taken back: ${code}` : 'its period was taken back';
  if (subscription.state === 'incomplete') {
    const unpaid = code ? reason : 'its first charge was not paid in time';
    const expired = over(subscription, 'incomplete_expired', at);
    return { ...expired, period, reason: unpaid, ask: undefined };
  }
  return waived({ ...standing, period }, reason, place, at);
}

/** The period is void now: the subscription goes on, unless others are owed. */
function waived(
  { subscription, period, owesMore, awaitsMore }: Standing,
  reason: string,
  place: Place,
  at: Date,
): Effect {
  if (owesMore) return unmoved(subscription, period, reason);
  const active = goOn(subscription, place, at);
  const after = awaitsMore ? still(active) : perhapsCompleted(active, at);
  return { ...after, period, reason, ask: undefined };
}

/** Carries the change that its price would have settled over to the next period. */
function carriedOn(standing: Standing, carriedCents = 0n): Standing {
  if (carriedCents === 0n) return standing;
  const { subscription } = standing;
  const carryCents = subscription.carryCents + carriedCents;
  return { ...standing, subscription: { ...subscription, carryCents } };
}

function failed(
  { subscription, period: before }: Standing,
  fact: Fact & { readonly what: 'failed' },
  { timeZone, terms }: Place,
): Effect | undefined {
  if (fact.epoch !== undefined && fact.epoch !== before.epoch) return undefined;
  if (before.state === 'unpaid' && fact.attempt === before.tries) {
    // The period was given up during the attempt; the next attempt has another card and number.
    return unmoved(subscription, { ...before, tries: before.tries + 1 }, 'declined after all');
  }
  if (before.state !== 'open') return undefined;
  if (subscription.state === 'canceled' || subscription.state === 'incomplete_expired') {
    return unmoved(subscription, ended(before, 'void'), 'it was not paid before it was over');
  }
  // An attempt that was counted before, or a payment by link.
  if (fact.attempt !== before.tries) return undefined;
  const { failure, code, at } = fact;
  const failedAt = before.failedAt ?? at;
  const step = afterFailure(
    { timeZone },
    { failure, declines: before.tries + 1, firstDeclinedAt: failedAt, now: at },
    terms.retryDays,
  );
  const reason = `declined: ${code ?? 'no code'}`;
  const declined: PeriodRow = { ...before, lastCode: code, failedAt, tries: before.tries + 1 };
  if (fact.isOldCard && (failure === 'hard' || failure === 'soft')) {
    // The payer has already replaced the card: charge it at once. Only once, because clocks differ: the time of the
    // replacement may be later than every attempt with it.
    return owing(subscription, { ...declined, dueAt: at, cardAt: undefined }, reason, undefined);
  }
  // No dunning for a first payment: it is paid by hand within hours, or the subscription expires.
  const isFirst = subscription.state === 'incomplete';
  switch (step.step) {
    case 'wait':
      return undefined;
    case 'try_again': {
      if (!step.counts) {
        return unmoved(subscription, { ...before, dueAt: step.at }, 'it could not be asked');
      }
      if (isFirst) return owing(subscription, { ...declined, dueAt: undefined }, reason, 'pay_now');
      // The payer has already replaced the card: end these attempts without asking again.
      const period = { ...declined, dueAt: step.at, givesUpAt: undefined };
      return owing(subscription, period, reason, 'will_retry');
    }
    case 'ask_for_card': {
      const givesUpAt = isFirst ? before.givesUpAt : step.giveUpAt;
      return owing(subscription, { ...declined, dueAt: undefined, givesUpAt }, reason, 'new_card');
    }
    case 'give_up':
      if (isFirst) return owing(subscription, { ...declined, dueAt: undefined }, reason, 'pay_now');
      return givenUp(subscription, declined, { reason: 'tried often enough', at, timeZone });
  }
}

function returned(
  standing: Standing,
  fact: Fact & { readonly what: 'returned' },
  place: Place,
): Effect | undefined {
  const { subscription, period: before } = standing;
  const { at, code, isUnauthorized, isUnasked, isRefunded, isOldAccount } = fact;
  const { timeZone, terms } = place;
  if (before.state === 'void') return undefined;
  const step = afterFailure(
    { timeZone },
    { failure: 'hard', declines: before.tries + 1, firstDeclinedAt: at, now: at },
    terms.retryDays,
  );
  assert(step.step === 'ask_for_card');
  const period: PeriodRow = {
    ...before,
    state: 'open',
    tries: before.tries + 1,
    dueAt: undefined,
    givesUpAt: step.giveUpAt,
    lastCode: code,
    failedAt: at,
    paidAt: undefined,
  };
  const reason = `came back: ${code ?? 'no code'}`;
  const gone = ended(period, isRefunded ? 'void' : 'unpaid');
  // A debit returned as unauthorized ends the subscription; no payment is asked for after the end.
  if (isUnauthorized && mayBecome(subscription.state, 'canceled')) {
    const canceled = over(subscription, 'canceled', at);
    return { ...canceled, period: gone, reason, ask: undefined };
  }
  if (isUnauthorized || isOver(subscription.state)) return unmoved(subscription, gone, reason);
  if (isRefunded) return waived({ ...standing, period: gone }, reason, place, at);
  // The payer has replaced the account already: charge what is there now.
  if (isOldAccount) return owing(subscription, { ...period, dueAt: at }, reason, undefined);
  // The mail about the return already asks for the money.
  const owed = owing(subscription, period, reason, 'new_card');
  return isUnasked ? owed : { ...owed, ask: undefined };
}

function over(one: Subscription, state: 'canceled' | 'incomplete_expired', at: Date) {
  const subscription = { ...one, state, dueAt: undefined, noticeAt: undefined, endedAt: at };
  return { subscription, through: [state] };
}

/** Ends the attempts with this card. */
function ended(one: PeriodRow, state: 'unpaid' | 'void'): PeriodRow {
  return { ...one, state, dueAt: undefined, givesUpAt: undefined };
}

function owing(one: Subscription, period: PeriodRow, reason: string, ask: Ask | undefined): Effect {
  const isNew = one.state === 'active';
  const subscription = isNew ? { ...one, state: 'past_due' as const } : one;
  return { subscription, period, through: [subscription.state], reason, ask };
}

type GivingUp = Pick<Place, 'timeZone'> & { readonly reason: string; readonly at: Date };

/** Its invoice can still be paid; no period begins before that. */
export function givenUp(
  one: Subscription,
  before: PeriodRow,
  { reason, at, timeZone }: GivingUp,
): Effect {
  const ask = 'pay_now';
  const isOwing = one.state === 'active' || one.state === 'past_due';
  const unpaid = { ...one, state: 'unpaid' as const, dueAt: undefined, noticeAt: undefined };
  const subscription = isOwing ? unpaid : one;
  const period = { ...ended(before, 'unpaid'), givesUpAt: nextLook(subscription, timeZone, at) };
  if (!isOwing) return { ...unmoved(one, period, reason), ask };
  return { subscription, period, through: ['past_due', 'unpaid'], reason, ask };
}

export function unmoved(subscription: Subscription, period: PeriodRow, reason: string): Effect {
  return { subscription, period, through: [], reason, ask: undefined };
}
