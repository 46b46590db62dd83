import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aPayment, card, serveV1, type V1 } from './serve.ts';

const { cvv: _, ...saved } = card;
const gold = { code: 'gold', amount: 1999, interval: 'monthly', tax: 101 };

async function aToken({ call }: V1, email = 'ada@example.com'): Promise<string> {
  const body = { source: { card: saved }, customer: { email, lastName: 'Byron' } };
  return (await call('POST', '/v1/tokens', { body })).body.token;
}

test('a plan is made, found and changed by version', async (t) => {
  const { call, addBusiness } = await serveV1(t);
  const made = await call('POST', '/v1/plans', { body: { ...gold, discount: 1000, periods: 12 } });
  assert.equal(made.status, 201, made.text);
  assert.deepEqual(
    [made.body.amount, made.body.currency, made.body.discount, made.body.tax, made.body.periods],
    [1999, 'USD', 1000, 101, 12],
  );
  const seen = made.headers.get('etag')!;
  const taken = await call('POST', '/v1/plans', { body: gold });
  assert.deepEqual([taken.status, taken.body.errors[0].code], [400, 'taken']);
  const list = await call('GET', '/v1/plans?q=GO&interval=monthly');
  assert.deepEqual(list.body.data, [made.body]);

  const change = { body: { amount: 2500, periods: null }, headers: { 'If-Match': seen } };
  const changed = await call('PATCH', '/v1/plans/gold', change);
  assert.deepEqual(
    [changed.status, changed.body.amount, changed.body.periods, changed.body.tax],
    [200, 2500, null, 101],
  );
  const late = await call('PATCH', '/v1/plans/gold', change);
  assert.deepEqual([late.status, late.body.code], [412, 'changed_meanwhile']);
  assert.equal((await call('GET', '/v1/plans/gold')).body.amount, 2500);
  const most = { amount: 99_999_999, tax: 1 };
  for (const [method, path, body] of [
    ['PATCH', '/v1/plans/gold', most],
    ['POST', '/v1/plans', { ...gold, ...most, code: 'other' }],
  ] as const) {
    const told = await call(method, path, { body });
    assert.deepEqual([told.status, told.body.errors[0].field], [400, 'tax'], told.text);
  }
  const other = await addBusiness();
  assert.equal((await call('GET', '/v1/plans/gold', { as: other })).status, 404);
  assert.equal((await call('PATCH', '/v1/plans/gold', { as: other, body: {} })).status, 404);
});

test('a subscription is charged, paused, changed and canceled', async (t) => {
  const v1 = await serveV1(t);
  const { call, addBusiness } = v1;
  await call('POST', '/v1/plans', { body: gold });
  const token = await aToken(v1);
  const asked = { body: { token, planCode: 'gold' }, headers: { 'Idempotency-Key': 'one' } };
  const made = await call('POST', '/v1/subscriptions', asked);
  assert.equal(made.status, 201, made.text);
  assert.deepEqual(
    [made.body.status, made.body.price, made.body.periodsBegun, made.body.planCode],
    ['active', 2100, 1, 'gold'],
  );
  assert.equal(made.body.startsOn, '2030-01-15');
  assert.equal((await call('POST', '/v1/subscriptions', asked)).body.id, made.body.id);
  const path = `/v1/subscriptions/${made.body.id}`;

  const periods = await call('GET', `${path}/periods`);
  assert.deepEqual(
    periods.body.data.map(({ number, status, amount }: Record<string, unknown>) => [
      number,
      status,
      amount,
    ]),
    [[1, 'paid', 2100]],
  );
  const paid = await call('GET', '/v1/payments');
  assert.equal(paid.body.data[0].subscriptionId, made.body.id);
  const whole = await call('GET', `${path}?expand=customer,plan`);
  assert.deepEqual([whole.body.customer.email, whole.body.plan.code], ['ada@example.com', 'gold']);
  for (const query of [`q=${made.body.id}`, 'q=byron', 'q=gold', 'status=active,paused']) {
    const { body } = await call('GET', `/v1/subscriptions?${query}`);
    assert.equal(body.data.length, 1, query);
  }

  const other = await addBusiness();
  for (const [method, below] of [
    ['GET', ''],
    ['GET', '/periods'],
    ['POST', '/pause'],
    ['POST', '/cancel'],
  ] as const) {
    const body = method === 'POST' ? {} : undefined;
    const told = await call(method, path + below, { as: other, body });
    assert.deepEqual([told.status, told.body.code], [404, 'not_found'], below);
  }

  const seen = (await call('GET', path)).headers.get('etag')!;
  const paused = await call('POST', `${path}/pause`, { headers: { 'If-Match': seen } });
  assert.deepEqual([paused.status, paused.body.status], [200, 'paused'], paused.text);
  const late = await call('POST', `${path}/cancel`, { headers: { 'If-Match': seen } });
  assert.equal(late.status, 412);
  const twice = await call('POST', `${path}/pause`);
  assert.deepEqual([twice.status, twice.body.code], [409, 'subscription_not_so']);
  assert.equal((await call('POST', `${path}/resume`)).body.status, 'active');
  const dearer = await call('PATCH', path, { body: { amount: 2999 } });
  assert.deepEqual([dearer.body.amount, dearer.body.carried > 0], [2999, true], dearer.text);
  const ending = await call('POST', `${path}/cancel`, { body: { atEnd: true } });
  assert.deepEqual([ending.body.status, ending.body.cancelsAtEnd], ['active', true]);
  assert.equal((await call('POST', `${path}/keep`)).body.cancelsAtEnd, false);
  const over = await call('POST', `${path}/cancel`, { body: {} });
  assert.deepEqual([over.body.status, over.body.nextChargeAt], ['canceled', null]);
});

