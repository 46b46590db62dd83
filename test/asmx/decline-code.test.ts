import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { testCard } from '../../packages/sandbox/test/bank.ts';
import { cardFields, client, type Fields, openDoor } from '../caller.ts';
import { type Caller, makeFixture } from '../fixture.ts';
import { atEnd } from '../scope.ts';
import { bindings, callBy, type Sent } from './bindings.ts';

const fixture = await makeFixture({ after });
const { baseUrl, close } = await openDoor(await fixture.open());
atEnd({ after }, close);
const noFunds = '4000000000009995';

test('a declined payment has its code in a header, and repeated it has the same', async () => {
  const shop = await fixture.addBusiness();
  for (const [CCNumber, code] of [
    [noFunds, 'insufficient_funds'],
    ['4000000000000002', 'card_declined'],
    [testCard('rejection'), 'rejected'],
  ]) {
    const order = { ...cardFields, CCNumber, Amount: '12.50' };
    for (const _ of [1, 2]) {
      const { headers, body } = await json(shop, 'CreatePayment', order, code);
      assert.equal(headers['decline-code'], code);
      assert.equal(JSON.parse(body).IsSuccess, false);
    }
  }
});

test('what was approved, refused or is not known has no code of a decline', async () => {
  const shop = await fixture.addBusiness();
  for (const changes of [
    {},
    { Amount: 'ten' },
    { CCNumber: testCard('timeout_before_booking') },
    { ChargeType: 'Authorize' },
  ]) {
    const { headers } = await json(shop, 'CreatePayment', {
      ...cardFields,
      Amount: '12.50',
      ...changes,
    });
    assert.equal(headers['decline-code'], undefined);
  }
});

test('a card that is not tried any more today is told as that', async () => {
  const shop = await fixture.addBusiness({ limited: true });
  const token = await tokenFor(shop, '4000000000000119');
  const codes: unknown[] = [];
  for (let i = 0; i < 6; i += 1) {
    const { headers } = await json(shop, 'CreatePayment', {
      ...{ Amount: '12.50', CardToken: token, Email: cardFields.Email, IsSMSReceipt: false },
    });
    codes.push(headers['decline-code']);
  }
  assert.deepEqual(codes.slice(4), ['processing_error', 'card_declined_too_often']);
  const { headers } = await soap('HTTP POST', shop, 'ProcessTokenPaymentTest', tokenPayment(token));
  assert.equal(headers.get('decline-code'), 'card_declined_too_often');
});

test('a capture that is declined has its code', async () => {
  const shop = await fixture.addBusiness();
  const CCNumber = testCard('capture_declined');
  const order = { ...cardFields, CCNumber, Amount: '12.50', ChargeType: 'Authorize' };
  const authorized = await json(shop, 'CreatePayment', order);
  const TransactionID = JSON.parse(authorized.body).Data.InvoiceID;
  const capture = { TransactionID, ChargeType: 'Capture' };
  const { headers } = await json(shop, 'ProcessAuthorization', capture);
  assert.equal(headers['decline-code'], 'authorization_expired');
  const voided = await json(shop, 'ProcessAuthorization', { ...capture, ChargeType: 'Void' });
  assert.equal(voided.headers['decline-code'], undefined);
});

for (const binding of bindings) {
  test(`by ${binding} a payment, a subscription and a refund that are declined have their codes`, async () => {
    const shop = await fixture.addBusiness();
    const token = await tokenFor(shop, noFunds);
    const payment = await soap(binding, shop, 'ProcessTokenPaymentTest', tokenPayment(token));
    assert.equal(payment.headers.get('decline-code'), 'insufficient_funds');

    const request = { CardToken: token, PlanCode: '', Amount: '10.00', Interval: 'Monthly' };
    const sent = { ...request, Discount: '', Tax: '', StartDate: '' };
    const subscription = await soap(binding, shop, 'CreateCustomerSubscription', sent);
    assert.match(subscription.body, /"Status":"Incomplete"/);
    assert.equal(subscription.headers.get('decline-code'), 'insufficient_funds');

    const CCNumber = testCard('refund_declined');
    const order = { ...cardFields, CCNumber, Amount: '12.50', OrderNumber: 'A-1' };
    await json(shop, 'CreatePayment', order);
    const part = { RefundType: 'Partial', Amount: '1.00', OrderNumber: 'A-1', PaymentID: '' };
    const refund = await soap(binding, shop, 'ProcessRefundNoCC', part);
    assert.equal(refund.headers.get('decline-code'), 'card_declined');
    const good = await tokenFor(shop, cardFields.CCNumber);
    const paid = await soap(binding, shop, 'ProcessTokenPaymentTest', tokenPayment(good));
    assert.equal(paid.headers.get('decline-code'), null);
  });
}

function tokenPayment(CardToken: string): Sent {
  return {
    CardToken,
    Amount: '12.50',
    Description: '',
    OrderNumber: '',
    ChargeType: 'Charge',
    IsEmailReceipt: 'false',
    IsSMSReceipt: 'false',
    StatementDescriptor: '',
  };
}

async function soap(
  binding: (typeof bindings)[number],
  { apiKey, username }: Caller,
  name: string,
  sent: Sent,
) {
  return await callBy(binding, baseUrl, name, { Token: apiKey, Username: username, ...sent });
}

async function json(shop: Caller, name: string, fields: Fields, key?: string) {
  const { call, close: hangUp } = client(baseUrl, shop);
  const reply = await call(name, fields, key === undefined ? {} : { 'Idempotency-Key': key });
  hangUp();
  return reply;
}

async function tokenFor(shop: Caller, CCNumber: string): Promise<string> {
  const { body } = await json(shop, 'CreateToken', { ...cardFields, CCNumber });
  return JSON.parse(body).Data.TokenResult;
}
