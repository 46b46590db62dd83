import { bankDay, moment } from '../kernel/ach-windows.ts';
import { addBankingDays, isBankingDay, nextBankingDay } from '../kernel/banking-days.ts';

/** By the clock of the banks: money reconciled by then is paid with the file of that day. */
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
