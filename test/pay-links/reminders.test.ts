import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leaseDue } from '../../src/notify/conversations/due-texts.ts';
import { resume } from '../../src/parties/applications/resume.ts';
import { closeBusiness, suspendBusiness } from '../../src/parties/businesses/change-state.ts';
import { payByCard } from './fixture.ts';
import { openShop, phone, type ReminderShop, type Told } from './reminder-shop.ts';

/* It is January 15, 2030; each of them is about an invoice that is due on the 20th. */

const dayMs = 24 * 3_600_000;
const why = { actor: 'operator', reason: 'a test' };

test('whoever does not pay is reminded on each of the days, once', async (t) => {
  const shop = await openShop(t);
  const { id } = await shop.ask({}, 'key 1');
  assert.equal((await shop.ask({}, 'key 1')).id, id);
  await shop.work();
  const said = [/: please pay \$12\.50 by January 20, 2030 here: http/];
  const expected: [number, RegExp | undefined][] = [
    [1, undefined],
    [1, /: a reminder that \$12\.50 is due on January 20, 2030\. Please pay here: http/],
    [2, undefined],
    [1, /: a reminder that \$12\.50 is due on January 20, 2030\. Please pay here: http/],
    [6, undefined],
    [1, /: a reminder that \$12\.50 was due on January 20, 2030\. Please pay here: http/],
    [30, undefined],
  ];
  for (const [days, words] of expected) {
    await shop.pass(days);
    await shop.work();
    if (words) said.unshift(words);
    const texts = await shop.texts();
    assert.equal(texts.length, said.length, texts.join('\n'));
    for (const [i, one] of said.entries()) assert.match(texts[i]!, one);
  }
});

test('those of today or before are left out, as are those before the text itself', async (t) => {
  const shop = await openShop(t);
  const left = [
    { daysAfterDue: 3 },
    { daysAfterDue: 0 },
    { daysAfterDue: -5 },
    { daysAfterDue: -9 },
  ];
  const { id } = await shop.ask({ reminders: left });
  const sent = await shop.call('GET', `/v1/messages?payLinkId=${id}`);
  assert.deepEqual(
    sent.body.data.map(({ sendsAt }: { sendsAt: string | null }) => sendsAt),
    ['2030-01-23T14:00:00.000Z', '2030-01-20T14:00:00.000Z', null],
  );
  const sendAt = '2030-01-20T15:00:00Z';
  const later = await shop.ask({ sendAt, reminders: left, customer: { phone: '2125550101' } });
  const waits = await shop.call('GET', `/v1/messages?payLinkId=${later.id}`);
  assert.deepEqual(
    waits.body.data.map(({ kind, sendsAt }: Record<string, string>) => [kind, sendsAt]),
    [
      ['notice', '2030-01-23T14:00:00.000Z'],
      ['pay_link', '2030-01-20T15:00:00.000Z'],
    ],
  );
});

test('the invoice tells which reminders are to come, in their own words', async (t) => {
  const shop = await openShop(t);
  const text = 'Ada, please do not forget: [PBTLINK] Thank you!';
  const { invoiceId } = await shop.ask({ send: 'none', reminders: [{ daysAfterDue: 1, text }] });
  const sent = await shop.call('GET', `/v1/invoices/${invoiceId}/messages`);
  const [{ template, status, sendsAt, to }, ...others] = sent.body.data;
  assert.deepEqual(
    [template, status, sendsAt, to, others],
    ['pay_link_reminder', 'scheduled', '2030-01-21T14:00:00.000Z', phone, []],
  );
  await shop.pass(6);
  await shop.work();
  assert.match((await shop.texts())[0]!, /^Ada, please do not forget: http\S+ Thank you!$/);
});

/** What ends it two days before it is due, and what becomes of the text and its three reminders then. */
const ends: Readonly<
  Record<
    string,
    readonly [
      end: (shop: ReminderShop, link: Told['body']) => Promise<unknown>,
      fate: string,
      more?: object,
    ]
  >
> = {
  'it is paid': [
    async ({ world }, { address }) => await payByCard(world, address),
    'canceled nothing_to_pay',
  ],
  'another payment has its order number': [
    async ({ pay }, { orderNumber }) =>
      await pay({ InvoiceID: orderNumber, OrderNumber: orderNumber }),
    'canceled nothing_to_pay',
  ],
  'the payer writes STOP': [async ({ hears }) => await hears('STOP'), 'blocked opted_out'],
  'the link is revoked': [
    async ({ call }, { id }) => await call('POST', `/v1/pay-links/${id}/revoke`),
    'canceled',
  ],
  'the invoice is voided': [
    async ({ call }, { invoiceId }) => await call('POST', `/v1/invoices/${invoiceId}/void`),
    'canceled',
  ],
  'the payer must not be contacted': [
    async ({ call }, { customerId }) =>
      await call('PATCH', `/v1/customers/${customerId}`, { body: { status: 'do_not_contact' } }),
    'blocked do_not_contact',
  ],
  'the business is closed': [
    async ({ world, caller }) => await closeBusiness(world, caller.business.id, why),
    'canceled business_closed',
  ],
};

