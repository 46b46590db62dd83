import { strict as assert } from 'node:assert';
import { addBankingDays, isBankingDay, nextBankingDay } from './banking-days.ts';

/** When files are made on each banking day, by the clock of New York. */
export type Cutoffs = {
  /** For files that settle on the day itself. */
  readonly sameDay: readonly string[];
  /** For entries that settle on the next banking day. */
  readonly standard: readonly string[];
};

/** The end of each FedACH window; 02:15 is on the calendar day after. */
export const fedDeadlines = { sameDay: ['10:30', '14:45', '16:45'], standard: ['02:15'] } as const;

/** Half an hour before the same-day deadlines, and six hours before the night's one. */
export const usualCutoffs: Cutoffs = {
  sameDay: ['10:00', '14:15', '16:15'],
  standard: ['20:00'],
};

/** The most that one entry may be to settle on the same day: $1,000,000. */
export const mostSameDayCents = 100_000_000n;

const zone = 'America/New_York';
const opening = '08:30';
const closing = '18:00';

/** The next moment at which a file of that kind is made, strictly after the given one. */
export function nextCutoff(at: Date, isSameDay: boolean, cutoffs = usualCutoffs): Date {
  const times = (isSameDay ? cutoffs.sameDay : cutoffs.standard).toSorted();
  assert(times.length > 0, 'there is no cut-off of this kind');

  for (let day = addBankingDays(bankDay(at), 0); ; day = nextBankingDay(day)) {
    const next = times.map((time) => moment(day, time)).find((cutoff) => cutoff > at);
    if (next) return next;
  }
}

/** The earliest cut-off of an entry: the evening's file takes the rest of the same-day files. */
export function soonestCutoff(at: Date, isSameDay: boolean): Date {
  const evening = nextCutoff(at, false);
  const day = isSameDay ? nextCutoff(at, true) : evening;
  return day < evening ? day : evening;
}

/** The end of the FedACH window for the file of this cut-off. */
export function deadlineOf(cutoffAt: Date, isSameDay: boolean): Date {
  const day = bankDay(cutoffAt);
  if (!isSameDay) return moment(day.add({ days: 1 }), fedDeadlines.standard[0]);
  const next = fedDeadlines.sameDay.map((time) => moment(day, time)).find((at) => at > cutoffAt);
  assert(next, 'the same-day windows of the day are over');
  return next;
}

/** The effective entry date of the file of this cut-off: the day on which its entries settle. */
export function effectiveDate(cutoffAt: Date, isSameDay: boolean): Temporal.PlainDate {
  const day = bankDay(cutoffAt);
  assert(isBankingDay(day), 'files are made on banking days');
  return isSameDay ? day : nextBankingDay(day);
}

/**
 * The moment at which entries with this effective date count as settled; of the same-day windows the last one decides.
 */
export function settlementMoment(on: Temporal.PlainDate, isSameDay: boolean): Date {
  return moment(on, isSameDay ? closing : opening);
}

/**
 * The moment at which money that settled on a day, and is held for a number of banking days, may be paid out. It is the
 * closing of the last of those days: timely returns of the banks arrive by its opening, and no same-day settlement
 * comes later even if nothing is held.
 */
export function endOfHold(settledOn: Temporal.PlainDate, bankingDays: number): Date {
  return moment(addBankingDays(settledOn, bankingDays), closing);
}

/** From a cut-off until the bank takes no more for it, a file may be made. */
export type Window = { readonly cutoffAt: Date; readonly isSameDay: boolean };

/**
 * The window that is open at a moment. Undefined: none is, and entries that waited for the last one go with the next,
 * so that no entry is sent under a date that it cannot keep.
 */
export function openWindow(at: Date, isSameDay: boolean): Window | undefined {
  const window = { cutoffAt: lastCutoff(at, isSameDay), isSameDay };
  return isOpen(window, at) ? window : undefined;
}

/** The last moment at which a file of that kind is made, up to the given one. */
function lastCutoff(at: Date, isSameDay: boolean): Date {
  const times = (isSameDay ? usualCutoffs.sameDay : usualCutoffs.standard).toSorted();
  for (let day = bankDay(at); ; day = day.subtract({ days: 1 })) {
    if (!isBankingDay(day)) continue;
    const last = times.map((time) => moment(day, time)).findLast((cutoff) => cutoff <= at);
    if (last) return last;
  }
}

export function isOpen({ cutoffAt, isSameDay }: Window, at: Date): boolean {
  return cutoffAt <= at && at < deadlineOf(cutoffAt, isSameDay);
}

/** The calendar day of the banks. */
export function bankDay(at: Date): Temporal.PlainDate {
  return wallClock(at).toPlainDate();
}

/** The wall clock of the banks. */
export function wallClock(at: Date): Temporal.PlainDateTime {
  return at.toTemporalInstant().toZonedDateTimeISO(zone).toPlainDateTime();
}

/** A time of a banking day; midnight, unless another is named. */
export function moment(day: Temporal.PlainDate, time = '00:00'): Date {
  return new Date(day.toZonedDateTime({ timeZone: zone, plainTime: time }).epochMilliseconds);
}
