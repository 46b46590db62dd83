import assert from 'node:assert/strict';
import { test } from 'node:test';
import { businessNamed } from '../../src/cli/names.ts';
import { paymentNamed } from '../../src/cli/payment.ts';
import { readPayments } from '../../src/payments/store.ts';
import { callBy, resultText } from '../asmx/bindings.ts';
import { opened, openScenario, payByCard, type Scenario } from './fixture.ts';

const declining = '4000000000000002';
const unknown = 'PaymentID does not name a payment of this business.';

async function refund(scenario: Scenario, sent: Readonly<Record<string, string>>) {
  const { username: Username, apiKey: Token } = scenario.caller;
  const blank = { RefundType: '', Amount: '', OrderNumber: '', PaymentID: '' };
  const fields = { Token, Username, ...blank, ...sent };
  const name = 'ProcessRefundNoCC';
  const { body } = await callBy('HTTP POST', scenario.baseUrl, name, fields);
  return JSON.parse(resultText('HTTP POST', name, body) ?? body);
}

async function byOperator({ fixture, world, caller }: Scenario, invoice: string) {
  const business = await businessNamed(fixture.db, caller.username);
  const names = { payment: undefined, business, order: undefined, invoice };
  return (await paymentNamed({ db: fixture.db, vault: world.vault }, names)).payment;
}

test('a payment by a link is refunded by the InvoiceID that all were told', async (t) => {
  const scenario = await openScenario(t);
  for (const [i, more] of [{}, { OrderNumber: 'A 1' }].entries()) {
    const { Data } = await scenario.send({ InvoiceID: `A ${i}` });
    const { id } = await payByCard(scenario.world, Data.PaymentLink);
    assert.equal((await byOperator(scenario, Data.InvoiceID)).id, id);
    const { IsSuccess, Message } = await refund(scenario, { PaymentID: Data.InvoiceID, ...more });
    assert.deepEqual([IsSuccess, Message], [true, 'Voided.']);
    const [payment] = await readPayments(scenario.fixture.db, [
      { businessId: scenario.caller.business.id, id },
    ]);
    assert.equal(payment?.state, 'voided');
  }
});

test('ProcessAuthorization takes the InvoiceID of a link as well', async (t) => {
  const scenario = await openScenario(t);
  const { Data } = await scenario.send();
  await payByCard(scenario.world, Data.PaymentLink);
  const asked = { TransactionID: Data.InvoiceID, ChargeType: 'Void' };
  const { Message } = await scenario.json('ProcessAuthorization', asked);
  assert.equal(Message, 'Voided.');
});

test('an invoice that nobody paid names no payment, and the last that was declined is one', async (t) => {
  const scenario = await openScenario(t);
  const { Data } = await scenario.send({ InvoiceID: 'A' });
  const { link } = await opened(scenario.world, Data.PaymentLink);
  const PaymentID = Data.InvoiceID;
  assert.equal((await refund(scenario, { PaymentID })).Message, unknown);
  await assert.rejects(byOperator(scenario, PaymentID), /no such payment/);

  await payByCard(scenario.world, Data.PaymentLink, declining);
  const last = await payByCard(scenario.world, Data.PaymentLink, declining);
  assert.notEqual(last.id, link.invoiceId);
  assert.equal((await byOperator(scenario, PaymentID)).id, last.id);
  const declined = 'This payment cannot be given back: it is declined.';
  for (const sent of [{ PaymentID }, { OrderNumber: 'A' }, { PaymentID, OrderNumber: 'A' }]) {
    assert.equal((await refund(scenario, sent)).Message, declined);
  }
});

test('a payment of the same number by another way is not that of the link', async (t) => {
  const scenario = await openScenario(t);
  const { Data } = await scenario.send({ InvoiceID: 'A' });
  const paid = await scenario.pay({ OrderNumber: 'A' });
  assert.equal((await refund(scenario, { PaymentID: Data.InvoiceID })).Message, unknown);
  const sent = { PaymentID: paid.Data.InvoiceID, OrderNumber: 'A' };
  assert.equal((await refund(scenario, sent)).Message, 'Voided.');
});
