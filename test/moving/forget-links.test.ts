import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { forgetCustomer } from '../../src/moving/forget/forget-customer.ts';
import { endOpenInvoice } from '../../src/payments/open-invoice.ts';
import { closeBatches } from '../../src/settlement/close.ts';
import { makeFixture } from '../fixture.ts';
import { payByCard } from '../pay-links/fixture.ts';
import { openShop, type ReminderShop } from '../pay-links/reminder-shop.ts';

/* A pay link keeps its state when it is paid: only one that can still be paid keeps its payer from being forgotten. */

const fixture = await makeFixture({ after });
const world = await fixture.open();
const card = '4242424242424242';

type Link = {
  readonly id: string;
  readonly address: string;
  readonly orderNumber: string;
  readonly invoiceId: string;
};

async function openLink(t: Parameters<typeof openShop>[0], more: object = {}) {
  const shop = await openShop(t, { fixture, world });
  const link = await shop.ask({ send: 'none', reminders: [], ...more });
  const key = { businessId: shop.caller.business.id, id: BigInt(link.customerId) };
  const forget = async () => await forgetCustomer(world, key, 'operator:test');
  return { shop, link: link as Link, forget };
}

/** Until the money is at the bank, and whoever paid has the receipt. */
async function settle(shop: ReminderShop): Promise<void> {
  await closeBatches(shop.world, shop.caller.business, 'operator:test');
  await shop.pass(30);
  await shop.work();
}

type Ending = (shop: ReminderShop, link: Link) => Promise<unknown>;
const endings: Readonly<Record<string, Ending>> = {
  'is paid': async (_, { address }) => await payByCard(world, address),
  async 'is paid in parts'(_, { address }) {
    await payByCard(world, address, card, { cents: 250n, seenCents: 0n });
    await payByCard(world, address, card, { cents: 1000n, seenCents: 250n });
  },
  'is paid by another payment under its number': async (shop, { orderNumber }) =>
    assert.equal((await shop.pay({ OrderNumber: orderNumber })).IsSuccess, true),
  async 'has a void invoice'(shop, { invoiceId }) {
    const invoice = { businessId: shop.caller.business.id, id: BigInt(invoiceId) };
    assert.ok(await endOpenInvoice(fixture.db, invoice, 'void'));
  },
};

for (const [what, end] of Object.entries(endings)) {
  test(`a person whose pay link ${what} can be forgotten`, async (t) => {
    const { shop, link, forget } = await openLink(t, { orderNumber: 'A-1', partialPayments: {} });
    const open = { outcome: 'open', open: [`pay link ${link.id} is open`] };
    assert.deepEqual(await forget(), open);
    await end(shop, link);
    await settle(shop);
    const states = await fixture.db.query<{ state: string }>(
      'select state from pay_links where business_id = $1',
      [shop.caller.business.id],
    );
    assert.deepEqual(states, [{ state: 'open' }], 'the link says nothing of it');
    assert.equal((await forget()).outcome, 'forgotten');
  });
}

test('a person is not forgotten while what is left of a pay link can be paid', async (t) => {
  const { shop, link, forget } = await openLink(t, { partialPayments: {} });
  await payByCard(world, link.address, card, { cents: 250n, seenCents: 0n });
  await settle(shop);
  assert.deepEqual(await forget(), { outcome: 'open', open: [`pay link ${link.id} is open`] });
});
