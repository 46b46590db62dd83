import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aPayment, serveV1 } from './serve.ts';

test('a caller whose answer was lost finds the object by its key', async (t) => {
  const { call } = await serveV1(t);
  const under = (key: string) => ({ headers: { 'Idempotency-Key': key } });
  const idsUnder = async (list: string, key: string) => {
    const { body } = await call('GET', `/v1/${list}?idempotencyKey=${key}`);
    return body.data.map(({ id }: { id: string }) => id);
  };
  const pay = async (key: string, more: object) =>
    (await call('POST', '/v1/payments', { body: { ...aPayment, ...more }, ...under(key) })).body.id;
  const refunded = await pay('sold', { orderNumber: 'A-1' });
  const held = await pay('held', { orderNumber: 'A-2', capture: false });
  const withdrawn = await pay('meant', { orderNumber: 'A-3' });
  const act = async (id: string, act: string, key: string, body?: object) =>
    (await call('POST', `/v1/payments/${id}/${act}`, { body, ...under(key) })).body.id;
  const refund = await act(refunded, 'refunds', 'back', { amount: 10 });
  await act(held, 'capture', 'taken', { amount: 700 });
  await act(withdrawn, 'void', 'undone');

  for (const [key, payment] of [
    ['sold', refunded],
    ['back', refunded],
    ['held', held],
    ['taken', held],
    ['undone', withdrawn],
  ] as const) {
    assert.deepEqual(await idsUnder('payments', key), [payment], key);
  }
  assert.deepEqual(await idsUnder('refunds', 'back'), [refund]);
  assert.equal((await idsUnder('refunds', 'undone')).length, 1);
  assert.deepEqual(await idsUnder('refunds', 'taken'), []);
  // The same order under another key is the same payment, which that key finds too.
  assert.equal(await pay('other', { orderNumber: 'A-1' }), refunded);
  assert.deepEqual(await idsUnder('payments', 'other'), [refunded]);
  for (const list of ['payments', 'refunds']) assert.deepEqual(await idsUnder(list, 'none'), []);
});

test('a key that was freed still finds what was not sent under it', async (t) => {
  const { call, bank } = await serveV1(t);
  bank.outage(true);
  const headers = { 'Idempotency-Key': 'early' };
  const made = await call('POST', '/v1/payments', { body: aPayment, headers });
  assert.deepEqual([made.status, made.body.status], [503, 'canceled']);
  const { body } = await call('GET', '/v1/payments?idempotencyKey=early');
  assert.deepEqual(body.data, [made.body]);
});
