import { strict as assert } from 'node:assert';
import { todayIn } from '../../kernel/calendar.ts';

type Step = { readonly unit: 'days' | 'months'; readonly count: number };

/** Distance between the first days of two consecutive periods. */
export const intervals = {
  daily: { unit: 'days', count: 1 },
  weekly: { unit: 'days', count: 7 },
  every_two_weeks: { unit: 'days', count: 14 },
  monthly: { unit: 'months', count: 1 },
  every_two_months: { unit: 'months', count: 2 },
  quarterly: { unit: 'months', count: 3 },
  every_half_year: { unit: 'months', count: 6 },
  yearly: { unit: 'months', count: 12 },
} as const satisfies Record<string, Step>;

export type Interval = keyof typeof intervals;
export const intervalNames = Object.keys(intervals) as Interval[];

function stepOf(interval: Interval): Step {
  return intervals[interval];
}

/** The schedule from which periods are computed. It changes only with the interval. */
export type Rhythm = {
  /** The first day of its first period, from which all others are counted. */
  readonly firstOn: Temporal.PlainDate;
  readonly interval: Interval;
  /** The time zone of the business. */
  readonly timeZone: string;
  /**
   * Number of its first period. A schedule that replaces another continues its numbers, since each number is charged
   * once.
   */
  readonly firstNumber: number;
  /** The time of day when periods fall due, if it is not the default. */
  readonly dueTime?: string;
};

export type Period = {
  readonly number: number;
  readonly startsOn: Temporal.PlainDate;
  /** Exclusive: the first day of the next period. */
  readonly endsOn: Temporal.PlainDate;
  /** The earliest charge: on its first day. */
  readonly dueAt: Date;
};

/** On the clock of the business. No clock changes at this time, and the payer is awake to read of a decline. */
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

/**
 * A schedule whose period of this number begins on this day, counted from an earlier one: periods before it do not
 * belong to it. Four years back, so that 29 February comes out again.
 */
export function scheduleBefore(
  day: Temporal.PlainDate,
  interval: Interval,
  number: number,
): Pick<Rhythm, 'firstOn' | 'firstNumber'> {
  const { unit, count } = stepOf(interval);
  const steps = unit === 'months' ? 48 / count : 1;
  return { firstOn: day.subtract({ [unit]: steps * count }), firstNumber: number - steps };
}

/** The number of periods after the first one at which another begins on this day; undefined: none does. */
export function stepsBetween(
  firstOn: Temporal.PlainDate,
  day: Temporal.PlainDate,
  interval: Interval,
): number | undefined {
  const { unit, count } = stepOf(interval);
  const distance =
    unit === 'days'
      ? firstOn.until(day).days
      : (day.year - firstOn.year) * 12 + day.month - firstOn.month;
  const steps = distance / count;
  if (!Number.isInteger(steps) || steps < 0) return undefined;
  return firstOn.add({ [unit]: distance }).equals(day) ? steps : undefined;
}

/** Number of the period that contains this instant; undefined before the first one. */
export function periodOf(rhythm: Rhythm, at: Date): number | undefined {
  const { firstOn, interval, timeZone, firstNumber } = rhythm;
  const today = todayIn(timeZone, at);
  if (Temporal.PlainDate.compare(today, firstOn) < 0) return undefined;
  const { unit, count } = stepOf(interval);
  if (unit === 'days') return firstNumber + Math.floor(firstOn.until(today).days / count);

  const months = (today.year - firstOn.year) * 12 + today.month - firstOn.month;
  const number = firstNumber + Math.floor(months / count);
  // In the month in which a period begins, the days before that belong to the period before.
  return Temporal.PlainDate.compare(firstDay(rhythm, number), today) > 0 ? number - 1 : number;
}

/** The number of the first period that falls due at this instant or later. */
export function firstDueFrom(rhythm: Rhythm, at: Date): number {
  // Start one earlier: a clock change may push a late hour past midnight.
  let number = Math.max(rhythm.firstNumber, (periodOf(rhythm, at) ?? 0) - 1);
  while (dueMoment(rhythm, firstDay(rhythm, number)) < at) number += 1;
  return number;
}

/**
 * Time of day when periods fall due, on a day of the business. A time that the clock skips moves by the skipped span;
 * of a repeated time the first one counts.
 */
export function dueMoment(
  { timeZone, dueTime = usualDueTime }: Pick<Rhythm, 'timeZone' | 'dueTime'>,
  day: Temporal.PlainDate,
): Date {
  return new Date(day.toZonedDateTime({ timeZone, plainTime: dueTime }).epochMilliseconds);
}

// Count from the first day, not from the last period: 31 January, 28 February, 31 March.
function firstDay({ firstOn, interval, firstNumber }: Rhythm, number: number): Temporal.PlainDate {
  const steps = number - firstNumber;
  assert(Number.isSafeInteger(steps) && steps >= 0, 'there is no period of this number');
  const { unit, count } = stepOf(interval);
  return firstOn.add({ [unit]: steps * count });
}
