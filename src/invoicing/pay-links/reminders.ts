import type { Business } from '../../parties/businesses/business.ts';

/** A text that asks for the payment once more; it is not sent if the invoice is paid by then. */
export type Reminder = {
  readonly at: Date;
  /** With [PBTLINK] in place of the address. */
  readonly text: string;
};

const morning = new Temporal.PlainTime(9);

/** In the morning of a day, by the clock of the business. */
export function morningOf(day: Temporal.PlainDate, { timeZone }: Business): Date {
  return new Date(day.toZonedDateTime({ timeZone, plainTime: morning }).epochMilliseconds);
}
