import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openLink } from '../../src/invoicing/pay-links/open-link.ts';
import {
  type LinkRequest,
  linkAddress,
  sendLink,
} from '../../src/invoicing/pay-links/send-link.ts';
import { Secret } from '../../src/kernel/secret.ts';
import type { Business } from '../../src/parties/businesses/business.ts';
import { contactWithPhone } from '../../src/parties/customers/by-phone.ts';
import type { World } from '../../src/world.ts';
import { everyLife } from '../crash-world.ts';
import { type Fixture, makeFixture } from '../fixture.ts';
import { linkOfInvoice, opened } from './fixture.ts';

const campaign = { name: 'pay-links/addresses', size: 'usual' } as const;

test('whenever its process dies, a link is there with its address, or an address leads nowhere', async (t) => {
  const fixture = await makeFixture(t);
  const world = await fixture.open();
  const { business } = await fixture.addBusiness();
  let claimedAlone = 0;
  await everyLife(campaign, {
    open: fixture.open,
    before: async (n) => requestOf(business, `INV-${n}`),
    act: sendLink,
    async judge(request, n) {
      if ((await leadingNowhere(fixture, world)) > claimedAlone) claimedAlone += 1;
      const { link } = await sendLink(world, request);
      assert.equal((await opened(world, linkAddress(world, link))).standing, 'payable');
      assert.equal(await count(fixture, 'pay_links'), n);
    },
  });
  assert.ok(claimedAlone > 1, `only ${claimedAlone} processes died behind their claim`);
  assert.equal(await leadingNowhere(fixture, world), claimedAlone);
});

test('whenever the process that makes it dies, the link of an invoice is there with its address', async (t) => {
  const fixture = await makeFixture(t);
  const world = await fixture.open();
  const { business } = await fixture.addBusiness();
  const { invoiceId } = (await sendLink(world, requestOf(business, 'INV-1'))).link;
  let before = await count(fixture, 'page_addresses');
  let claimedAlone = 0;
  await everyLife(campaign, {
    open: fixture.open,
    before: () => fixture.db.query('update pay_links set expires_at = $1', [new Date(0)]),
    act: (crashing) => linkOfInvoice(crashing, business, invoiceId),
    async judge() {
      const link = await linkOfInvoice(world, business, invoiceId);
      assert.equal((await opened(world, linkAddress(world, link!))).standing, 'payable');
      assert.equal((await linkOfInvoice(world, business, invoiceId))?.id, link?.id);
      const addresses = await count(fixture, 'page_addresses');
      if (addresses > before + 1) claimedAlone += 1;
      before = addresses;
    },
  });
  assert.ok(claimedAlone > 0, 'no process died behind its claim');
  assert.equal(await leadingNowhere(fixture, world), claimedAlone);
});

test('ten at once make one link of an invoice', async (t) => {
  const fixture = await makeFixture(t);
  const world = await fixture.open();
  const { business } = await fixture.addBusiness();
  const { invoiceId, id } = (await sendLink(world, requestOf(business, 'INV-1'))).link;
  await fixture.db.query('update pay_links set expires_at = $1', [new Date(0)]);
  const made = await Promise.all(
    Array.from({ length: 10 }, () => linkOfInvoice(world, business, invoiceId)),
  );
  const [link] = made;
  assert.ok(link && link.id !== id);
  assert.deepEqual(new Set(made.map((one) => one?.id)), new Set([link.id]));
  assert.equal((await opened(world, linkAddress(world, link))).standing, 'payable');
});

function requestOf(business: Business, orderNumber: string): LinkRequest {
  return {
    business,
    idempotencyKey: undefined,
    content: new Secret(orderNumber),
    orderNumber,
    amountCents: 1250n,
    lines: [],
    description: undefined,
    bill: { business: {}, statementOn: '2030-01-15' },
    contact: contactWithPhone('2125550100', {}),
    text: 'Pay [PBTLINK]',
    actor: 'api:test',
    sendAt: undefined,
    expiresAt: undefined,
  };
}

async function count(fixture: Fixture, table: string): Promise<number> {
  return (await fixture.db.query(`select from ${table}`)).length;
}

/** How many addresses have no link. Their pages are those of unknown addresses. */
async function leadingNowhere(fixture: Fixture, world: World): Promise<number> {
  const pages = await fixture.db.query<{ businessId: bigint; id: bigint }>(
    `select a.business_id as "businessId", a.object_id as id from page_addresses a
     where not exists (select from pay_links l where l.business_id = a.business_id and l.id = a.object_id)`,
  );
  for (const page of pages) {
    const address = linkAddress(world, page);
    assert.equal(await openLink(world, address.slice(address.lastIndexOf('/') + 1)), undefined);
  }
  return pages.length;
}
