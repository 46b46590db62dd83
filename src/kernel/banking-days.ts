/** A holiday falls on one day of its month, or on the nth such weekday of it; -1 is the last one. */
type Holiday = { readonly name: string; readonly month: number; readonly since?: number } & (
  | { readonly day: number }
  | { readonly weekday: number; readonly nth: number }
);

const [monday, thursday, saturday, sunday] = [1, 4, 6, 7];

/*
 * The holidays of the Federal Reserve Banks, by rule, so that no list runs out. The rules have held since 1986; no date
 * here is older.
 */
const holidays: readonly Holiday[] = [
  { name: 'New Year’s Day', month: 1, day: 1 },
  { name: 'Birthday of Martin Luther King, Jr.', month: 1, weekday: monday, nth: 3 },
  { name: 'Washington’s Birthday', month: 2, weekday: monday, nth: 3 },
  { name: 'Memorial Day', month: 5, weekday: monday, nth: -1 },
  { name: 'Juneteenth', month: 6, day: 19, since: 2022 },
  { name: 'Independence Day', month: 7, day: 4 },
  { name: 'Labor Day', month: 9, weekday: monday, nth: 1 },
  { name: 'Columbus Day', month: 10, weekday: monday, nth: 2 },
  { name: 'Veterans Day', month: 11, day: 11 },
  { name: 'Thanksgiving Day', month: 11, weekday: thursday, nth: 4 },
  { name: 'Christmas Day', month: 12, day: 25 },
];

/** True if the Federal Reserve settles on this day. */
export function isBankingDay(date: Temporal.PlainDate): boolean {
  return date.dayOfWeek < saturday && !closedIn(date.year).has(date.toString());
}

const closedDays = new Map<number, ReadonlySet<string>>();

/** No holiday is moved into another year. */
function closedIn(year: number): ReadonlySet<string> {
  const known = closedDays.get(year);
  if (known) return known;
  const closed = new Set(holidays.flatMap((holiday) => dayClosed(holiday, year)?.toString() ?? []));
  closedDays.set(year, closed);
  return closed;
}

/**
 * The nth banking day after a date, or before it when n is negative. With 0 it is the date itself or, when
 * that is no banking day, the next one. So from a Saturday both 0 and 1 lead to Monday.
 */
export function addBankingDays(date: Temporal.PlainDate, n: number): Temporal.PlainDate {
  if (n === 0) return isBankingDay(date) ? date : nextBankingDay(date);
  const step = { days: Math.sign(n) };
  let day = date;
  for (let left = Math.abs(n); left > 0; ) {
    day = day.add(step);
    if (isBankingDay(day)) left -= 1;
  }
  return day;
}

/** The first banking day after a date, never the date itself. */
export function nextBankingDay(date: Temporal.PlainDate): Temporal.PlainDate {
  return addBankingDays(date, 1);
}

/** Undefined in a year in which nothing is closed for it: before there was such a day, and on Saturdays. */
function dayClosed(holiday: Holiday, year: number): Temporal.PlainDate | undefined {
  if (holiday.since !== undefined && year < holiday.since) return undefined;
  const on = dayOf(holiday, year);
  // A Sunday's holiday is kept on Monday. A Saturday's is not kept: banks work on the Friday before it.
  if (on.dayOfWeek === sunday) return on.add({ days: 1 });
  return on.dayOfWeek === saturday ? undefined : on;
}

function dayOf(holiday: Holiday, year: number): Temporal.PlainDate {
  const first = Temporal.PlainDate.from({ year, month: holiday.month, day: 1 });
  if ('day' in holiday) return first.with({ day: holiday.day });
  const { weekday, nth } = holiday;
  if (nth > 0) return first.add({ days: ((weekday - first.dayOfWeek + 7) % 7) + 7 * (nth - 1) });
  const last = first.with({ day: first.daysInMonth });
  return last.subtract({ days: ((last.dayOfWeek - weekday + 7) % 7) + 7 * (-nth - 1) });
}
