import { strict as assert } from 'node:assert';
import { todayIn } from '../base/calendar.ts';
import { type Interval, stepOf } from './interval.ts';

/** What the periods of a subscription are computed from. It changes with the interval and at no other time. */
export type Rhythm = {
  /** The first day of its first period, from which all others are counted. */
  readonly firstOn: Temporal.PlainDate;
  readonly interval: Interval;
  /** Of the business. */
  readonly timeZone: string;
  /**
   * The number of its first period. A rhythm that follows another one goes on with the numbers, since a
   * period is charged once under its number and never again.
   */
  readonly firstNumber: number;
  /** When its periods fall due, where that is not the usual time. */
  readonly dueTime?: string;
};

export type Period = {
  readonly number: number;
  readonly startsOn: Temporal.PlainDate;
  /** The first day that is not in it, which is that of the next one. */
  readonly endsOn: Temporal.PlainDate;
  /** From when on it may be charged: on its first day. */
  readonly dueAt: Date;
};

/**
 * On the clock of the business. Nowhere are clocks put forward or back at this time, and whoever hears
 * that a card was declined is awake.
 */
const usualDueTime = '09:00';

export function periodAt(rhythm: Rhythm, number: number): Period {
  const startsOn = firstDay(rhythm, number);
  return {
    number,
    startsOn,
    endsOn: firstDay(rhythm, number + 1),
    dueAt: dueMoment(rhythm, startsOn),
  };
}

/** The number of the period in which the business is at this instant; undefined before the first one. */
export function periodOf(rhythm: Rhythm, at: Date): number | undefined {
  const { firstOn, interval, timeZone, firstNumber } = rhythm;
  const today = todayIn(timeZone, at);
  if (Temporal.PlainDate.compare(today, firstOn) < 0) return undefined;
  const { unit, count } = stepOf(interval);
  if (unit === 'days') return firstNumber + Math.floor(firstOn.until(today).days / count);

  const months = (today.year - firstOn.year) * 12 + today.month - firstOn.month;
  const number = firstNumber + Math.floor(months / count);
  // In the month in which a period begins, the days before it still belong to the one before.
  return Temporal.PlainDate.compare(firstDay(rhythm, number), today) > 0 ? number - 1 : number;
}

/** The number of the first period that falls due at this instant or later. */
export function firstDueFrom(rhythm: Rhythm, at: Date): number {
  // One earlier than seems needed: a clock that is put forward may push a late hour past midnight.
  let number = Math.max(rhythm.firstNumber, (periodOf(rhythm, at) ?? 0) - 1);
  while (dueMoment(rhythm, firstDay(rhythm, number)) < at) number += 1;
  return number;
}

/**
 * The time of day at which things fall due, on a day of the business. A time that the clock skips comes as
 * much later as it skips; of one that it shows twice, the first counts.
 */
export function dueMoment(
  { timeZone, dueTime = usualDueTime }: Pick<Rhythm, 'timeZone' | 'dueTime'>,
  day: Temporal.PlainDate,
): Date {
  return new Date(day.toZonedDateTime({ timeZone, plainTime: dueTime }).epochMilliseconds);
}

// Counted from the first day, not from the last period: 31 January, 28 February, 31 March.
function firstDay({ firstOn, interval, firstNumber }: Rhythm, number: number): Temporal.PlainDate {
  const steps = number - firstNumber;
  assert(Number.isSafeInteger(steps) && steps >= 0, 'there is no period of this number');
  const { unit, count } = stepOf(interval);
  return firstOn.add({ [unit]: steps * count });
}
