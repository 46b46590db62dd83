import { addBankingDays, isBankingDay, nextBankingDay } from '../ach/banking-days.ts';
import { bankDay, moment } from '../ach/windows.ts';
import type { Business } from '../parties/businesses/business.ts';

/**
 * The next moment, strictly after the given one, at which the wall clock of the business shows its cut-off: once on
 * every calendar day, also on one of 23 or 25 hours.
 */
export function nextCutoffOf(
  { timeZone, batchCutoff }: Pick<Business, 'timeZone'> & { readonly batchCutoff: string },
  at: Date,
): Date {
  const today = at.toTemporalInstant().toZonedDateTimeISO(timeZone).toPlainDate();
  for (let day = today; ; day = day.add({ days: 1 })) {
    const cutoff = day.toZonedDateTime({ timeZone, plainTime: batchCutoff });
    if (cutoff.epochMilliseconds > at.getTime()) return new Date(cutoff.epochMilliseconds);
  }
}

/** By the clock of the banks: what was reconciled by then is paid with the file of that day. */
const payoutTime = '09:00';

/** The next morning of a banking day, strictly after the given moment. */
export function nextPayoutTime(at: Date): Date {
  for (let day = addBankingDays(bankDay(at), 0); ; day = nextBankingDay(day)) {
    const morning = moment(day, payoutTime);
    if (morning > at) return morning;
  }
}

/** From its beginning until just before its end. */
export type Span = { readonly from: Date; readonly until: Date };

/** The banking day on which it is this moment; undefined when the banks are closed. */
export function bankingDayOf(at: Date): Span | undefined {
  const day = bankDay(at);
  if (!isBankingDay(day)) return undefined;
  return { from: moment(day), until: moment(day.add({ days: 1 })) };
}
