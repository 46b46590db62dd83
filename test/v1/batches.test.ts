import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aPayment, serveV1, type Told } from './serve.ts';

type Item = {
  readonly kind: string;
  readonly paymentId: string;
  readonly refundId: string | null;
  readonly reference: string;
  readonly amount: number;
};

test('the items of a batch are pages in both directions, with their references', async (t) => {
  const { call } = await serveV1(t);
  const pay = async (n: number, more: object = {}): Promise<Told['body']> =>
    (await call('POST', '/v1/payments', { body: { ...aPayment, amount: 1000 + n, ...more } })).body;
  const first = await pay(0);
  await call('POST', '/v1/batches', { body: {} });
  const refund = await call('POST', `/v1/payments/${first.id}/refunds`, { body: { amount: 50 } });
  const paid: Told['body'][] = [];
  for (let n = 1; n <= 5; n += 1) paid.push(await pay(n, n === 3 ? { capture: false } : {}));
  const authorized = paid[2];
  await call('POST', `/v1/payments/${authorized.id}/capture`, { body: { amount: 900 } });
  const [batch] = (await call('POST', '/v1/batches', { body: {} })).body.data;
  assert.equal(batch.itemCount, 6);

  const path = `/v1/batches/${batch.id}/items`;
  const { data } = (await call('GET', path)).body;
  const newestFirst = paid.toReversed();
  assert.deepEqual(
    data.map(({ kind, paymentId, refundId, amount }: Item) => [kind, paymentId, refundId, amount]),
    [
      ...newestFirst.map(({ id, amount }) => [
        'payment',
        id,
        null,
        id === authorized.id ? 900 : amount,
      ]),
      ['refund', first.id, refund.body.id, -50],
    ],
  );
  const references = data.map(({ reference }: Item) => reference);
  assert.equal(new Set(references).size, 6);
  const captured = data.find(({ paymentId }: Item) => paymentId === authorized.id);
  assert.match(captured.reference, /-2$/, 'it was taken by its capture');

  const seen: Item[] = [];
  let page = (await call('GET', `${path}?limit=4`)).body;
  seen.push(...page.data);
  assert.equal(page.hasMore, true);
  page = (await call('GET', `${path}?limit=4&after=${page.next}`)).body;
  seen.push(...page.data);
  assert.deepEqual([seen, page.hasMore], [data, false]);
  const back = (await call('GET', `${path}?limit=4&before=${page.previous}`)).body;
  assert.deepEqual(back.data, data.slice(0, 4));

  for (const [query, wanted] of [
    ['kind=refund', data.slice(5)],
    [`paymentId=${authorized.id}`, [captured]],
    [`q=${captured.reference}`, [captured]],
    [`q=${refund.body.id}`, data.slice(5)],
    ['q=nothing', []],
  ]) {
    assert.deepEqual((await call('GET', `${path}?${query}`)).body.data, wanted, String(query));
  }
  const csv = await call('GET', path, { headers: { Accept: 'text/csv' } });
  assert.equal(csv.text.trim().split('\r\n').length, 7);
});
