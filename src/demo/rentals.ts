import { countOn, daysLater, openMoment } from './calendar.ts';
import { rentals } from './catalogue.ts';
import type { Shop } from './shop.ts';

const usualRentals = 0.5;

/** Deposits: authorized when a bike goes out; the price of the rental is captured when it comes back. */
export function planRentals(shop: Shop, day: Temporal.PlainDate): void {
  const { people, business } = shop;
  const random = shop.randomFor(`rentals ${day}`);
  for (let left = countOn(day, usualRentals, random); left > 0; left -= 1) {
    const moment = openMoment(day, business.timeZone, random);
    const person = people.stranger(random);
    const { name, least: amount } = random.weighted(rentals);
    const back = daysLater(moment, random.between(1, 3));
    const fate = random.next();
    const cost = Math.min(amount, random.between(3, 14) * 1000);
    shop.at(moment, async ({ ask }) => {
      const { id, status } = await ask('payments.create', {
        body: {
          amount,
          capture: false,
          customer: person.customer,
          source: { card: person.card },
          description: name,
          orderNumber: shop.nextOrder(),
        },
      });
      if (status !== 'authorized' || fate > 0.97) return;
      const params = { paymentId: id };
      shop.at(back, async ({ ask: later }) => {
        if (fate < 0.12) await later('payments.void', { params });
        else await later('payments.capture', { params, body: { amount: cost } });
      });
    });
  }
}