test('another source must be of the same customer and chargeable', async (t) => {
  const v1 = await serveV1(t);
  const { call } = v1;
  const [token, second, stranger] = [
    await aToken(v1),
    await aToken(v1),
    await aToken(v1, 'grace@example.com'),
  ];
  const body = { token, amount: 500, interval: 'weekly' };
  const made = await call('POST', '/v1/subscriptions', { body });
  const path = `/v1/subscriptions/${made.body.id}`;
  const changed = await call('POST', `${path}/source`, { body: { token: second } });
  assert.equal(changed.body.token, second, changed.text);
  const other = await call('POST', `${path}/source`, { body: { token: stranger } });
  assert.deepEqual([other.status, other.body.errors[0].field], [400, 'token']);
  await call('DELETE', `/v1/tokens/${token}`);
  const disabled = await call('POST', `${path}/source`, { body: { token } });
  assert.deepEqual([disabled.status, disabled.body.code], [409, 'token_disabled']);
  assert.equal((await call('GET', path)).body.token, second);
});

test('a subscription that cannot be charged is not made', async (t) => {
  const v1 = await serveV1(t);
  const { call } = v1;
  const token = await aToken(v1);
  const body = { token, amount: 500, interval: 'weekly' };
  const wrong: [object, string][] = [
    [{ token }, 'amount'],
    [{ token, amount: 500 }, 'interval'],
    [{ ...body, planCode: 'none' }, 'planCode'],
    [{ ...body, startsOn: '2030-01-14' }, 'startsOn'],
    [{ ...body, startsOn: '2041-01-14' }, 'startsOn'],
    [{ ...body, interval: 'Weekly' }, 'interval'],
    [{ ...body, discount: 10_001 }, 'discount'],
  ];
  for (const [sent, at] of wrong) {
    const told = await call('POST', '/v1/subscriptions', { body: sent });
    assert.deepEqual([told.status, told.body.errors?.[0].field], [400, at], told.text);
  }
  const nobody = await call('POST', '/v1/subscriptions', { body: { ...body, token: 'card_none' } });
  assert.deepEqual([nobody.status, nobody.body.code], [404, 'unknown_token']);
  assert.deepEqual((await call('GET', '/v1/subscriptions')).body.data, []);
  const later = await call('POST', '/v1/subscriptions', {
    body: { ...body, startsOn: '2030-02-01', trialDays: 7, periods: 2 },
  });
  assert.deepEqual([later.body.status, later.body.periods], ['scheduled', 2], later.text);
  await call('POST', '/v1/payments', { body: aPayment });
  assert.equal((await call('GET', '/v1/payments?q=1250')).body.data.length, 0);
});
