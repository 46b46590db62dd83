import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aPayment, card, serveV1 } from './serve.ts';

const cryptogram = 'AAABCZIhcQAAAABZlyFxAAAAAAA=';
const threeDSecure = {
  version: '2.2.0',
  status: 'authenticated',
  eci: '05',
  cryptogram,
  dsTransactionId: 'c4e59ceb-a382-4d6a-bc87-385d591fa09d',
};

test('the result of a 3-D Secure authentication goes with a charge and is not kept', async (t) => {
  const v1 = await serveV1(t);
  const made = await v1.call('POST', '/v1/payments', { body: { ...aPayment, threeDSecure } });
  assert.equal(made.status, 201, made.text);
  assert.equal(made.body.status, 'captured');
  const [invoice] = await v1.db.query<{ details: unknown }>(
    'select details::text as details from invoices where business_id = $1',
    [v1.caller.business.id],
  );
  const details = String(invoice!.details);
  assert.ok(details.includes('c4e59ceb') && !details.includes(cryptogram), details);
});

test('a wallet is charged, and its card is not saved', async (t) => {
  const { call } = await serveV1(t);
  const { number, expiryMonth, expiryYear } = card;
  const device = { number, expiryMonth, expiryYear, cryptogram, eci: '07' };
  const body = { ...aPayment, source: { wallet: { kind: 'apple_pay', device } } };
  const made = await call('POST', '/v1/payments', { body });
  assert.deepEqual([made.status, made.body.status], [201, 'captured'], made.text);
  const saved = await call('POST', '/v1/payments', { body: { ...body, saveToken: true } });
  assert.equal(saved.body.code, 'wallet_not_saved');
  const sealed = { payload: '{"data":"x"}', brand: 'visa', last4: '4242' };
  const other = await call('POST', '/v1/payments', {
    body: { ...aPayment, source: { wallet: { kind: 'google_pay', sealed } } },
  });
  assert.deepEqual([other.status, other.body.code], [409, 'not_supported'], other.text);
});

test('a proof of a wrong form is refused by its field', async (t) => {
  const { call } = await serveV1(t);
  const wrong = { ...threeDSecure, version: '1', eci: '99', cryptogram: 'x' };
  const { body } = await call('POST', '/v1/payments', {
    body: { ...aPayment, threeDSecure: wrong },
  });
  assert.deepEqual(
    body.errors.map(({ field }: { field: string }) => field),
    ['threeDSecure.version', 'threeDSecure.eci', 'threeDSecure.cryptogram'],
  );
  const both = { wallet: { kind: 'apple_pay' }, card };
  const told = await call('POST', '/v1/payments', { body: { ...aPayment, source: both } });
  assert.equal(told.status, 400, told.text);
});
