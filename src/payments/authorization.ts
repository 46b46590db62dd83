import type { Payment } from './payment.ts';

/** For how many days a network keeps an authorization; then the bank lets the money go. */
const days: Readonly<Record<string, number>> = { discover: 10, diners: 10 };
const usualDays = 7;

export function authorizationEnds({ brand }: Pick<Payment, 'brand'>, from: Date): Date {
  const ms = (days[brand ?? ''] ?? usualDays) * 24 * 3_600_000;
  return new Date(from.getTime() + ms);
}
