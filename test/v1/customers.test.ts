import assert from 'node:assert/strict';
import { test } from 'node:test';
import { forgetCustomer } from '../../src/moving/forget/forget-customer.ts';
import { notifyPeople } from '../../src/notify/mail/notify-people.ts';
import { sendMails } from '../../src/notify/mail/send-mails.ts';
import { aPayment, serveV1 } from './serve.ts';

const ada = { firstName: 'Ada', lastName: 'Byron', email: 'Ada@Example.com', phone: '2025550143' };

test('a customer is made, found, searched and listed', async (t) => {
  const { call } = await serveV1(t);
  const body = { ...ada, externalId: 'A-1', state: 'ny', further: { companyName: 'Analysts' } };
  const made = await call('POST', '/v1/customers', { body });
  assert.equal(made.status, 201, made.text);
  assert.equal(made.headers.get('location'), `/v1/customers/${made.body.id}`);
  assert.equal(made.body.email, 'ada@example.com');
  assert.deepEqual([made.body.state, made.body.country, made.body.status], ['NY', 'US', 'active']);
  assert.equal(made.body.further.companyName, 'Analysts');
  assert.equal(made.body.further.title, null);

  const path = `/v1/customers/${made.body.id}`;
  assert.deepEqual((await call('GET', path)).body, made.body);
  await call('POST', '/v1/customers', { body: { email: 'grace@example.com', lastName: 'Hopper' } });
  const all = await call('GET', '/v1/customers');
  assert.deepEqual(
    all.body.data.map(({ lastName }: { lastName: string }) => lastName),
    ['Hopper', 'Byron'],
  );
  const searches = ['q=ada%40example.com', 'q=2025550143', 'q=byr', 'q=ada%20by', 'q=A-1'];
  for (const query of [
    ...searches,
    `q=${made.body.id}`,
    'email=ADA@example.com',
    'phone=2025550143',
  ]) {
    const found = await call('GET', `/v1/customers?${query}`);
    assert.deepEqual(found.body.data, [made.body], query);
  }
  assert.deepEqual((await call('GET', '/v1/customers?as=1')).status, 400);
});

test('nobody is made twice, and nobody without a mark', async (t) => {
  const { call } = await serveV1(t);
  const one = { ...ada, externalId: 'A-1' };
  await call('POST', '/v1/customers', { body: one });
  for (const body of [one, { externalId: 'A-1' }, ada]) {
    const again = await call('POST', '/v1/customers', { body });
    assert.deepEqual([again.status, again.body.code], [409, 'customer_taken'], again.text);
  }
  const plain = await call('POST', '/v1/customers', { body: { email: 'x@example.com' } });
  const adopting = { email: 'x@example.com', externalId: 'X-1' };
  assert.equal((await call('POST', '/v1/customers', { body: adopting })).status, 409);
  const { body } = await call('GET', `/v1/customers/${plain.body.id}`);
  assert.equal(body.externalId, null, 'what was refused left no identifier');
  const nobody = await call('POST', '/v1/customers', { body: { firstName: 'Ada' } });
  assert.deepEqual([nobody.status, nobody.body.errors[0].field], [400, 'email']);
  const place = await call('POST', '/v1/customers', {
    body: { ...ada, email: 'p@x.com', state: 'XX' },
  });
  assert.deepEqual([place.status, place.body.errors[0].field], [400, 'state']);
  const key = { 'Idempotency-Key': 'new' };
  const fresh = { body: { email: 'fresh@example.com' }, headers: key };
  const made = await call('POST', '/v1/customers', fresh);
  assert.deepEqual((await call('POST', '/v1/customers', fresh)).body, made.body);
});

test('a change keeps what it does not name, and loses no other change', async (t) => {
  const { call } = await serveV1(t);
  const made = await call('POST', '/v1/customers', {
    body: { ...ada, externalId: 'A-1', city: 'London', further: { title: 'Dr.' } },
  });
  const path = `/v1/customers/${made.body.id}`;
  const seen = made.headers.get('etag')!;
  assert.equal((await call('GET', path)).headers.get('etag'), seen);
  const same = await call('GET', path, { headers: { 'If-None-Match': seen } });
  assert.equal(same.status, 304);

  const change = { city: null, lastName: 'Lovelace', further: { title: null, customField1: 'a' } };
  const changed = await call('PATCH', path, { body: change, headers: { 'If-Match': seen } });
  assert.equal(changed.status, 200, changed.text);
  assert.deepEqual(
    [changed.body.city, changed.body.lastName, changed.body.firstName],
    ['', 'Lovelace', 'Ada'],
  );
  assert.deepEqual([changed.body.further.title, changed.body.further.customField1], [null, 'a']);
  const late = await call('PATCH', path, { body: { city: 'X' }, headers: { 'If-Match': seen } });
  assert.deepEqual([late.status, late.body.code], [412, 'changed_meanwhile']);
  assert.equal((await call('GET', path)).body.city, '');

  const other = await call('POST', '/v1/customers', { body: { email: 'o@example.com' } });
  const taken = await call('PATCH', `/v1/customers/${other.body.id}`, {
    body: { externalId: 'A-1' },
  });
  assert.deepEqual([taken.status, taken.body.errors[0].field], [409, 'externalId']);
  for (const body of [{ externalId: null }, { country: null }, { state: 'XX' }, { id: '7' }]) {
    assert.equal((await call('PATCH', path, { body })).status, 400, JSON.stringify(body));
  }
});

