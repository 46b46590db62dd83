/*
 * The calendar of a subscription as somebody would work it out who has an almanac, a pencil and time: day
 * after day, in plain numbers. It shares nothing with src/invoicing/subscriptions but the names of the intervals.
 */
export type Day = { readonly year: number; readonly month: number; readonly day: number };

/** Every how many days a period begins, or in every how many months. */
const words = {
  daily: { days: 1 },
  weekly: { days: 7 },
  every_two_weeks: { days: 14 },
  monthly: { months: 1 },
  every_two_months: { months: 2 },
  quarterly: { months: 3 },
  every_half_year: { months: 6 },
  yearly: { months: 12 },
} as const;

export const intervalNames = Object.keys(words) as (keyof typeof words)[];

/** Zones of the United States: the hours behind UTC in winter, and whether there is a summer time. */
export const zones = {
  'America/New_York': { hours: 5, summer: true },
  'America/Los_Angeles': { hours: 8, summer: true },
  'America/Adak': { hours: 10, summer: true },
  'Pacific/Honolulu': { hours: 10, summer: false },
  'America/Phoenix': { hours: 7, summer: false },
  'America/Puerto_Rico': { hours: 4, summer: false },
} as const;

export type Zone = keyof typeof zones;

/** Every day from the first one on, for so many years and what is left of the last one, each with the number of the period that it is in. */
export function* walk(first: Day, interval: (typeof intervalNames)[number], years: number) {
  const word = words[interval];
  let [day, number, daysGone, monthsGone] = [first, 1, 0, 0];
  yield { day, number, begins: true };
  while (day.year <= first.year + years) {
    day = dayAfter(day);
    daysGone += 1;
    if (day.day === 1) monthsGone += 1;
    const isAnniversary =
      day.day === first.day || (day.day < first.day && day.day === daysIn(day.year, day.month));
    const begins =
      'days' in word ? daysGone % word.days === 0 : monthsGone % word.months === 0 && isAnniversary;
    if (begins) number += 1;
    yield { day, number, begins };
  }
}

/**
 * When the clocks of a zone show a time for the first time on this day, or would have shown it, in
 * milliseconds of UTC. Since 2007 clocks go forward at two on the second Sunday in March, and back at two
 * on the first one in November.
 */
export function momentIn(zone: Zone, { year, month, day }: Day, minutes: number): number {
  const { hours, summer } = zones[zone];
  const spring = 8 + ((7 - weekday(year, 3, 8)) % 7);
  const fall = 1 + ((7 - weekday(year, 11, 1)) % 7);
  const now = (month * 100 + day) * 1440 + minutes;
  // What the clock skips in spring is counted by winter, when it would have come.
  const begins = (300 + spring) * 1440 + 180;
  const ends = (1100 + fall) * 1440 + 120;
  const isSummer = summer && now >= begins && now < ends;
  return Date.UTC(year, month - 1, day, hours - (isSummer ? 1 : 0), minutes);
}

export function dayAfter({ year, month, day }: Day): Day {
  if (day < daysIn(year, month)) return { year, month, day: day + 1 };
  return month === 12 ? { year: year + 1, month: 1, day: 1 } : { year, month: month + 1, day: 1 };
}

function daysIn(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

/** 0 is Sunday. */
function weekday(year: number, month: number, day: number): number {
  let days = day - 1;
  for (let m = 1; m < month; m += 1) days += daysIn(year, m);
  // 1 January 2000 was a Saturday.
  for (let y = 2000; y < year; y += 1) days += daysIn(y, 2) === 29 ? 366 : 365;
  return (6 + days) % 7;
}
