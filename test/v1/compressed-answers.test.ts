import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atOnce } from './at-once.ts';
import { aPayment, serveV1 } from './serve.ts';

type Row = { readonly id: string };

test('a long list is compressed for whoever takes that, and for nobody else', async (t) => {
  const v1 = await serveV1(t);
  const orders = Array.from({ length: 12 }, (_, n) => `C-${n}`);
  await atOnce(orders, async (orderNumber) => {
    await v1.call('POST', '/v1/payments', { body: { ...aPayment, orderNumber } });
  });
  const get = async (path: string, encoding: string) => {
    const headers = {
      Authorization: `Bearer ${v1.caller.apiKey}`,
      'Accept-Encoding': encoding,
    };
    const response = await fetch(`${v1.baseUrl}${path}`, { headers });
    const as = response.headers.get('content-encoding');
    return {
      as,
      vary: response.headers.get('vary'),
      body: (await response.json()) as Row & { data: Row[] },
    };
  };
  const plain = await get('/v1/payments', 'identity');
  assert.equal(plain.body.data.length, orders.length);
  assert.deepEqual([plain.as, plain.vary], [null, 'Accept-Encoding']);

  for (const encoding of ['gzip', 'gzip, deflate, br', 'br;q=1, gzip;q=0.5']) {
    const { as, body } = await get('/v1/payments', encoding);
    assert.deepEqual({ as, body }, { as: 'gzip', body: plain.body }, encoding);
  }
  for (const encoding of ['br', 'gzip;q=0', 'gzip;q=0.0, identity', '']) {
    assert.equal((await get('/v1/payments', encoding)).as, null, encoding);
  }

  // One that has a tag, or fits into a few packets, stays as it is.
  const { id } = plain.body.data[0]!;
  assert.equal((await get(`/v1/payments/${id}`, 'gzip')).as, null);
  assert.equal((await get('/v1/payments?limit=1', 'gzip')).as, null);
});
