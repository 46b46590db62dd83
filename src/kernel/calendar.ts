import { flaw, type Parsed, parsed } from './parsed.ts';

const notADate = flaw('malformed', 'must be a date as MM-DD-YYYY, in 1900 or later');

const monthFirst = /^(\d{1,2})([-/])(\d{1,2})\2(\d{4})$/;
const yearFirst = /^(\d{4})-(\d{2})-(\d{2})$/;

/** MM-DD-YYYY and its looser forms M-D-YYYY and M/D/YYYY, or YYYY-MM-DD. Dates that do not exist are refused. */
export function parseDate(text: string): Parsed<Temporal.PlainDate> {
  const american = monthFirst.exec(text);
  if (american) return realDate(Number(american[4]), Number(american[1]), Number(american[3]));
  const iso = yearFirst.exec(text);
  if (iso) return realDate(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  return notADate;
}

function realDate(year: number, month: number, day: number): Parsed<Temporal.PlainDate> {
  // No date here is older; 0026 is a typing error for 2026.
  if (year < 1900 || month < 1 || month > 12 || day < 1 || day > daysIn(month, year))
    return notADate;
  return parsed(new Temporal.PlainDate(year, month, day));
}

function daysIn(month: number, year: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/** `todayIn` is called for every request and seldom changes, so the result is cached for a minute. */
export function createCalendar(): typeof todayIn {
  const known = new Map<string, { minute: number; date: Temporal.PlainDate }>();
  return (zone, instant) => {
    const minute = Math.floor(instant.getTime() / 60_000);
    const last = known.get(zone);
    if (last?.minute === minute) return last.date;
    const date = todayIn(zone, instant);
    known.set(zone, { minute, date });
    return date;
  };
}

/** The date in this time zone at this instant. */
export function todayIn(zone: string, instant: Date): Temporal.PlainDate {
  return instant.toTemporalInstant().toZonedDateTimeISO(zone).toPlainDate();
}
