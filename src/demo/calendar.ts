import { dayMs } from '../kernel/duration.ts';
import type { Random } from './random.ts';

/** How much is going on: Monday first, and January. The shop is closed on Sundays, and sells by its site. */
const ofWeekday = [0.8, 0.85, 0.9, 1, 1.3, 1.75, 0.35] as const;
const ofMonth = [0.45, 0.5, 0.8, 1.1, 1.3, 1.35, 1.3, 1.25, 1.05, 0.9, 0.7, 0.85] as const;

/** The number of acts on a day, of `usual` on a usual one. */
export function countOn(day: Temporal.PlainDate, usual: number, random: Random): number {
  const expected = usual * ofWeekday[day.dayOfWeek - 1]! * ofMonth[day.month - 1]!;
  // A whole number whose mean is that.
  const swing = expected * (0.6 + 0.8 * random.next());
  return Math.floor(swing) + (random.chance(swing % 1) ? 1 : 0);
}

/** A moment while the shop is open; on a Sunday while people sit at home. */
export function openMoment(day: Temporal.PlainDate, timeZone: string, random: Random): Date {
  const [from, to] = day.dayOfWeek === 7 ? [8, 21] : random.chance(0.8) ? [9, 18] : [7, 21.5];
  // More around noon than at the edges.
  const share = (random.next() + random.next()) / 2;
  return momentOn(day, timeZone, from + (to - from) * share, random);
}

/** At so many hours of the clock there, with seconds by chance. */
export function momentOn(
  day: Temporal.PlainDate,
  timeZone: string,
  hours: number,
  random: Random,
): Date {
  const ms = Math.floor(hours * 3600) * 1000 + random.between(0, 999);
  const time = Temporal.PlainTime.from('00:00').add({ milliseconds: ms });
  return new Date(day.toZonedDateTime({ timeZone, plainTime: time }).epochMilliseconds);
}

export function daysLater(moment: Date, days: number): Date {
  return new Date(moment.getTime() + days * dayMs);
}

export function minutesLater(moment: Date, minutes: number): Date {
  return new Date(moment.getTime() + minutes * 60_000);
}
