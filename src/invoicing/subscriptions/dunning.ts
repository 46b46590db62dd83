import { strict as assert } from 'node:assert';
import { returnRule } from '../../ach/return-codes.ts';
import { todayIn } from '../../kernel/calendar.ts';
import type { Payment } from '../../payments/payment.ts';
import { type DeclineCode, isDeclineCode } from '../../ports/processors/declines.ts';
import { dueMoment, type Rhythm } from './calendar.ts';

/**
 * Why a period was not paid. `hard`: no later charge of this card or account will succeed, so the payer is asked for
 * another. `soft`: a later charge may succeed. `not_asked`: certainly not declined by the issuer. `open`: the outcome
 * is not known yet, or another process decides it.
 */
export type Failure = 'hard' | 'soft' | 'not_asked' | 'open';

/** Classifies each decline code for a later charge of the same card. A new code must be added here. */
const declineClasses: Readonly<Record<DeclineCode, 'hard' | 'soft'>> = {
  lost_card: 'hard',
  stolen_card: 'hard',
  suspected_fraud: 'hard',
  expired_card: 'hard',
  card_replaced: 'hard',
  recurring_stopped: 'hard',
  // The card networks fine a business that tries such a card again.
  do_not_try_again: 'hard',
  incorrect_card_data: 'hard',
  incorrect_number: 'hard',
  incorrect_cvc: 'hard',
  // A charge of ours cannot be confirmed by the payer; one by pay link can.
  authentication_required: 'hard',
  incorrect_address: 'hard',
  card_declined: 'soft',
  do_not_honor: 'soft',
  insufficient_funds: 'soft',
  limit_exceeded: 'soft',
  card_velocity_exceeded: 'soft',
  processing_error: 'soft',
  // The gateway would refuse it for minutes; a day later it does not.
  duplicate: 'soft',
  // Codes of captures and refunds; they do not concern the card.
  authorization_expired: 'soft',
  already_settled: 'soft',
  not_settled: 'soft',
  not_released: 'soft',
  refund_too_large: 'soft',
};

/** Classifies the outcome of a period's charge; undefined: it took or promised money. */
export function failureOf({
  state,
  outcomeCode = '',
}: Pick<Payment, 'state' | 'outcomeCode'>): Failure | undefined {
  switch (state) {
    case 'processing':
    case 'unknown':
      return 'open';
    case 'declined':
      // The processor rejected the request itself; the card is not to blame.
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
 * Classifies a bank return. It is `open` also while clearing presents the same payment again; the caller knows that.
 */
function failureOfReturn(code: string): Failure {
  const { actions } = returnRule(code);
  if (actions.includes('represent')) return 'soft';
  // The rest are errors of ours or of a bank: a person examines them, and the payer can do nothing.
  return actions.includes('disable_token') ? 'hard' : 'open';
}

/** The next step for an unpaid period. */
export type Step =
  | { readonly step: 'wait' }
  /** Charge again at this time. `counts`: the attempt uses up one of the limited attempts. */
  | { readonly step: 'try_again'; readonly at: Date; readonly counts: boolean }
  /** No more attempts with this card; without another one the period is given up at this time. */
  | { readonly step: 'ask_for_card'; readonly giveUpAt: Date }
  | { readonly step: 'give_up' };

/** Days after which a soft decline is charged again, counted from the first decline. */
export const usualRetryDays: readonly number[] = [1, 3, 5, 7];

/** The payer cannot help during an outage, so attempts continue for as long as it lasts. */
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
  // If it took long to learn the outcome of a try, the planned day of the next one may be over.
  const tomorrow = todayIn(place.timeZone, now).add({ days: 1 });
  const day = Temporal.PlainDate.compare(planned, tomorrow) < 0 ? tomorrow : planned;
  return dueMoment(place, day);
}

/** True for retry days that a business can have: whole, ascending, and at most `mostRetryDays`. */
export function areRetryDays(days: readonly number[]): boolean {
  return days.every(
    (day, i) => Number.isSafeInteger(day) && day > (days[i - 1] ?? 0) && day <= mostRetryDays,
  );
}

const mostRetryDays = 60;
