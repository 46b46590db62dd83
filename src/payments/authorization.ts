import type { Payment } from './payment.ts';

/*
 * When an authorization expires that is not captured. A job (`authorization.expire`) is written for that moment;
 * `follow-ups/expire.ts` carries it out.
 */

/** Days for which a network keeps an authorization. After that the bank releases the money. */
const days: Readonly<Record<string, number>> = { discover: 10, diners: 10 };
const usualDays = 7;

export function authorizationEnds({ brand }: Pick<Payment, 'brand'>, from: Date): Date {
  const ms = (days[brand ?? ''] ?? usualDays) * 24 * 3_600_000;
  return new Date(from.getTime() + ms);
}
