import assert from 'node:assert/strict';
import { test } from 'node:test';
import { card, serveV1, type V1 } from './serve.ts';

const greta = {
  firstName: 'Greta',
  lastName: 'Lindqvist',
  email: 'greta.lindqvist@example.com',
  phone: '6125550123',
};
const ada = { firstName: 'Ada', lastName: 'Byron', email: 'ada@example.com', phone: '2125550199' };

async function found({ call }: V1, list: string, q: string): Promise<string[]> {
  const { status, body, text } = await call('GET', `/v1/${list}?q=${encodeURIComponent(q)}`);
  assert.equal(status, 200, text);
  return body.data.map((one: { id: string }) => one.id);
}

test('links and subscriptions are found by whom they are of, and by what names them', async (t) => {
  const v1 = await serveV1(t);
  const { call } = v1;
  const plan = { code: 'gold', amount: 2000, interval: 'monthly' };
  assert.equal((await call('POST', '/v1/plans', { body: plan })).status, 201);
  const of = async (customer: object, orderNumber: string) => {
    const saved = await call('POST', '/v1/tokens', { body: { source: { card }, customer } });
    assert.equal(saved.status, 201, saved.text);
    const { token } = saved.body;
    const linked = {
      customer,
      orderNumber,
      amount: 4200,
      lines: [{ name: 'Chair', amount: 4200 }],
    };
    const link = await call('POST', '/v1/pay-links', { body: linked });
    assert.equal(link.status, 201, link.text);
    const made = await call('POST', '/v1/subscriptions', { body: { token, planCode: 'gold' } });
    assert.equal(made.status, 201, made.text);
    return { 'pay-links': link.body.id as string, subscriptions: made.body.id as string };
  };
  const hers = await of(greta, 'ORD-7781');
  const others = await of(ada, 'ShopA-5');
  for (const q of ['greta', 'Lindqvist, G', '(612) 555-0123', '612 555', 'greta.lindqvist@']) {
    for (const list of ['pay-links', 'subscriptions'] as const)
      assert.deepEqual(await found(v1, list, q), [hers[list]], `${list} ${q}`);
  }
  await call('POST', `/v1/pay-links/${hers['pay-links']}/revoke`);
  for (const q of ['ORD-7781', 'ord-7781', 'ORD-77', hers['pay-links']])
    assert.deepEqual(await found(v1, 'pay-links', q), [hers['pay-links']], q);
  for (const q of ['shopa-5', 'SHOPA-5', 'ShopA'])
    assert.deepEqual(await found(v1, 'pay-links', q), [others['pay-links']], q);
  for (const [orderNumber, id] of [
    ['ORD-7781', hers['pay-links']],
    ['ShopA-5', others['pay-links']],
    ['shopa-5', undefined],
  ] as const) {
    const { body } = await call('GET', `/v1/pay-links?orderNumber=${orderNumber}`);
    assert.deepEqual(
      body.data.map((one: { id: string }) => one.id),
      id === undefined ? [] : [id],
      orderNumber,
    );
  }
  const number = hers.subscriptions;
  for (const q of [number, `SUB-${number}-1`])
    assert.deepEqual(await found(v1, 'subscriptions', q), [number], q);
  assert.deepEqual(await found(v1, 'subscriptions', 'gold'), [others.subscriptions, number]);
  for (const q of ['gol', 'SUB-1', 'nobody']) {
    for (const list of ['pay-links', 'subscriptions'])
      assert.deepEqual(await found(v1, list, q), [], `${list} ${q}`);
  }
  const stranger = await v1.addBusiness();
  for (const path of [
    'pay-links?q=greta',
    'pay-links?orderNumber=ShopA-5',
    'subscriptions?q=gold',
    'subscriptions?q=greta',
  ])
    assert.deepEqual((await call('GET', `/v1/${path}`, { as: stranger })).body.data, [], path);
});

test('a text that can name nothing finds nothing', async (t) => {
  const v1 = await serveV1(t);
  const lists = [
    'customers',
    'conversations',
    'messages',
    'invoices',
    'pay-links',
    'subscriptions',
  ];
  for (const list of [...lists, 'payments', 'disputes', 'payouts', 'leads'])
    for (const q of ['%00', '\uFFFD', '%', '?', '\u{1F338}'])
      assert.deepEqual(await found(v1, list, q), [], `${list} ${q}`);
});
