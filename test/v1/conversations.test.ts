import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { ownNumberOf } from '../../src/notify/conversations/own-number.ts';
import { receiveText } from '../../src/notify/conversations/receive-text.ts';
import { sendTexts } from '../../src/notify/conversations/send-texts.ts';
import { aPayment, serveV1 } from './serve.ts';

const [ann, bob, cleo] = ['2125550101', '3125550102', '6175550103'] as const;

/** A business with a number, to which payers write. Between two texts a minute passes. */
async function openShop(t: TestContext) {
  const v1 = await serveV1(t);
  const world = await v1.open();
  const { business } = v1.caller;
  let written = 0;
  const ok = async (method: string, path: string, body?: object) => {
    const told = await v1.call(method, path, { body });
    assert.ok(told.status < 300, told.text);
    return told.body;
  };
  const list = async (query = ''): Promise<readonly Shown[]> =>
    (await ok('GET', `/v1/conversations${query}`)).data;
  return {
    ...{ v1, world, ok, list },
    async hears(from: string, body: string): Promise<void> {
      v1.clock.pass(60_000);
      written += 1;
      const to = (await ownNumberOf(world, business.id))!;
      const carrierId = `in-${written}`;
      await receiveText(world, { to, from, body, mediaCount: 0, carrier: 'sandbox', carrierId });
    },
    async writes(phone: string, body: string) {
      v1.clock.pass(60_000);
      return await ok('POST', '/v1/messages', { phone, body });
    },
    customer: async (phone: string, more: object) =>
      (await ok('POST', '/v1/customers', { phone, ...more })).id as string,
    phones: async (query = '') => (await list(query)).map((one) => one.phone),
    async of(phone: string): Promise<Shown> {
      const [one] = await list(`?phone=${phone}`);
      return one!;
    },
    waiting: async () => (await list('?waiting=true')).map((one) => one.phone),
    home: async () => (await ok('GET', '/v1/home')).waitingConversations.count as number,
  };
}

type Shown = {
  readonly id: string;
  readonly phone: string;
  readonly isWaiting: boolean;
  readonly readAt: string | null;
  readonly heardAt: string | null;
  readonly lastMessage?: { readonly direction: string; readonly body: string } | null;
};

test('the conversation with the newest text is on top, however old it is', async (t) => {
  const shop = await openShop(t);
  for (const phone of [ann, bob, cleo]) await shop.hears(phone, 'Hello');
  assert.deepEqual(await shop.phones(), [cleo, bob, ann]);
  await shop.hears(ann, 'Me again');
  assert.deepEqual(await shop.phones(), [ann, cleo, bob]);
  await shop.writes(bob, 'Good morning');
  assert.deepEqual(await shop.phones(), [bob, ann, cleo]);

  const pages: string[] = [];
  let after = '';
  for (let hasMore = true; hasMore; ) {
    const { data, ...page } = await shop.ok('GET', `/v1/conversations?limit=1${after}`);
    pages.push(...data.map((one: Shown) => one.phone));
    after = `&after=${page.next}`;
    hasMore = page.hasMore;
  }
  assert.deepEqual(pages, [bob, ann, cleo]);
});

test('the texts of a customer are those of all its conversations, and no others', async (t) => {
  const shop = await openShop(t);
  const [of, other] = [await shop.customer(ann, {}), await shop.customer(cleo, {})];
  await shop.hears(ann, 'Hello');
  await shop.hears(bob, 'Who is this?');
  await shop.writes(cleo, 'Good morning');
  await shop.writes(ann, 'Good evening');
  const texts = async (query: string): Promise<string[]> => {
    const { data } = await shop.ok('GET', `/v1/messages?customerId=${query}`);
    return data.map(({ body }: { body: string }) => body).sort();
  };
  assert.deepEqual(await texts(of), ['Good evening', 'Hello']);
  assert.deepEqual(await texts(`${of}&direction=in`), ['Hello']);
  const { data, next } = await shop.ok('GET', `/v1/messages?customerId=${of}&limit=1`);
  const rest = await texts(`${of}&limit=1&after=${next}`);
  assert.deepEqual([data[0].body, ...rest].sort(), ['Good evening', 'Hello']);
  await shop.ok('POST', `/v1/customers/${of}/merge`, { from: other });
  for (const id of [of, other])
    assert.deepEqual(await texts(id), ['Good evening', 'Good morning', 'Hello']);
  const as = await shop.v1.addBusiness();
  const strange = await shop.v1.call('GET', `/v1/messages?customerId=${of}`, { as });
  assert.deepEqual(strange.body.data, []);
});