test('sums of invoices come with a customer', async (t) => {
  const { call } = await serveV1(t);
  const paid = await call('POST', '/v1/payments', { body: aPayment });
  await call('POST', `/v1/payments/${paid.body.id}/refunds`, { body: { amount: 250 } });
  const { body } = await call('GET', `/v1/customers/${paid.body.customerId}?expand=totals`);
  const totals = [
    { currency: 'USD', invoices: 1, invoiced: 1250, paid: 1250, refunded: 250, open: 0 },
  ];
  assert.deepEqual(body.totals, totals);
  const other = await call('POST', '/v1/customers', { body: ada });
  const list = await call('GET', '/v1/customers?expand=totals');
  assert.deepEqual(
    list.body.data.map(({ id, totals: sums }: { id: string; totals: unknown }) => [id, sums]),
    [
      [other.body.id, []],
      [paid.body.customerId, totals],
    ],
  );
});

test('a person is forgotten once nothing is open, with what was answered about them', async (t) => {
  const v1 = await serveV1(t);
  const { call, db } = v1;
  const world = await v1.open();
  const headers = { 'Idempotency-Key': 'new' };
  const { body: made } = await call('POST', '/v1/customers', { body: ada, headers });
  const body = { ...aPayment, customer: undefined, customerId: made.id };
  const sent = { ...body, saveToken: true, receiptByEmail: true };
  const paid = await call('POST', '/v1/payments', { body: sent });
  assert.equal(paid.body.status, 'captured', paid.text);
  const path = `/v1/customers/${made.id}/forget`;
  const open = await call('POST', path);
  assert.deepEqual([open.status, open.body.code], [409, 'wrong_state']);
  assert.match(open.body.detail, new RegExp(`payment ${paid.body.id} is captured`));
  assert.equal((await call('GET', `/v1/customers/${made.id}`)).body.lastName, 'Byron');

  const resent = { body: { email: 'office@example.com' }, headers: { 'Idempotency-Key': 'copy' } };
  const copy = await call('POST', `/v1/payments/${paid.body.id}/resend-receipt`, resent);
  assert.equal(copy.status, 200, copy.text);
  await notifyPeople(world);
  while ((await sendMails(world)) > 0);
  // What was mailed to a former address is forgotten too.
  await call('PATCH', `/v1/customers/${made.id}`, { body: { email: 'byron@example.com' } });
  await call('POST', '/v1/batches', { body: {} });
  const done = await call('POST', path);
  assert.deepEqual(done.body, { customerId: made.id, payments: 1, tokens: 1 }, done.text);
  const left = await call('GET', `/v1/customers/${made.id}`);
  assert.doesNotMatch(left.text, /Ada|Byron|2025550143/);
  const [act] = (await call('GET', '/v1/audit-log?limit=1')).body.data;
  assert.deepEqual([act.act, act.object], ['customer.forgotten', `customer:${made.id}`]);
  const kept = await db.query(
    `select body from kept_answers where body ~ '2025550143|office@example'
     union all select recipient from mails where recipient not like 'forgotten-%'
     union all select recipient from sandbox_inbox where channel = 'mail'`,
  );
  assert.deepEqual(kept, [], 'neither a kept answer nor a mail names them');
});

test('the answer that made a customer is forgotten with it, also one with a former mail address', async (t) => {
  const v1 = await serveV1(t);
  const { call } = v1;
  const asked = {
    body: { email: 'zeb@example.com', firstName: 'Zebedee' },
    headers: { 'Idempotency-Key': 'zeb' },
  };
  const made = await call('POST', '/v1/customers', asked);
  assert.equal(made.status, 201, made.text);
  const { id } = made.body;
  const other = { headers: { 'Idempotency-Key': 'other' }, body: { email: 'ben@example.com' } };
  const kept = await call('POST', '/v1/customers', other);
  await call('PATCH', `/v1/customers/${id}`, { body: { email: 'z@example.com' } });
  const key = { businessId: v1.caller.business.id, id: BigInt(id) };
  const { outcome } = await forgetCustomer(await v1.open(), key, 'operator:test');
  assert.equal(outcome, 'forgotten');
  const again = await call('POST', '/v1/customers', asked);
  assert.equal(again.headers.get('idempotent-replayed'), null, again.text);
  assert.notEqual(again.body.id, id);
  const same = await call('POST', '/v1/customers', other);
  assert.deepEqual(same.body, kept.body, 'of another one it stays');
});
