import { nextCutoff } from '../kernel/ach-windows.ts';
import { isBankingDay } from '../kernel/banking-days.ts';
import { todayIn } from '../kernel/calendar.ts';
import { nextCutoffOf } from '../parties/businesses/cutoff.ts';
import { minutesLater, momentOn } from './calendar.ts';
import { declinedCards, neverReached } from './catalogue.ts';
import type { Shop } from './shop.ts';

/**
 * One payment for each state that chance may leave out, so that a visitor finds all of them: payments of the last hour
 * in their state before the evening, and of the days before one that was voided, one that never reached the bank and
 * one that expired.
 */
export function planPresent(shop: Shop, opens: Date): void {
  const { until, business } = shop;
  const { timeZone, terms } = business;
  const random = shop.randomFor('present');
  const today = todayIn(timeZone, until);
  const on = (daysAgo: number, hours: number) =>
    momentOn(today.subtract({ days: daysAgo }), timeZone, hours, random);
  // The file with a debit of that day is at the bank from its evening until the morning of the next banking day.
  let banked = 0;
  while (!isBankingDay(today.subtract({ days: banked })) || on(banked, debited) >= until)
    banked += 1;
  const cutoffs = {
    batch: (at: Date) => nextCutoffOf({ timeZone, batchCutoff: terms.batchCutoff }, at),
    file: (at: Date) => nextCutoff(at, false),
  };
  /** So many minutes before now; behind a cut-off that lies in between, since it ends the state. */
  const ago = (minutes: number, cutoffAfter: (at: Date) => Date) => {
    const at = minutesLater(until, -minutes);
    const cutoff = cutoffAfter(at);
    return cutoff < until ? new Date((cutoff.getTime() + until.getTime()) / 2) : at;
  };
  const plans: readonly Plan[] = [
    { at: ago(25, cutoffs.batch), description: 'Full tune-up', amount: 16_500 },
    { at: ago(40, cutoffs.batch), description: 'Helmet', amount: 8900, number: declined.number },
    { at: ago(55, cutoffs.batch), description: 'Deposit, e-bike', amount: 30_000, capture: false },
    { at: ago(70, cutoffs.file), description: 'Fleet service', amount: 34_000, isDebit: true },
    {
      at: on(banked, debited),
      description: 'Fleet service, vans',
      amount: 51_000,
      isDebit: true,
    },
    { at: on(3, 11.3), description: 'Lock', amount: 7900, isVoided: true },
    { at: on(3, 10.2), description: 'Jersey', amount: 6900, number: neverReached },
    { at: on(12, 9.6), description: 'Deposit, trailer', amount: 10_000, capture: false },
  ];
  for (const plan of plans) if (plan.at > opens) planOne(shop, plan);
}

const [declined] = declinedCards;
/** In hours of the clock. */
const debited = 10.4;

type Plan = {
  readonly at: Date;
  readonly description: string;
  readonly amount: number;
  /** A card other than the person's. */
  readonly number?: string;
  readonly capture?: false;
  readonly isDebit?: true;
  readonly isVoided?: true;
};

const minutesToVoid = 12;
const bankAccount = {
  accountNumber: '880077123',
  routingNumber: '011000015',
  holder: 'business',
  holderName: 'Fore Street Movers',
};

function planOne(shop: Shop, { at, number, isDebit, isVoided, ...sale }: Plan): void {
  const { customer, card } = shop.people.stranger(shop.randomFor(`present ${sale.description}`));
  const source = isDebit
    ? { bankAccount }
    : { card: { ...card, ...(number && { number, cvv: '123' }) } };
  shop.at(at, async ({ ask }) => {
    const body = { ...sale, customer, source, orderNumber: shop.nextOrder() };
    const { id: paymentId } = await ask('payments.create', { body });
    if (!isVoided) return;
    shop.at(minutesLater(at, minutesToVoid), async (later) => {
      await later.ask('payments.void', { params: { paymentId } });
    });
  });
}
