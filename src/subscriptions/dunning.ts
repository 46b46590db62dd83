import { strict as assert } from 'node:assert';
import { returnRule } from '../ach/return-codes.ts';
import { todayIn } from '../base/calendar.ts';
import type { Payment } from '../payments/payment.ts';
import { type DeclineCode, declines } from '../processors/declines.ts';
import { dueMoment, type Rhythm } from './calendar.ts';

/**
 * Why a period was not paid. `hard`: the same card or account will not pay it another day either, so the
 * payer is asked for another. `soft`: it may. `not_asked`: certain that nobody said no. `open`: not known
 * yet, or in other hands.
 */
export type Failure = 'hard' | 'soft' | 'not_asked' | 'open';

/** What each decline says about the same card on another day. A code that is new has to be put in here. */
const declineClasses: Readonly<Record<DeclineCode, 'hard' | 'soft'>> = {
  lost_card: 'hard',
  stolen_card: 'hard',
  suspected_fraud: 'hard',
  expired_card: 'hard',
  incorrect_number: 'hard',
  incorrect_cvc: 'hard',
  // Nobody is there to confirm it when we charge; on a pay link somebody is.
  authentication_required: 'hard',
  card_declined: 'soft',
  do_not_honor: 'soft',
  insufficient_funds: 'soft',
  limit_exceeded: 'soft',
  card_velocity_exceeded: 'soft',
  processing_error: 'soft',
  // These answer captures and refunds, and say nothing against the card.
  authorization_expired: 'soft',
  already_settled: 'soft',
  refund_too_large: 'soft',
};

/** What the charge of a period says about the next try; undefined: it took or promised money. */
export function failureOf({
  state,
  outcomeCode = '',
}: Pick<Payment, 'state' | 'outcomeCode'>): Failure | undefined {
  switch (state) {
    case 'processing':
    case 'unknown':
      return 'open';
    case 'declined':
      // What the processor rejected as it was sent is no fault of the card.
      return isDeclineCode(outcomeCode) ? declineClasses[outcomeCode] : 'soft';
    case 'canceled':
      return 'not_asked';
    case 'returned':
      return failureOfReturn(outcomeCode);
    case 'expired':
    case 'voided':
    case 'authorized':
    case 'capturing':
    case 'captured':
    case 'voiding':
    case 'queued':
    case 'originated':
    case 'settled':
    case 'available':
      return undefined;
  }
}

/**
 * What a bank's return says. While clearing presents the same payment again by itself, it is `open` all
 * the same: whoever calls knows that.
 */
function failureOfReturn(code: string): Failure {
  const { actions } = returnRule(code);
  if (actions.includes('represent')) return 'soft';
  // What is left is a mistake of ours or of a bank: a person looks at it, and the payer can do nothing.
  return actions.includes('disable_token') ? 'hard' : 'open';
}

function isDeclineCode(code: string): code is DeclineCode {
  return Object.hasOwn(declines, code);
}

/** What is done about a period that was not paid. */
export type Step =
  | { readonly step: 'wait' }
  /** Charge again then. `counts`: it is one of the tries that run out. */
  | { readonly step: 'try_again'; readonly at: Date; readonly counts: boolean }
  /** Nothing is tried with this card any more; without another one the period is given up then. */
  | { readonly step: 'ask_for_card'; readonly giveUpAt: Date }
  | { readonly step: 'give_up' };

/** After how many days a soft decline is tried again, counted from the first one. */
export const usualRetryDays: readonly number[] = [1, 3, 5, 7];

/** An outage is none of the payer's business, so it is waited for as long as it lasts. */
const outagePauseMs = 60 * 60 * 1000;

export type Unpaid = {
  readonly failure: Failure;
  /** How many charges of this period were declined, this one among them. */
  readonly declines: number;
  readonly firstDeclinedAt: Date;
  readonly now: Date;
};

export function afterFailure(
  place: Pick<Rhythm, 'timeZone' | 'dueTime'>,
  { failure, declines, firstDeclinedAt, now }: Unpaid,
  retryDays = usualRetryDays,
): Step {
  switch (failure) {
    case 'open':
      return { step: 'wait' };
    case 'not_asked':
      return { step: 'try_again', at: new Date(now.getTime() + outagePauseMs), counts: false };
    case 'hard': {
      const giveUpAt = morningAfter(place, firstDeclinedAt, retryDays.at(-1) ?? 1, now);
      return { step: 'ask_for_card', giveUpAt };
    }
    case 'soft': {
      assert(Number.isSafeInteger(declines) && declines >= 1);
      const days = retryDays[declines - 1];
      if (days === undefined) return { step: 'give_up' };
      return {
        step: 'try_again',
        at: morningAfter(place, firstDeclinedAt, days, now),
        counts: true,
      };
    }
  }
}

/** So many days of the business later, at the time at which things fall due; but never before tomorrow. */
function morningAfter(
  place: Pick<Rhythm, 'timeZone' | 'dueTime'>,
  from: Date,
  days: number,
  now: Date,
): Date {
  const planned = todayIn(place.timeZone, from).add({ days });
  // Where it took long to find out how a try ended, the days for the next one may be over.
  const tomorrow = todayIn(place.timeZone, now).add({ days: 1 });
  const day = Temporal.PlainDate.compare(planned, tomorrow) < 0 ? tomorrow : planned;
  return dueMoment(place, day);
}

/** Whether these can be the retry days of a business: whole, growing, and soon enough to make sense. */
export function areRetryDays(days: readonly number[]): boolean {
  return days.every(
    (day, i) => Number.isSafeInteger(day) && day > (days[i - 1] ?? 0) && day <= mostRetryDays,
  );
}

const mostRetryDays = 60;
