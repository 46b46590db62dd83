import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { invoiceNumberOf } from '../../src/payments/invoice-number.ts';
import { openAchShop } from '../ach/returns-fixture.ts';
import { makeFixture } from '../fixture.ts';
import { openShop } from '../followups/shop.ts';
import { callBy, resultText } from './bindings.ts';
import { openSubscriptions } from './subscriptions.ts';

const fixture = await makeFixture({ after });
const lost = '4000009990000013';

test('what took nothing is named by its order number as by its PaymentID', async (t) => {
  const { pay, refund } = await openShop(t, { fixture });
  for (const [CCNumber, state] of [
    ['4000000000000002', 'declined'],
    [lost, 'canceled'],
  ] as const) {
    const { invoice } = await pay({ CCNumber, OrderNumber: state });
    const says = `This payment cannot be given back: it is ${state}.`;
    assert.equal((await refund({ PaymentID: invoice })).body.Message, says);
    const { body } = await refund({ OrderNumber: state });
    assert.deepEqual([body.IsSuccess, body.Message], [false, says]);
  }
});

test('a bank payment that came back is named by its order number', async (t) => {
  const { pay, until, caller, baseUrl, payment } = await openAchShop(t);
  const id = await pay('99000003', { OrderNumber: 'A' });
  await until('2030-01-25 09:00');
  assert.equal((await payment(id)).holds_order, false);
  const named = { RefundType: '', Amount: '', OrderNumber: 'A', PaymentID: '' };
  const sent = { Token: caller.apiKey, Username: caller.username, ...named };
  const { body } = await callBy('SOAP 1.1', baseUrl, 'ProcessRefundNoCC', sent);
  const { Message } = JSON.parse(resultText('SOAP 1.1', 'ProcessRefundNoCC', body)!);
  assert.equal(Message, 'This payment cannot be given back: it is returned.');
});

test('of an order number the payment that has it counts, then the one that had it last', async (t) => {
  const { pay, refund } = await openShop(t, { fixture });
  await pay({ CCNumber: lost, OrderNumber: 'A' });
  await pay({ CCNumber: '4000000000000002', OrderNumber: 'A' });
  assert.match((await refund({ OrderNumber: 'A' })).body.Message, /it is declined/);
  await pay({ OrderNumber: 'A' });
  await pay({ CCNumber: '4000000000000002', OrderNumber: 'B' });
  assert.equal((await refund({ OrderNumber: 'A' })).body.Message, 'Voided.');
});

test('all of it once more is the first answer, whatever the key', async (t) => {
  const { pay, refund, payment } = await openShop(t, { fixture });
  for (const before of [undefined, 'first']) {
    const OrderNumber = `by ${before}`;
    const { invoice } = await pay({ OrderNumber });
    const first = await refund({ OrderNumber }, before);
    assert.equal(first.body.Message, 'Voided.');
    for (const key of ['second', 'third', undefined, before, 'second']) {
      assert.equal((await refund({ OrderNumber }, key && `${key} ${before}`)).text, first.text);
    }
    assert.equal((await payment(invoice)).state, 'voided');
  }
});

test('what is left of it once more is the first answer, and a part under another key is another part', async (t) => {
  const { pay, refund, payment } = await openShop(t, { fixture });
  const { invoice: PaymentID } = await pay();
  const part = { PaymentID, RefundType: 'Partial', Amount: '30.00' };
  const parts = [await refund(part, 'part 1'), await refund(part, 'part 2')];
  assert.notEqual(parts[0]!.body.Data.RefundID, parts[1]!.body.Data.RefundID);
  const rest = await refund({ PaymentID }, 'rest 1');
  assert.equal(rest.body.Data.RefundedAmount, '40.00');
  for (const key of ['rest 2', undefined, 'rest 1']) {
    assert.equal((await refund({ PaymentID }, key)).text, rest.text);
  }
  assert.equal((await refund(part, 'part 1')).text, parts[0]!.text);
  assert.equal((await payment(PaymentID)).refunded, 10000n);
});

test('parts that came to all of it are no answer to who asks for all of it', async (t) => {
  const { pay, refund, payment } = await openShop(t, { fixture });
  for (const key of [undefined, 'all']) {
    const { invoice: PaymentID } = await pay({ Amount: '12.50' });
    for (const Amount of ['2.50', '2.40', '7.60']) {
      await refund({ RefundType: 'Partial', Amount, PaymentID });
    }
    const { body } = await refund({ PaymentID }, key);
    assert.deepEqual(
      [body.IsSuccess, body.Message, body.Data],
      [false, 'Nothing is left of this payment to give back.', null],
    );
    assert.equal((await payment(PaymentID)).refunded, 1250n);
  }
});

test('a period of a subscription is refunded by the InvoiceID of its payment', async (t) => {
  const { enter, ask, fixture: home } = await openSubscriptions(t);
  const { shop, token } = await enter();
  const world = await home.open();
  const sent = { CardToken: token, Amount: '10.00', Interval: 'Monthly' };
  const { Data } = await ask(shop, 'CreateCustomerSubscription', sent);
  const [row] = await home.db.query<{ id: bigint; invoice: bigint }>(
    'select id, invoice_id as invoice from payments where business_id = $1',
    [shop.business.id],
  );
  assert.notEqual(row!.id, row!.invoice);
  const PaymentID = invoiceNumberOf(world.vault, shop.business.id, row!.invoice);
  const OrderNumber = `SUB-${Data.SubscriptionID}-1`;
  const names = { RefundType: '', Amount: '', PaymentID, OrderNumber };
  const { Message } = await ask(shop, 'ProcessRefundNoCC', names);
  assert.equal(Message, 'Voided.');
});
