import { dueMoment, type Rhythm } from './calendar.ts';

type Trial = {
  /** The first day of the first period, from which all others are counted. */
  readonly firstOn: Temporal.PlainDate;
  readonly announceAt: Date;
};

const announceDays = 3;

/** So many days for nothing, before the first period. Its end is announced three days before, or at once. */
export function trialOf(
  place: Pick<Rhythm, 'timeZone' | 'dueTime'>,
  startsOn: Temporal.PlainDate,
  days: number,
): Trial {
  const firstOn = startsOn.add({ days });
  const ahead = Math.min(days, announceDays);
  return { firstOn, announceAt: dueMoment(place, firstOn.subtract({ days: ahead })) };
}
