import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { forgetCustomer } from '../../src/moving/forget/forget-customer.ts';
import { addNote } from '../../src/notify/conversations/notes.ts';
import { sendTexts } from '../../src/notify/conversations/send-texts.ts';
import { describedTables } from '../../src/runtime/table.ts';
import { workOnce } from '../../src/worker/worker.ts';
import { chrome } from '../pages/counter.ts';
import { meetBothWays } from '../pause.ts';
import { openReceiver } from '../webhooks/receiver.ts';
import { ann, colleaguesAt } from './colleagues.ts';
import { card, serveV1 } from './serve.ts';
import { signIn } from './signed-in.ts';

const v1 = await serveV1({ after });
const world = await v1.open();
const bob = '3125550102';

const { ok, refused, openShop } = colleaguesAt(v1);

const word = 'rhinoceros';

/** The tables with a row in which the word stands. */
async function tablesWith(): Promise<string[]> {
  const found: string[] = [];
  for (const name of describedTables().keys()) {
    const rows = await v1.db.query(`select from ${name} t where t::text like $1`, [`%${word}%`]);
    if (rows.length > 0) found.push(name);
  }
  return found;
}

test('a note is read by colleagues, with who wrote it and when', async (t) => {
  const { shop, path, id } = await openShop();
  const cashier = await signIn(v1, shop, 'cashier');
  const support = await signIn(v1, shop, 'support');
  const viewer = await signIn(v1, shop, 'viewer');
  const first = await ok(cashier, 'POST', `${path}/notes`, { body: 'Pays late.\nCall first.' });
  const at = v1.clock.now().toISOString();
  assert.deepEqual(first, {
    ...{ id: first.id, conversationId: id, body: 'Pays late.\nCall first.', createdAt: at },
    actor: `user:cashier-of-${shop.business.id}@example.com`,
  });
  v1.clock.pass(60_000);
  const second = await ok(support, 'POST', `${path}/notes`, { body: 'Called: comes on Friday.' });
  assert.deepEqual((await ok(viewer, 'GET', `${path}/notes`)).data, [second, first]);

  await t.test('it answers nobody and moves nothing in the list', async () => {
    const before = await ok(shop, 'GET', path);
    assert.equal(before.isWaiting, true);
    await ok(shop, 'POST', '/v1/sandbox/inbox/texts', { from: bob, body: 'Hello' });
    await ok(shop, 'POST', `${path}/notes`, { body: 'Nobody knows.' });
    const { data } = await ok(shop, 'GET', '/v1/conversations');
    assert.deepEqual(
      data.map((one: { phone: string }) => one.phone),
      [bob, ann],
    );
    assert.deepEqual(await ok(shop, 'GET', path), before);
  });

  await t.test('a blank, a missing and a too long one are refused', async () => {
    for (const [body, code] of [
      ['  ', 'required'],
      [undefined, 'required'],
      ['x'.repeat(2001), 'too_long'],
    ] as const) {
      const told = await refused(shop, 'POST', `${path}/notes`, { body });
      assert.equal(told, `wrong_fields body ${code}`);
    }
    await ok(shop, 'POST', `${path}/notes`, { body: '🌷'.repeat(2000) });
  });

  await t.test('a card number in it is masked, and markup stays text', async () => {
    const body = '<b>card</b> 4242 4242 4242 4242';
    const { body: stored } = await ok(shop, 'POST', `${path}/notes`, { body });
    assert.match(stored, /^<b>card<\/b> /);
    assert.doesNotMatch(stored, /4242 4242 4242/);
  });

  await t.test('while the business is suspended colleagues still write them', async () => {
    await v1.db.query(`update businesses set state = 'suspended' where business_id = $1`, [
      shop.business.id,
    ]);
    await ok(cashier, 'POST', `${path}/notes`, { body: 'We are suspended.' });
    await ok(cashier, 'PATCH', path, { assigneeId: null });
  });
});