test('only an answer of a person or a program, or marking it as read, ends the waiting of a payer', async (t) => {
  const shop = await openShop(t);
  const { v1, world } = shop;
  assert.equal(await shop.home(), 0);
  await shop.hears(ann, 'Can I come at 8?');
  assert.deepEqual([await shop.waiting(), await shop.home()], [[ann], 1]);
  const asked = await shop.of(ann);
  assert.deepEqual([asked.isWaiting, asked.readAt], [true, null]);

  await t.test('a receipt as text does not', async () => {
    const customer = { ...aPayment.customer, phone: ann };
    const paid = await shop.ok('POST', '/v1/payments', { ...aPayment, customer });
    await shop.ok('POST', `/v1/payments/${paid.id}/resend-receipt`, { phone: ann });
    while ((await sendTexts(world)) > 0);
    const { id, isWaiting } = await shop.of(ann);
    assert.deepEqual([id, isWaiting], [asked.id, true]);
    const [last] = await shop.list(`?phone=${ann}&expand=lastMessage`);
    assert.equal(last!.lastMessage!.direction, 'out');
  });

  await t.test('nor does the answer to HELP, or a STOP after it', async () => {
    await shop.hears(ann, 'HELP');
    assert.equal((await shop.of(ann)).isWaiting, true);
    await shop.hears(ann, 'STOP');
    assert.equal((await shop.of(ann)).isWaiting, true);
    // It is blocked, and so it answers nothing.
    assert.equal((await shop.writes(ann, 'Yes')).status, 'blocked');
    assert.equal((await shop.of(ann)).isWaiting, true);
    await shop.hears(ann, 'START');
    assert.deepEqual([await shop.waiting(), await shop.home()], [[ann], 1]);
  });

  await t.test('an answer does', async () => {
    await shop.writes(ann, 'Yes');
    const answered = await shop.of(ann);
    assert.equal(answered.isWaiting, false);
    assert.equal(answered.readAt, v1.clock.now().toISOString());
    assert.deepEqual([await shop.waiting(), await shop.home()], [[], 0]);
    await shop.hears(ann, 'Thanks, and on Friday?');
    assert.deepEqual([await shop.waiting(), await shop.home()], [[ann], 1]);
  });

  await t.test('a text with a pay link does, unless it is one for another day', async () => {
    const bill = { amount: 900, customer: { phone: ann }, send: 'text' };
    await shop.ok('POST', '/v1/pay-links', { ...bill, sendAt: '2030-02-15T15:00:00Z' });
    assert.deepEqual([await shop.waiting(), await shop.home()], [[ann], 1]);
    await shop.ok('POST', '/v1/pay-links', bill);
    assert.deepEqual([await shop.waiting(), await shop.home()], [[], 0]);
  });

  await t.test('STOP alone asks nothing', async () => {
    await shop.hears(bob, 'STOP');
    assert.deepEqual([await shop.waiting(), await shop.home()], [[], 0]);
    assert.notEqual((await shop.of(bob)).heardAt, null);
    // Who stopped may ask all the same.
    await shop.hears(bob, 'Call me');
    assert.deepEqual(await shop.waiting(), [bob]);
    assert.deepEqual(await shop.phones('?waiting=false'), [ann]);
  });
});

