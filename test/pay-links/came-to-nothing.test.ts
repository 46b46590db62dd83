import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callBy, resultText } from '../asmx/bindings.ts';
import { cardFields } from '../caller.ts';
import { openScenario, pageAt, payByDebit, type Scenario } from './fixture.ts';

/** What is said of an invoice whose payment took no money, or none yet; and when its number is free again. */

const authorization = { ...cardFields, ChargeType: 'Authorize', Amount: '12.50' };
const noFunds = '99000001';
const unauthorized = '99000010';
const usedBefore = 'This InvoiceID was used before, with other values; nothing was sent.';

/** What whoever asks again hears, and what the list of the links says beside it. */
async function standing(
  scenario: Scenario,
  sent: Readonly<Record<string, string>>,
): Promise<readonly [boolean, string, string]> {
  const { IsSuccess, Message } = await scenario.send(sent);
  const [stage] = await scenario.stages();
  return [IsSuccess, Message, stage!];
}

async function refund({ caller, baseUrl }: Scenario, OrderNumber: string): Promise<string> {
  const { username: Username, apiKey: Token } = caller;
  const fields = { Token, Username, RefundType: '', Amount: '', OrderNumber, PaymentID: '' };
  const name = 'ProcessRefundNoCC';
  const { body } = await callBy('HTTP POST', baseUrl, name, fields);
  return JSON.parse(resultText('HTTP POST', name, body) ?? body).Message;
}

test('an amount that is only reserved was not paid, and one that was let go was canceled', async (t) => {
  const scenario = await openScenario(t);
  const asked = { InvoiceID: 'A' };
  await scenario.send(asked);
  const { Data } = await scenario.json('CreatePayment', { ...authorization, OrderNumber: 'A' });
  assert.deepEqual(await standing(scenario, asked), [
    true,
    'The invoice was made before, and a payment of it is reserved, and not charged yet.',
    'reserved',
  ]);
  await scenario.json('ProcessAuthorization', {
    TransactionID: Data.InvoiceID,
    ChargeType: 'Void',
  });
  assert.deepEqual(await standing(scenario, asked), [
    false,
    'The invoice was made before, and its payment was canceled; nothing is charged.',
    'canceled',
  ]);
});

test('an authorization that was captured is paid', async (t) => {
  const scenario = await openScenario(t);
  const asked = { InvoiceID: 'A' };
  await scenario.send(asked);
  const { Data } = await scenario.json('CreatePayment', { ...authorization, OrderNumber: 'A' });
  await scenario.json('ProcessAuthorization', {
    TransactionID: Data.InvoiceID,
    ChargeType: 'Capture',
    Amount: '12.50',
  });
  const paid = [true, 'The invoice was made before, and was paid.', 'paid'];
  assert.deepEqual(await standing(scenario, asked), paid);
  await scenario.pass(2);
  assert.deepEqual(await standing(scenario, asked), paid);
});

test('a debit is being paid until its money is there, and came back when it came back', async (t) => {
  const scenario = await openScenario(t);
  const asked = { InvoiceID: 'A' };
  const { Data } = await scenario.send(asked);
  await payByDebit(scenario, Data.PaymentLink, noFunds);
  const underWay = [true, 'The invoice was made before, and is being paid.', 'paying'];
  assert.deepEqual(await standing(scenario, asked), underWay);
  await scenario.pass(3);
  assert.match(await pageAt(scenario, Data.PaymentLink), /Your bank returned this payment/);
  assert.deepEqual(await standing(scenario, asked), [
    true,
    'The invoice was made before; its payment came back and will be sent to the bank once more.',
    'returned',
  ]);
  const other = await scenario.send({ InvoiceID: 'B' });
  await payByDebit(scenario, other.Data.PaymentLink, '98765432');
  assert.deepEqual(await standing(scenario, { InvoiceID: 'B' }), underWay);
  await scenario.pass(10);
  assert.deepEqual(await standing(scenario, { InvoiceID: 'B' }), [
    true,
    'The invoice was made before, and was paid.',
    'paid',
  ]);
});

test('a debit that was taken out before it left was canceled', async (t) => {
  const scenario = await openScenario(t);
  const { Data } = await scenario.send({ InvoiceID: 'A' });
  await payByDebit(scenario, Data.PaymentLink, '98765432');
  assert.equal(await refund(scenario, 'A'), 'Voided.');
  assert.deepEqual(await standing(scenario, { InvoiceID: 'A' }), [
    false,
    'The invoice was made before, and its payment was canceled; nothing is charged.',
    'canceled',
  ]);
});

const inFebruary = { InvoiceID: 'A', ExpirationDate: '02-28-2030' };

test('an InvoiceID is free when its last day is over and its debit came back for good', async (t) => {
  const scenario = await openScenario(t);
  const asked = { InvoiceID: 'A', ExpirationDate: '01-16-2030' };
  const { Data } = await scenario.send(asked);
  await payByDebit(scenario, Data.PaymentLink, unauthorized);
  await scenario.pass(1.5);
  // Its last day is over, and it may be paid.
  assert.equal((await scenario.send(inFebruary)).Message, usedBefore);
  await scenario.pass(9);
  assert.match(await pageAt(scenario, Data.PaymentLink), /^410 .* the payment that was made here/);

  const anew = await scenario.send(inFebruary);
  assert.equal(anew.Message, 'The invoice was made, and its link is on its way.');
  assert.notEqual(anew.Data.PaymentLink, Data.PaymentLink);
  assert.deepEqual(await scenario.stages(), ['scheduled', 'expired']);
  const invoices = await scenario.fixture.db.query('select state from invoices order by id');
  assert.deepEqual(invoices, [{ state: 'expired' }, { state: 'open' }]);
  assert.match(await pageAt(scenario, anew.Data.PaymentLink), /^200 .* Pay \$12\.50/);
  assert.match(await pageAt(scenario, Data.PaymentLink), /^410 /);
});

test('twenty who use it anew at once make one link', async (t) => {
  const scenario = await openScenario(t);
  const { Data } = await scenario.send({ InvoiceID: 'A', ExpirationDate: '01-16-2030' });
  await payByDebit(scenario, Data.PaymentLink, unauthorized);
  await scenario.pass(10);
  const told = await Promise.all(Array.from({ length: 20 }, () => scenario.send(inFebruary)));
  for (const one of told) assert.deepEqual(one, told[0]);
  assert.equal(told[0].IsSuccess, true);
  assert.equal((await scenario.stages()).length, 2);
});

test('a link whose payer was only reserved ends when that lapses after its last day', async (t) => {
  const scenario = await openScenario(t);
  const asked = { InvoiceID: 'A', ExpirationDate: '01-16-2030' };
  const { Data } = await scenario.send(asked);
  await scenario.json('CreatePayment', { ...authorization, OrderNumber: 'A' });
  await scenario.pass(2);
  assert.deepEqual(await scenario.stages(), ['reserved']);
  await scenario.pass(40);
  const [invoice] = await scenario.fixture.db.query('select state from invoices order by id');
  assert.deepEqual(invoice, { state: 'expired' });
  assert.match(await pageAt(scenario, Data.PaymentLink), /^410 /);
  const anew = await scenario.send({ InvoiceID: 'A', ExpirationDate: '03-30-2030' });
  assert.equal(anew.IsSuccess, true, anew.Message);
});
