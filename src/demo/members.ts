import { countOn, daysLater, openMoment } from './calendar.ts';
import { neverPays, plans } from './catalogue.ts';
import { drawCard, type Person } from './people.ts';
import type { Random } from './random.ts';
import type { Shop } from './shop.ts';

const usualJoins = 0.2;

/** Plans new members of a club: most pay every period; some stop, pause, or have a card that does not pay. */
export function planJoins(shop: Shop, day: Temporal.PlainDate): void {
  const random = shop.randomFor(`joins ${day}`);
  for (let left = countOn(day, usualJoins, random); left > 0; left -= 1) {
    const moment = openMoment(day, shop.business.timeZone, random);
    planMember(shop, shop.people.stranger(random), moment, random);
  }
}

function planMember(shop: Shop, person: Person, moment: Date, random: Random): void {
  const plan = random.weighted(plans);
  const fate = random.next();
  const hasTrial = 'trialDays' in plan;
  const failsLater = hasTrial && fate < 0.22;
  const recovers = failsLater && random.chance(0.6);
  const number = failsLater ? neverPays : person.card.number;
  const other = drawCard(random, moment.getUTCFullYear());
  const after = daysLater(moment, failsLater ? 14 + random.between(2, 6) : random.between(25, 120));
  shop.at(moment, async ({ ask }) => {
    const { customer, card } = person;
    const cvv = failsLater ? '123' : card.cvv;
    const source = { card: { ...card, number, cvv } };
    const { token, customerId } = await ask('tokens.create', { body: { source, customer } });
    const body = { token, planCode: plan.code };
    const { id: subscriptionId } = await ask('subscriptions.create', { body });
    const params = { subscriptionId };
    if (recovers) {
      shop.at(after, async ({ ask: later }) => {
        const made = await later('tokens.create', {
          body: { source: { card: other }, customerId },
        });
        await later('subscriptions.changeSource', { params, body: { token: made.token } });
      });
    }
    if (failsLater) return;
    if (fate > 0.9) {
      shop.at(after, async ({ ask: later }) => {
        await later('subscriptions.cancel', { params, body: { atEnd: fate > 0.93 } });
      });
    } else if (fate > 0.85) {
      shop.at(
        after,
        async ({ ask: later }) => void (await later('subscriptions.pause', { params })),
      );
      if (fate > 0.87) {
        shop.at(daysLater(after, 21), async ({ ask: later }) => {
          await later('subscriptions.resume', { params });
        });
      }
    }
  });
}