test('a conversation is marked as read, and as not read', async (t) => {
  const shop = await openShop(t);
  const { v1 } = shop;
  await shop.hears(ann, 'Are you open?');
  await shop.hears(bob, 'Where are you?');
  const { id } = await shop.of(ann);
  const path = `/v1/conversations/${id}/read`;

  const read = await shop.ok('POST', path, {});
  assert.deepEqual([read.id, read.isWaiting], [id, false]);
  assert.equal(read.readAt, v1.clock.now().toISOString());
  assert.deepEqual([await shop.waiting(), await shop.home()], [[bob], 1]);
  v1.clock.pass(60_000);
  assert.equal((await shop.ok('POST', path, { isRead: true })).readAt, read.readAt);

  const unread = await shop.ok('POST', path, { isRead: false });
  assert.deepEqual([unread.isWaiting, unread.readAt], [true, null]);
  assert.deepEqual([await shop.waiting(), await shop.home()], [[bob, ann], 2]);

  // Nobody is answered who never wrote.
  await shop.writes(cleo, 'Your car is ready.');
  const { id: silent } = await shop.of(cleo);
  const told = await shop.ok('POST', `/v1/conversations/${silent}/read`, { isRead: false });
  assert.equal(told.isWaiting, false);
});

test('a conversation is found by name, mail address and phone, and shows customer and last text', async (t) => {
  const shop = await openShop(t);
  const annId = await shop.customer(ann, {
    firstName: 'Ann',
    lastName: 'Lee',
    email: 'ann@example.com',
  });
  await shop.customer(bob, { firstName: 'Bob', lastName: 'Stone', email: 'bob@example.com' });
  await shop.hears(ann, 'Hello');
  await shop.writes(ann, 'Hello Ann');
  await shop.hears(bob, 'Good evening');
  await shop.hears(cleo, 'I am new');

  const finds = async (q: string) => await shop.phones(`?q=${encodeURIComponent(q)}`);
  for (const q of ['Ann', 'lee', 'Ann Lee', 'Lee, Ann', 'ann@', '212555', '(212) 555-01', ann])
    assert.deepEqual(await finds(q), [ann], q);
  const { id } = await shop.of(cleo);
  for (const q of ['+1 617 555 0103', id]) assert.deepEqual(await finds(q), [cleo], q);
  for (const q of ['Anna', '%', '2125559', 'hello']) assert.deepEqual(await finds(q), [], q);

  assert.deepEqual(await shop.phones(`?customerId=${annId}`), [ann]);
  const expanded = await shop.ok('GET', '/v1/conversations?expand=customer,lastMessage');
  const lines = expanded.data.map((one: Shown & { customer: { firstName: string } | null }) => [
    one.customer?.firstName ?? null,
    one.lastMessage?.direction,
    one.lastMessage?.body,
  ]);
  assert.deepEqual(lines, [
    [null, 'in', 'I am new'],
    ['Bob', 'in', 'Good evening'],
    ['Ann', 'out', 'Hello Ann'],
  ]);
});

test('a name that very many payers have is searched, too', async (t) => {
  const shop = await openShop(t);
  const { v1 } = shop;
  const businessId = v1.caller.business.id;
  await v1.db.query(
    `insert into customers (business_id, id, phone, email, first_name, last_name, address1, address2, city, state_code,
       postal_code, country_code, created_at, status)
     select $1, 100000 + n, '312' || 5550000 + n, '', 'Sam', 'Smith', '', '', '', '', '', 'US', now(), 'active'
     from generate_series(1, 600) n`,
    [businessId],
  );
  await v1.db.query(
    `insert into conversations (business_id, id, own_number, phone, customer_id, created_at, last_at)
     select $1, 200000 + n, '', '312' || 5550000 + n, 100000 + n, '2030-01-01', timestamptz '2030-01-01' + n * interval '1 s'
     from generate_series(1, 600) n`,
    [businessId],
  );
  for (const q of ['smith', '312555']) {
    const first = await shop.phones(`?q=${q}&limit=2`);
    assert.deepEqual(first, ['3125550600', '3125550599'], q);
  }
});
