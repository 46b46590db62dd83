import { addBankingDays, isBankingDay, nextBankingDay } from '../ach/banking-days.ts';
import type { Business } from '../businesses/business.ts';

/**
 * The next moment at which the clock on the wall of the business shows its cut-off, strictly after the given
 * one: once on every day of its calendar, also where that day has 23 hours or 25.
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

/** In the morning, where the banks are: what was reconciled by then is paid with the file of that day. */
const depositTime = '09:00';
const zone = 'America/New_York';

/** The next morning of a banking day, strictly after the given moment. */
export function nextDepositTime(at: Date): Date {
  for (let day = addBankingDays(bankDay(at), 0); ; day = nextBankingDay(day)) {
    const morning = day.toZonedDateTime({ timeZone: zone, plainTime: depositTime });
    if (morning.epochMilliseconds > at.getTime()) return new Date(morning.epochMilliseconds);
  }
}

/** From its beginning until just before its end. */
export type Span = { readonly from: Date; readonly until: Date };

/** The banking day on which it is this moment; undefined when the banks are closed. */
export function bankingDayOf(at: Date): Span | undefined {
  const day = bankDay(at);
  if (!isBankingDay(day)) return undefined;
  return { from: midnight(day), until: midnight(day.add({ days: 1 })) };
}

function midnight(day: Temporal.PlainDate): Date {
  return new Date(day.toZonedDateTime(zone).epochMilliseconds);
}

function bankDay(at: Date): Temporal.PlainDate {
  return at.toTemporalInstant().toZonedDateTimeISO(zone).toPlainDate();
}
