import { due as words } from '../words/due.ts';
import { t } from '../words/language.ts';

/** When a payer is usually reminded, in days from the day on which it is due. */
export const usualReminders = [-3, 0, 7] as const;

export function reminderName(daysAfterDue: number): string {
  if (daysAfterDue === 0) return t(words.onTheDay);
  return t(daysAfterDue < 0 ? words.before(0 - daysAfterDue) : words.after(daysAfterDue));
}

/** 2030-01-31 and -3: 2030-01-28. */
export function dayFrom(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
}
