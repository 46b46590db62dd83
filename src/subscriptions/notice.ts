import { isBeforeTrial } from './next-charge.ts';
import type { Subscription } from './subscription.ts';
import { trialOf } from './trial.ts';

const noticeDaysAhead = 7;

/** A card that expires is announced a week ahead; at once where less than that is left. */
export function noticeBefore(dueAt: Date, now: Date): Date | undefined {
  if (dueAt <= now) return undefined;
  const at = new Date(dueAt.getTime() - noticeDaysAhead * 24 * 3_600_000);
  return at > now ? at : now;
}

/** After a change what was not announced yet may have to be; what was is not announced again. */
export function noticeAgain(one: Subscription, timeZone: string, now: Date): Date | undefined {
  if (!one.noticeAt || !one.dueAt) return undefined;
  if (one.state !== 'trialing' && !isBeforeTrial(one)) return noticeBefore(one.dueAt, now);
  const { startsOn, firstOn } = one;
  return trialOf({ timeZone }, startsOn, startsOn.until(firstOn).days).announceAt;
}