test('a note is in nothing that anybody outside of the business gets', async (t) => {
  const { shop, path } = await openShop();
  const receiver = await openReceiver(t);
  for (const kind of ['payments', 'messages', 'customers'])
    await ok(shop, 'POST', '/v1/webhook-endpoints', { kind, url: receiver.url });
  const customer = { phone: ann, email: 'ann@example.com', firstName: 'Ann' };
  const { id: customerId } = await ok(shop, 'POST', '/v1/customers', customer);
  await ok(shop, 'POST', `${path}/notes`, { body: `A ${word} of a customer.` });
  assert.deepEqual(await tablesWith(), ['conversation_notes']);
  const link = { amount: 900, customerId, send: 'text' };
  const { address } = await ok(shop, 'POST', '/v1/pay-links', link);
  const sale = { amount: 1250, source: { card }, customerId };
  const paid = await ok(shop, 'POST', '/v1/payments', sale);
  await ok(shop, 'POST', `/v1/payments/${paid.id}/resend-receipt`, { email: 'ann@example.com' });
  await ok(shop, 'PATCH', `/v1/customers/${customerId}`, { city: 'Salem' });
  await ok(shop, 'POST', '/v1/sandbox/inbox/texts', { from: ann, body: 'HELP' });
  do await world.flights.landed();
  while ((await workOnce(world)) > 0 || (await sendTexts(world)) > 0);

  assert.ok(receiver.received.length > 2);
  assert.ok(receiver.received.every(({ body }) => !body.includes(word)));
  const browser = { 'User-Agent': chrome, Connection: 'close' };
  const { pathname } = new URL(address);
  const page = await (await fetch(v1.baseUrl + pathname, { headers: browser })).text();
  assert.match(page, /\$9\.00/);
  assert.ok(!page.includes(word));
  for (const asked of [
    ...['sandbox/inbox', 'messages?expand=conversation', 'mails', 'events', 'deliveries'],
    ...['conversations?expand=lastMessage,customer,assignee', 'customers', 'audit-log'],
  ]) {
    const told = await v1.call('GET', `/v1/${asked}`, { as: shop });
    assert.equal(told.status, 200, told.text);
    assert.ok(!told.text.includes(word), asked);
    assert.ok(told.body.data.length > 0, asked);
  }
  assert.deepEqual(await tablesWith(), ['conversation_notes']);
});

test('notes are forgotten with the person, and so is the kept answer of one', async (t) => {
  const { shop, path } = await openShop();
  const { id } = await ok(shop, 'POST', '/v1/customers', { phone: ann, lastName: 'Lee' });
  await ok(shop, 'POST', '/v1/sandbox/inbox/texts', { from: ann, body: 'Me again' });
  const headers = { 'Idempotency-Key': 'a note' };
  const body = { body: `A ${word} of a customer.` };
  assert.equal((await v1.call('POST', `${path}/notes`, { as: shop, body, headers })).status, 201);
  const key = { businessId: shop.business.id, id: BigInt(id) };
  const other = await openShop();
  await ok(other.shop, 'POST', `${other.path}/notes`, { body: 'Of another business.' });

  const done = await forgetCustomer(world, key, 'operator:test');
  assert.equal(done.outcome, 'forgotten');
  assert.deepEqual(
    (await tablesWith()).filter((one) => one !== 'conversation_notes'),
    [],
  );
  assert.deepEqual((await ok(shop, 'GET', `${path}/notes`)).data, []);
  assert.equal((await ok(other.shop, 'GET', `${other.path}/notes`)).data.length, 1);

  await t.test('nobody notes anything about the forgotten person', async () => {
    assert.equal(await refused(shop, 'POST', `${path}/notes`, body), 'not_found');
  });
});

test('a note that is written while its person is forgotten does not stay', async () => {
  const campaign = { name: 'conversation-notes' };
  await meetBothWays(campaign, {
    db: v1.db,
    open: v1.open,
    async before() {
      const { shop, path, id } = await openShop();
      const { id: customerId } = await ok(shop, 'POST', '/v1/customers', { phone: ann });
      await ok(shop, 'POST', '/v1/sandbox/inbox/texts', { from: ann, body: 'Me again' });
      return { shop, path, id: BigInt(id), customerId: BigInt(customerId) };
    },
    async one(own, { shop: { business }, customerId }) {
      await forgetCustomer(own, { businessId: business.id, id: customerId }, 'operator:test');
    },
    async other(own, { shop: { business }, id }) {
      const note = { businessId: business.id, conversationId: id, actor: 'operator', body: word };
      await addNote(own, { ...note, id: await own.ids.next(business.id), createdAt: own.now() });
    },
    async judge({ shop, path }) {
      assert.deepEqual((await ok(shop, 'GET', `${path}/notes`)).data, []);
    },
  });
});

test('a note and an assignment are events without words, for pages that show them', async () => {
  const { shop, path, id, user } = await openShop();
  const mara = await user('Mara');
  await ok(shop, 'POST', `${path}/notes`, { body: `A ${word} of a customer.` });
  await ok(shop, 'PATCH', path, { assigneeId: mara });
  await ok(shop, 'PATCH', path, { assigneeId: mara });
  const rows = await v1.db.query<{ data: object; pending: string[] }>(
    `select data, untold as pending from events
     where business_id = $1 and kind = 'conversation.changed' and object_id = $2 order by id`,
    [shop.business.id, BigInt(id)],
  );
  assert.deepEqual(rows.map(({ data, pending }) => [data, pending]).slice(1), [
    [{ what: 'note' }, []],
    [{ what: 'assigned' }, []],
  ]);
});
