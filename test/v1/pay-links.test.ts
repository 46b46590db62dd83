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
