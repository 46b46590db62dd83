import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serveV1 } from './serve.ts';

const bill = {
  amount: 4200,
  orderNumber: 'A-1',
  customer: { email: 'ada@example.com', firstName: 'Ada', lastName: 'Byron' },
  lines: [{ name: 'Chair', amount: 4200 }],
};

test('a link is made, shown, found and revoked', async (t) => {
  const { call, addBusiness } = await serveV1(t);
  const made = await call('POST', '/v1/pay-links', { body: bill });
  assert.equal(made.status, 201, made.text);
  const { address, ...link } = made.body;
  assert.match(address, /\/pay\/[\w-]{22}$/);
  assert.deepEqual([link.status, link.amount, link.orderNumber], ['created', 4200, 'A-1']);
  assert.equal((await call('POST', '/v1/pay-links', { body: bill })).body.id, link.id);
  const other = { ...bill, amount: 1 };
  const reused = await call('POST', '/v1/pay-links', { body: other });
  assert.deepEqual([reused.status, reused.body.code], [409, 'order_number_reused']);

  const path = `/v1/pay-links/${link.id}`;
  assert.deepEqual((await call('GET', path)).body, link);
  for (const query of ['q=A-1', 'q=byron', `customerId=${link.customerId}`, 'state=open']) {
    assert.deepEqual((await call('GET', `/v1/pay-links?${query}`)).body.data, [link], query);
  }
  assert.equal((await call('POST', `${path}/address`)).body.address, address);
  const stranger = await addBusiness();
  for (const below of ['/address', '/revoke']) {
    assert.equal((await call('POST', path + below, { as: stranger })).status, 404);
  }
  assert.equal((await call('GET', path, { as: stranger })).status, 404);
  assert.equal((await call('POST', `${path}/revoke`)).body.status, 'revoked');
  assert.equal((await call('POST', `${path}/revoke`)).body.status, 'revoked');
});

test('a text needs a phone, and an end lies ahead', async (t) => {
  const { call } = await serveV1(t);
  const wrong: [object, string][] = [
    [{ ...bill, send: 'text' }, 'customer.phone'],
    [{ ...bill, expiresAt: '2030-01-15T14:00:00Z' }, 'expiresAt'],
    [{ ...bill, amount: 0 }, 'amount'],
    [{ ...bill, customer: { firstName: 'Ada' } }, 'customerId'],
  ];
  for (const [body, at] of wrong) {
    const told = await call('POST', '/v1/pay-links', { body });
    assert.deepEqual([told.status, told.body.errors?.[0].field], [400, at], told.text);
  }
  assert.deepEqual((await call('GET', '/v1/pay-links')).body.data, []);
});

test('a text names its payer as any request does: a shared phone alone only where nothing else is sent', async (t) => {
  const { call } = await serveV1(t);
  const phone = '2125550100';
  const ann = { externalId: 'C-1', phone, email: 'ann@example.com', firstName: 'Ann' };
  const bob = { externalId: 'C-2', phone, firstName: 'Bob' };
  const cay = { phone, email: 'cay@example.com', firstName: 'Cay' };
  const idOf = async (body: object) => {
    const made = await call('POST', '/v1/customers', { body });
    assert.equal(made.status, 201, made.text);
    return made.body.id;
  };
  const [annId, bobId] = [await idOf(ann), await idOf(bob)];
  const text = { amount: 100, send: 'text' };
  const payerOf = async (customer: object) => {
    const made = await call('POST', '/v1/pay-links', { body: { ...text, customer } });
    assert.equal(made.status, 201, made.text);
    return made.body.customerId;
  };
  assert.equal(await payerOf(bob), bobId);
  assert.equal(await payerOf(ann), annId);
  assert.equal(await payerOf({ phone, email: ann.email }), annId);
  const cayId = await payerOf(cay);
  assert.ok(cayId !== annId && cayId !== bobId);
  assert.equal(await payerOf(cay), cayId);
  // The first by the mail address, which Bob has none of.
  assert.equal(await payerOf({ phone }), bobId);
  const rows = [bob, cay].map((customer) => ({ ...text, customer }));
  const { body } = await call('POST', '/v1/pay-links/batches', { body: { rows } });
  const payers = body.results.map(
    (one: { payLink: { customerId: string } }) => one.payLink.customerId,
  );
  assert.deepEqual(payers, [bobId, cayId]);
});

test('a dry run looks at the payer who would be texted', async (t) => {
  const { call, db } = await serveV1(t);
  const bob = { externalId: 'C-2', phone: '2125550100' };
  await call('POST', '/v1/customers', { body: bob });
  await db.query(`update customers set status = 'do_not_contact'`);
  // At a phone that nobody has yet.
  const rows = [{ amount: 100, send: 'text', customer: { ...bob, phone: '2125550101' } }];
  const outcomes = [];
  for (const dryRun of [true, false]) {
    const { body } = await call('POST', '/v1/pay-links/batches', { body: { rows, dryRun } });
    outcomes.push(body.results[0].error?.code);
  }
  assert.deepEqual(outcomes, ['text_not_wanted', 'text_not_wanted']);
});

test('many are made at once, each with its result, and none twice', async (t) => {
  const { call } = await serveV1(t);
  const rows = [
    ...Array.from({ length: 20 }, (_, i) => ({ ...bill, orderNumber: undefined, amount: 100 + i })),
    { ...bill, customer: undefined, customerId: '4711' },
    { ...bill, expiresAt: '2030-01-15T14:00:00Z' },
  ];
  const asked = { body: { rows }, headers: { 'Idempotency-Key': 'many' } };
  const [made, again] = [
    await call('POST', '/v1/pay-links/batches', asked),
    await call('POST', '/v1/pay-links/batches', asked),
  ];
  assert.equal(made.status, 200, made.text);
  const { results } = made.body;
  const replayed = results.map((one: { outcome: string }) => ({
    ...one,
    outcome: one.outcome === 'created' ? 'exists' : one.outcome,
  }));
  assert.deepEqual(again.body.results, replayed);
  assert.deepEqual(
    results.slice(0, 20).map(({ payLink }: { payLink: { amount: number } }) => payLink.amount),
    rows.slice(0, 20).map(({ amount }) => amount),
  );
  const errors = results.slice(20).map(({ error }: { error: { code: string } }) => error.code);
  assert.deepEqual(errors, ['unknown_customer', 'wrong_fields']);
  assert.equal((await call('GET', '/v1/pay-links?limit=100')).body.data.length, 20);
  const tooMany = { rows: Array.from({ length: 501 }, () => bill) };
  assert.equal((await call('POST', '/v1/pay-links/batches', { body: tooMany })).status, 400);
});
