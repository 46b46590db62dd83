import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { aPayment, serveV1 } from './serve.ts';

async function pay(t: TestContext, more: object = {}) {
  const { call } = await serveV1(t);
  const { body: payment } = await call('POST', '/v1/payments', { body: { ...aPayment, ...more } });
  return async (act: string, body: object = {}) =>
    await call('POST', `/v1/payments/${payment.id}/${act}`, { body });
}

test('an amount that is too large is named as the field', async (t) => {
  const captured = await pay(t);
  const authorized = await pay(t, { capture: false });
  const tooMuch = { amount: aPayment.amount + 1 };
  const told = [
    [await captured('refunds', tooMuch), 'refund_too_large'],
    [await authorized('capture', tooMuch), 'capture_too_large'],
  ] as const;
  for (const [{ status, body }, code] of told) {
    assert.deepEqual([status, body.code], [409, code]);
    const [{ field, code: rule }] = body.errors;
    assert.deepEqual([field, rule], ['amount', 'too_large'], code);
  }
});

test('the refusal of a void names the refund only while something is left', async (t) => {
  const act = await pay(t);
  await act('refunds', { amount: 250 });
  assert.match((await act('void')).body.detail, /; it can be refunded\.$/);
  await act('refunds');
  const over = await act('void');
  assert.deepEqual([over.status, over.body.code], [409, 'not_voidable']);
  assert.match(over.body.detail, /nothing is left of it to refund\.$/);
});
