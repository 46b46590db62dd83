import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { endpoints } from '../../src/api/v1/endpoints.ts';
import { expansionsOf } from './good-requests.ts';
import { aPayment, serveV1 } from './serve.ts';

const v1 = await serveV1({ after });
const { call } = v1;

test('each expansion of a list has a place in its rows and in the single object', () => {
  const flaws = endpoints.flatMap((endpoint) => {
    const { id, answer } = endpoint;
    const { data } = answer?.properties ?? {};
    const row = data?.inner ?? answer;
    const missing = expansionsOf(endpoint).filter((name) => !row?.properties?.[name]?.isOptional);
    const one = endpoints.find((other) => other.id === id.replace('.list', '.retrieve'));
    const isElsewhere = one && String(expansionsOf(one)) !== String(expansionsOf(endpoint));
    return [...missing.map((name) => `${id}: ${name}`), ...(isElsewhere ? [id] : [])];
  });
  assert.deepEqual(flaws, []);
});

test('a payment stands whole in its refund, in a list, alone, and as CSV without what nobody asked for', async () => {
  const paid = await call('POST', '/v1/payments', { body: aPayment });
  const path = `/v1/payments/${paid.body.id}`;
  for (const amount of [100, 200]) {
    const refunded = await call('POST', `${path}/refunds`, { body: { amount } });
    assert.equal(refunded.status, 201, refunded.text);
  }
  const { body: payment } = await call('GET', path);
  const { body } = await call('GET', '/v1/refunds?expand=payment');
  assert.deepEqual(
    body.data.map((one: { payment: unknown }) => one.payment),
    [payment, payment],
  );
  const one = await call('GET', `/v1/refunds/${body.data[0].id}?expand=payment`);
  assert.deepEqual(one.body.payment, payment);
  assert.equal('payment' in (await call('GET', `/v1/refunds/${body.data[0].id}`)).body, false);
  const headers = { Accept: 'text/csv' };
  const csv = await call('GET', '/v1/refunds?expand=payment', { headers });
  assert.match(csv.text, /payment\.orderNumber/);
  assert.doesNotMatch(csv.text, /payment\.(?:customer|subscription)\./);
});

test('the expansion of a missing reference is null', async () => {
  const paid = await call('POST', '/v1/payments', { body: aPayment });
  const { body } = await call('GET', `/v1/payments/${paid.body.id}?expand=subscription,customer`);
  assert.equal(body.subscription, null);
  assert.equal(body.customer.id, body.customerId);
});