for (const [what, [end, fate]] of Object.entries(ends)) {
  test(`nobody is reminded any more once ${what}`, async (t) => {
    const shop = await openShop(t);
    const link = await shop.ask();
    await shop.pass(3);
    await shop.work();
    assert.deepEqual(await shop.fates(), ['delivered', 'delivered', 'scheduled', 'scheduled']);
    await end(shop, link);
    for (const days of [3, 10]) {
      shop.fixture.clock.pass(days * dayMs);
      await shop.work();
    }
    assert.deepEqual(await shop.fates(), ['delivered', 'delivered', fate, fate]);
  });
}

test('no reminder goes out once the link has expired, even before that was noticed', async (t) => {
  const shop = await openShop(t);
  const { db } = shop.fixture;
  await shop.ask({ expiresAt: '2030-01-28T05:00:00Z' });
  await shop.work();
  await db.query(
    `update messages set due_at = due_at + interval '8 days' where state = 'scheduled'`,
  );
  shop.fixture.clock.setTo(new Date('2030-02-10T15:00:00Z'));
  await shop.work();
  const [first, ...others] = await shop.fates();
  assert.equal(first, 'delivered');
  assert.deepEqual(new Set(others.map((one) => one.split(' ')[0])), new Set(['canceled']));
});

test('of reminders that waited for the end of a suspension, the payer gets the last', async (t) => {
  const shop = await openShop(t);
  await shop.ask();
  await shop.ask({ amount: 900, customer: { phone: '2125550101' } });
  await shop.work();
  await suspendBusiness(shop.world, shop.caller.business.id, why);
  shop.fixture.clock.pass(20 * dayMs);
  await shop.work();
  await resume(shop.world, shop.caller.business.id, why);
  await shop.work();
  const of = ['canceled too_late', 'canceled too_late', 'delivered'];
  assert.deepEqual(await shop.fates(), ['delivered', ...of, 'delivered', ...of]);
  assert.match((await shop.texts())[0]!, /\$12\.50 was due/);
  assert.match((await shop.texts('2125550101'))[0]!, /\$9\.00 was due/);
});

/** Twelve links with three reminders each: no batch has all of them, and one ends in the middle of a link. */
async function askMany(shop: ReminderShop): Promise<void> {
  const reminders = [{ daysAfterDue: -3 }, { daysAfterDue: 0 }, { daysAfterDue: 1 }];
  for (let n = 0; n < 12; n += 1) {
    const customer = { phone: `${212 + Math.floor(n / 10)}555010${n % 10}` };
    await shop.ask({ customer, send: 'none', reminders });
  }
}

const once = Array(12).fill(['canceled too_late', 'canceled too_late', 'delivered']).flat();

test('the payer gets the last of them, too, when they are more than go out at once', async (t) => {
  const shop = await openShop(t);
  await askMany(shop);
  await suspendBusiness(shop.world, shop.caller.business.id, why);
  for (const days of [3, 2, 1]) {
    shop.fixture.clock.pass(days * dayMs);
    await shop.work();
  }
  assert.deepEqual(new Set(await shop.fates()), new Set(['scheduled business_suspended']));
  await resume(shop.world, shop.caller.business.id, why);
  await shop.work();
  assert.deepEqual(await shop.fates(), once);
});

test('nor does the payer get two after days in which the service stood still', async (t) => {
  const shop = await openShop(t);
  await askMany(shop);
  shop.fixture.clock.pass(20 * dayMs);
  await shop.work();
  assert.deepEqual(await shop.fates(), once);
});

test('a reminder whose process died is not sent after the next one of its link', async (t) => {
  const shop = await openShop(t);
  await askMany(shop);
  shop.fixture.clock.pass(20 * dayMs);
  const { world, caller } = shop;
  const at = world.now();
  const until = new Date(at.getTime() + 2 * 60_000);
  // A process leases the first ones, and is never heard of again.
  await leaseDue(world.db, caller.business.id, { at, until, limit: 32 });
  await shop.work();
  shop.fixture.clock.setTo(until);
  await shop.work();
  assert.deepEqual(await shop.fates(), once);
});

test('where limits are on, reminders wait for the morning of the payer', async (t) => {
  const shop = await openShop(t, { business: { limited: true } });
  // In Hawaii it is four in the morning.
  const { id } = await shop.ask({
    customer: { phone: '8085550100' },
    send: 'none',
    reminders: [{ daysAfterDue: 0 }],
  });
  shop.fixture.clock.setTo(new Date('2030-01-20T14:30:00Z'));
  await shop.work();
  assert.deepEqual(await shop.texts('8085550100'), []);
  const { body } = await shop.call('GET', `/v1/messages?payLinkId=${id}`);
  assert.equal(body.data[0].sendsAt, '2030-01-20T18:00:00.000Z');
  shop.fixture.clock.setTo(new Date('2030-01-20T18:00:00Z'));
  await shop.work();
  assert.equal((await shop.texts('8085550100')).length, 1);
});
