import { dayMs } from '../../kernel/duration.ts';
import { dueMoment, type Rhythm } from './calendar.ts';
import { isBeforeTrial } from './next-charge.ts';
import type { Subscription } from './subscription.ts';

const noticeDaysAhead = 7;

/** An expiring card is announced a week ahead, or at once. */
export function noticeBefore(dueAt: Date, now: Date): Date | undefined {
  if (dueAt <= now) return undefined;
  const at = new Date(dueAt.getTime() - noticeDaysAhead * dayMs);
  return at > now ? at : now;
}

/** The next notice after a change, unless it was announced already. */
export function noticeAgain(one: Subscription, timeZone: string, now: Date): Date | undefined {
  if (!one.noticeAt || !one.dueAt) return undefined;
  if (one.state !== 'trialing' && !isBeforeTrial(one)) return noticeBefore(one.dueAt, now);
  const { startsOn, firstOn } = one;
  return trialOf({ timeZone }, startsOn, startsOn.until(firstOn).days).announceAt;
}

type Trial = {
  /** The first day of the first period, from which all others are counted. */
  readonly firstOn: Temporal.PlainDate;
  readonly announceAt: Date;
};

const announceDays = 3;

/** Free days before the first period. Their end is announced three days ahead, or at once. */
export function trialOf(
  place: Pick<Rhythm, 'timeZone' | 'dueTime'>,
  startsOn: Temporal.PlainDate,
  days: number,
): Trial {
  const firstOn = startsOn.add({ days });
  const ahead = Math.min(days, announceDays);
  return { firstOn, announceAt: dueMoment(place, firstOn.subtract({ days: ahead })) };
}
