import { Refusal } from '../kernel/refusal.ts';
import { countOn, daysLater, minutesLater, openMoment } from './calendar.ts';
import { declinedCards, items } from './catalogue.ts';
import type { Person } from './people.ts';
import type { Random } from './random.ts';
import type { Doing, Shop } from './shop.ts';

const usualSales = 4.2;

/** Plans the card sales of a day: paid, declined and tried again, refunded, voided. */
export function planSales(shop: Shop, day: Temporal.PlainDate): void {
  const { people, business } = shop;
  const random = shop.randomFor(`sales ${day}`);
  for (let left = countOn(day, usualSales, random); left > 0; left -= 1) {
    const moment = openMoment(day, business.timeZone, random);
    const person = random.chance(0.5) ? people.known(random) : people.stranger(random);
    planSale(shop, person, moment, random);
  }
}

function planSale(shop: Shop, person: Person, moment: Date, random: Random): void {
  const { name, least, most } = random.weighted(items);
  const amount = priceBetween(least, most, random);
  const sale = {
    amount,
    customer: person.customer,
    description: name,
    receiptByText: random.chance(0.05),
    saveToken: person.keepsCard,
  };
  if (random.chance(0.06)) {
    const { number } = random.weighted(declinedCards);
    const source = { card: { ...person.card, number, cvv: '123' } };
    const isTriedAgain = random.chance(0.6);
    const again = minutesLater(moment, random.between(2, 9));
    shop.at(moment, async ({ ask }) => {
      const body = { ...sale, saveToken: false, orderNumber: shop.nextOrder() };
      await ask('payments.create', { body: { ...body, source } });
      if (!isTriedAgain) return;
      // With another card.
      shop.at(again, async (later) => {
        await later.ask('payments.create', { body: { ...body, source: { card: person.card } } });
      });
    });
    return;
  }
  const after = planAfter(shop, moment, amount, random);
  shop.at(moment, async ({ ask }) => {
    const body = { ...sale, ...payWith(person), orderNumber: shop.nextOrder() };
    const { id, status, token } = await ask('payments.create', { body });
    if (status !== 'captured') return;
    if (token) person.token = token;
    after?.(id);
  });
}

/** With the card that is kept, if there is one. */
function payWith({ token, card }: Person): { source: object; saveToken?: boolean } {
  return token ? { source: { token }, saveToken: false } : { source: { card } };
}

/** The later act on a sale, if any. */
function planAfter(
  shop: Shop,
  moment: Date,
  amount: number,
  random: Random,
): ((paymentId: string) => void) | undefined {
  const fate = random.next();
  const reason = random.pick(reasons);
  if (fate < 0.015) {
    const then = minutesLater(moment, random.between(3, 40));
    return (paymentId) =>
      shop.at(
        then,
        async ({ ask }) => void (await ask('payments.void', { params: { paymentId } })),
      );
  }
  if (fate > 0.06) return undefined;
  const then = daysLater(moment, random.between(1, 18));
  const isWhole = random.chance(0.45);
  const part = Math.max(100, Math.round((amount * random.between(10, 60)) / 10_000) * 100);
  const body = { reason, ...(!isWhole && part < amount && { amount: part }) };
  return (paymentId) => shop.at(then, async (doing) => await refund(doing, paymentId, body));
}

const reasons = [
  'Returned unused',
  'Wrong size',
  'Goodwill: repair took longer than promised',
  'Part was on sale that day',
  'Class was canceled',
] as const;

/** A payer who disputes the payment at the bank meanwhile gets no refund from the shop. */
async function refund({ ask }: Doing, paymentId: string, body: object): Promise<void> {
  await ask('payments.refund', { params: { paymentId }, body }).catch((error) => {
    if (!(error instanceof Refusal) || error.code !== 'payment_disputed') throw error;
  });
}

/** Prices end as in a shop. */
export function priceBetween(least: number, most: number, random: Random): number {
  if (least === most) return least;
  const dollars = random.between(Math.ceil(least / 100), Math.floor(most / 100));
  return dollars * 100 - random.pick([0, 0, 1, 5]);
}
