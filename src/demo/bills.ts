import { openLink, recordVisit } from '../invoicing/pay-links/open-link.ts';
import { payLink } from '../invoicing/pay-links/pay-link.ts';
import { todayIn } from '../kernel/calendar.ts';
import { parseCardNumber } from '../kernel/card.ts';
import { Refusal } from '../kernel/refusal.ts';
import { Secret } from '../kernel/secret.ts';
import { sourceOfNew } from '../payments/source.ts';
import { countOn, daysLater, minutesLater, openMoment } from './calendar.ts';
import { declinedCards, repairs } from './catalogue.ts';
import type { Card, Person } from './people.ts';
import type { Random } from './random.ts';
import { priceBetween } from './sales.ts';
import type { Doing, Shop } from './shop.ts';

const usualBills = 0.35;
const daysToPay = 7;
const daysOpen = 21;

/** Repairs that are paid by a link in a text: soon, late, or never; some with a card that is declined first. */
export function planBills(shop: Shop, day: Temporal.PlainDate): void {
  const { people, business } = shop;
  const random = shop.randomFor(`bills ${day}`);
  for (let left = countOn(day, usualBills, random); left > 0; left -= 1) {
    const moment = openMoment(day, business.timeZone, random);
    const person = random.chance(0.4) ? people.known(random) : people.stranger(random);
    planBill(shop, person, moment, random);
  }
}

function planBill(shop: Shop, person: Person, moment: Date, random: Random): void {
  const { name, least, most } = random.weighted(repairs);
  const work = priceBetween(least, most, random);
  const parts = random.chance(0.5) ? random.between(12, 90) * 100 : 0;
  const tax = Math.round(parts * 0.055);
  const fate = random.next();
  const looks = minutesLater(moment, random.between(4, 400));
  const pays = daysLater(looks, fate < 0.4 ? 0.01 : random.between(1, 6) + random.next() / 4);
  const { number: declined } = random.weighted(declinedCards);
  const body = {
    amount: work + parts + tax,
    customer: person.customer,
    description: name,
    lines: [
      { name, amount: work, kind: 'subtotal' },
      ...(parts > 0 ? [{ name: 'Parts', amount: parts }] : []),
      ...(tax > 0 ? [{ name: 'Sales tax on parts', amount: tax, kind: 'tax' }] : []),
    ],
    dueOn: todayIn(shop.business.timeZone, moment).add({ days: daysToPay }).toString(),
    expiresAt: daysLater(moment, daysOpen).toISOString(),
    send: 'text',
    text: `${person.customer.firstName}, your ${name.toLowerCase()} is done. Pay here, and pick up any time: [PBTLINK]`,
  };
  shop.at(moment, async ({ ask }) => {
    const order = { ...body, orderNumber: shop.nextOrder() };
    const { id, address } = await ask('payLinks.create', { body: order }).catch(async (error) => {
      if (!(error instanceof Refusal) || error.code !== 'text_not_wanted') throw error;
      // Somebody who wrote STOP gets the address in another way.
      const { text: _, send: __, ...quiet } = order;
      return await ask('payLinks.create', { body: quiet });
    });
    shop.waits.texts = true;
    if (fate > 0.95) {
      const params = { payLinkId: id };
      shop.at(
        daysLater(moment, 1),
        async (later) => void (await later.ask('payLinks.revoke', { params })),
      );
      return;
    }
    if (fate > 0.88) return;
    shop.at(looks, async (doing) => await look(doing, address));
    if (fate > 0.76) return;
    const isDeclined = fate > 0.7;
    const first = isDeclined ? { ...person.card, number: declined, cvv: '123' } : person.card;
    shop.at(pays, async (doing) => {
      await pay(doing, address, person, first);
      if (!isDeclined) return;
      shop.at(minutesLater(pays, 6), async (later) => {
        await pay(later, address, person, person.card);
      });
    });
  });
}

async function opened({ world }: Doing, address: string) {
  const found = await openLink(world, address.slice(address.lastIndexOf('/') + 1));
  if (!found) throw new Error('a pay link that leads nowhere');
  return found;
}

async function look(doing: Doing, address: string): Promise<void> {
  await recordVisit(await opened(doing, address));
}

/** Submits the form as the link's page does for a payer. */
async function pay(doing: Doing, address: string, person: Person, card: Card): Promise<void> {
  const link = await opened(doing, address);
  const number = parseCardNumber(card.number);
  if (link.standing !== 'payable' || !number.ok) return;
  await recordVisit(link);
  const { state: stateCode, ...customer } = person.customer;
  const known = { address2: '', countryCode: 'US', externalId: undefined };
  const contact = { ...customer, ...known, stateCode };
  const expiry = { month: card.expiryMonth, year: card.expiryYear };
  const cvv = new Secret(card.cvv);
  const method = { kind: 'card', card: number.value, expiry, cvv } as const;
  await payLink(link, {
    source: sourceOfNew(doing.world, method, contact),
    newToken: undefined,
    contact,
    emailReceipt: true,
    smsReceipt: false,
    agreement: undefined,
    tester: { suspects: [] },
    payerIp: '192.0.2.7',
  });
}
