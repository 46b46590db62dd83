import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { bindings, callBy, resultText } from '../asmx/bindings.ts';
import { cardFields, client } from '../caller.ts';
import { makeFixture } from '../fixture.ts';
import { openShop } from './shop.ts';

const fixture = await makeFixture({ after });

test('all of a payment whose batch is open is voided', async (t) => {
  const { pay, refund, payment, ledger } = await openShop(t, { fixture });
  const { invoice } = await pay({ OrderNumber: 'A-1', TaxAmount: '8.00' });
  const { body, state } = await refund({ OrderNumber: 'A-1' });
  assert.deepEqual(body, {
    IsSuccess: true,
    Message: 'Voided.',
    Data: {
      RefundID: body.Data.RefundID,
      TransactionStatus: true,
      RefundedAmount: '100.00',
      Remaining: '0.00',
    },
    OrderNumber: 'A-1',
    SMSID: null,
  });
  assert.equal(state, 'succeeded');
  assert.equal((await payment(invoice)).state, 'voided');
  assert.deepEqual(await ledger(), {});
});

test('a part is refunded, and the rest can be refunded later', async (t) => {
  const { pay, refund, payment, ledger } = await openShop(t, { fixture });
  const { invoice } = await pay();
  const part = { RefundType: 'Partial', Amount: '30.00', PaymentID: invoice };
  const first = await refund(part);
  assert.equal(first.body.Message, 'Refunded.');
  assert.equal(first.body.Data.Remaining, '70.00');
  const second = await refund({ PaymentID: invoice });
  assert.equal(second.body.Data.RefundedAmount, '70.00');
  assert.equal(second.body.Data.Remaining, '0.00');
  const { refunded, refunding, state } = await payment(invoice);
  assert.deepEqual(
    { refunded, refunding, state },
    { refunded: 10000n, refunding: 0n, state: 'captured' },
  );
  assert.deepEqual(await ledger(), { refunds: 10000n, sales: -10000n });
});

test('more than is left is refused, and nothing moves', async (t) => {
  const { pay, refund, payment } = await openShop(t, { fixture });
  const { invoice } = await pay();
  await refund({ RefundType: 'Partial', Amount: '60.00', PaymentID: invoice });
  const { body } = await refund({ RefundType: 'Partial', Amount: '40.01', PaymentID: invoice });
  assert.equal(body.IsSuccess, false);
  assert.match(body.Message, /more than is left/);
  assert.equal((await payment(invoice)).refunded, 6000n);
});

test('fifty refunds at once never exceed what was taken', async (t) => {
  const { pay, refund, payment } = await openShop(t, { fixture });
  const { invoice } = await pay();
  const part = { RefundType: 'Partial', Amount: '7.00', PaymentID: invoice };
  const told = await Promise.all(Array.from({ length: 50 }, (_, n) => refund(part, `part ${n}`)));
  const given = told.filter(({ body }) => body.IsSuccess).length;
  assert.equal(given, 14);
  const { refunded, refunding } = await payment(invoice);
  assert.deepEqual({ refunded, refunding }, { refunded: 9800n, refunding: 0n });
});

test('every binding refunds', async (t) => {
  const { pay, caller, baseUrl } = await openShop(t, { fixture });
  for (const binding of bindings) {
    const { invoice } = await pay();
    const sent = {
      Token: caller.apiKey,
      Username: caller.username,
      RefundType: 'full',
      Amount: 'whatever',
      OrderNumber: '',
      PaymentID: invoice,
    };
    const { status, body } = await callBy(binding, baseUrl, 'ProcessRefundNoCC', sent);
    assert.equal(status, 200);
    assert.equal(JSON.parse(resultText(binding, 'ProcessRefundNoCC', body)!).IsSuccess, true);
  }
});

test('what names no payment, or two, is refused', async (t) => {
  const { pay, refund } = await openShop(t, { fixture });
  const one = await pay({ OrderNumber: 'one' });
  await pay({ OrderNumber: 'two' });
  for (const [fields, says] of [
    [{ PaymentID: '9999999999' }, 'PaymentID does not name a payment of this business.'],
    [{ PaymentID: 'nonsense' }, 'PaymentID does not name a payment of this business.'],
    [{ OrderNumber: 'three' }, 'OrderNumber does not name a payment of this business.'],
    [
      { PaymentID: one.invoice, OrderNumber: 'two' },
      'OrderNumber and PaymentID name different payments.',
    ],
  ] as const) {
    assert.equal((await refund(fields)).body.Message, says);
  }
});

test('a payment that was declined cannot be refunded', async (t) => {
  const { pay, refund } = await openShop(t, { fixture });
  const { invoice } = await pay({ CCNumber: '4000000000000002' });
  const { body } = await refund({ PaymentID: invoice });
  assert.equal(body.Message, 'This payment cannot be given back: it is declined.');
});

test('after a refund, the order is still answered as it was paid', async (t) => {
  const { pay, refund } = await openShop(t, { fixture });
  const first = await pay({ OrderNumber: 'B-1' });
  await refund({ OrderNumber: 'B-1' });
  const again = await pay({ OrderNumber: 'B-1' });
  assert.equal(again.text, first.text);
  assert.equal(again.state, 'voided');
  const other = await pay({ OrderNumber: 'B-1', Amount: '99.00' });
  assert.equal(other.status, 409, 'it stays taken');
});

test('a key is one for payments, and one for what is done afterwards', async (t) => {
  const { caller, baseUrl, pay, refund, payment } = await openShop(t, { fixture });
  const headers = { 'Idempotency-Key': 'k-1' };
  const { call, close } = client(baseUrl, caller);
  t.after(async () => close());
  const paid = await call('CreatePayment', { ...cardFields, Amount: '100.00' }, headers);
  const invoice = JSON.parse(paid.body).Data.InvoiceID;
  const part = { RefundType: 'Partial', Amount: '10.00', PaymentID: invoice };
  const first = await refund(part, 'k-1');
  assert.equal(first.body.Message, 'Refunded.');
  assert.equal((await refund(part, 'k-1')).text, first.text);
  assert.equal((await payment(invoice)).refunded, 1000n);
  const other = { PaymentID: (await pay()).invoice };
  assert.match((await refund(other, 'k-1')).body.Message, /Idempotency-Key/);
});
