import { todayIn } from '../../kernel/calendar.ts';
import type { Business } from './business.ts';

/**
 * The next moment, strictly after the given one, at which the wall clock of the business shows its cut-off: once on
 * every calendar day, also on one of 23 or 25 hours.
 */
export function nextCutoffOf(
  { timeZone, batchCutoff }: Pick<Business, 'timeZone'> & { readonly batchCutoff: string },
  at: Date,
): Date {
  const today = todayIn(timeZone, at);
  for (let day = today; ; day = day.add({ days: 1 })) {
    const cutoff = day.toZonedDateTime({ timeZone, plainTime: batchCutoff });
    if (cutoff.epochMilliseconds > at.getTime()) return new Date(cutoff.epochMilliseconds);
  }
}
