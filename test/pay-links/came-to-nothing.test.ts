import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callBy, resultText } from '../asmx/bindings.ts';
import { cardFields } from '../caller.ts';
import { openStreet, pageAt, payByDebit, type Street } from './street.ts';

/** What is said of an invoice whose payment took no money, or none yet; and when its number is free again. */

const authorization = { ...cardFields, ChargeType: 'Authorize', Amount: '12.50' };
const noFunds = '99000001';
const unauthorized = '99000010';
const usedBefore = 'This InvoiceID was used before, with other values; nothing was sent.';

/** What whoever asks again hears, and what the list of the links says beside it. */
async function standing(
  street: Street,
  sent: Readonly<Record<string, string>>,
): Promise<readonly [boolean, string, string]> {
  const { IsSuccess, Message } = await street.send(sent);
  const [stage] = await street.stages();
  return [IsSuccess, Message, stage!];
}

async function giveBack({ caller, baseUrl }: Street, OrderNumber: string): Promise<string> {
  const { username: Username, apiKey: Token } = caller;
  const fields = { Token, Username, RefundType: '', Amount: '', OrderNumber, PaymentID: '' };
  const name = 'ProcessRefundNoCC';
  const { body } = await callBy('HTTP POST', baseUrl, name, fields);
  return JSON.parse(resultText('HTTP POST', name, body) ?? body).Message;
}

test('an amount that is only reserved was not paid, and one that was let go was canceled', async (t) => {
  const street = await openStreet(t);
  const asked = { InvoiceID: 'A' };
  await street.send(asked);
  const { Data } = await street.json('CreatePayment', { ...authorization, OrderNumber: 'A' });
  assert.deepEqual(await standing(street, asked), [
    true,
    'The invoice was made before, and a payment of it is reserved, and not charged yet.',
    'reserved',
  ]);
  await street.json('ProcessAuthorization', { TransactionID: Data.InvoiceID, ChargeType: 'Void' });
  assert.deepEqual(await standing(street, asked), [
    false,
    'The invoice was made before, and its payment was canceled; nothing is charged.',
    'canceled',
  ]);
});

test('an authorization that was captured is paid', async (t) => {
  const street = await openStreet(t);
  const asked = { InvoiceID: 'A' };
  await street.send(asked);
  const { Data } = await street.json('CreatePayment', { ...authorization, OrderNumber: 'A' });
  await street.json('ProcessAuthorization', {
    TransactionID: Data.InvoiceID,
    ChargeType: 'Capture',
    Amount: '12.50',
  });
  const paid = [true, 'The invoice was made before, and was paid.', 'paid'];
  assert.deepEqual(await standing(street, asked), paid);
  await street.pass(2);
  assert.deepEqual(await standing(street, asked), paid);
});

test('a debit is being paid until its money is there, and came back when it came back', async (t) => {
  const street = await openStreet(t);
  const asked = { InvoiceID: 'A' };
  const { Data } = await street.send(asked);
  await payByDebit(street, Data.PaymentLink, noFunds);
  const underWay = [true, 'The invoice was made before, and is being paid.', 'paying'];
  assert.deepEqual(await standing(street, asked), underWay);
  await street.pass(3);
  assert.match(await pageAt(street, Data.PaymentLink), /Your bank returned this payment/);
  assert.deepEqual(await standing(street, asked), [
    true,
    'The invoice was made before; its payment came back and will be sent to the bank once more.',
    'returned',
  ]);
  const other = await street.send({ InvoiceID: 'B' });
  await payByDebit(street, other.Data.PaymentLink, '98765432');
  assert.deepEqual(await standing(street, { InvoiceID: 'B' }), underWay);
  await street.pass(10);
  assert.deepEqual(await standing(street, { InvoiceID: 'B' }), [
    true,
    'The invoice was made before, and was paid.',
    'paid',
  ]);
});

test('a debit that was taken out before it left was canceled', async (t) => {
  const street = await openStreet(t);
  const { Data } = await street.send({ InvoiceID: 'A' });
  await payByDebit(street, Data.PaymentLink, '98765432');
  assert.equal(await giveBack(street, 'A'), 'Voided.');
  assert.deepEqual(await standing(street, { InvoiceID: 'A' }), [
    false,
    'The invoice was made before, and its payment was canceled; nothing is charged.',
    'canceled',
  ]);
});

const inFebruary = { InvoiceID: 'A', ExpirationDate: '02-28-2030' };

test('an InvoiceID is free when its last day is over and its debit came back for good', async (t) => {
  const street = await openStreet(t);
  const asked = { InvoiceID: 'A', ExpirationDate: '01-16-2030' };
  const { Data } = await street.send(asked);
  await payByDebit(street, Data.PaymentLink, unauthorized);
  await street.pass(1.5);
  // Its last day is over, and it may be paid.
  assert.equal((await street.send(inFebruary)).Message, usedBefore);
  await street.pass(9);
  assert.match(await pageAt(street, Data.PaymentLink), /^410 .* the payment that was made here/);

  const anew = await street.send(inFebruary);
  assert.equal(anew.Message, 'The invoice was made, and its link is on its way.');
  assert.notEqual(anew.Data.PaymentLink, Data.PaymentLink);
  assert.deepEqual(await street.stages(), ['scheduled', 'expired']);
  const invoices = await street.house.db.query('select state from invoices order by id');
  assert.deepEqual(invoices, [{ state: 'expired' }, { state: 'open' }]);
  assert.match(await pageAt(street, anew.Data.PaymentLink), /^200 .* Pay \$12\.50/);
  assert.match(await pageAt(street, Data.PaymentLink), /^410 /);
});

test('twenty who use it anew at once make one link', async (t) => {
  const street = await openStreet(t);
  const { Data } = await street.send({ InvoiceID: 'A', ExpirationDate: '01-16-2030' });
  await payByDebit(street, Data.PaymentLink, unauthorized);
  await street.pass(10);
  const told = await Promise.all(Array.from({ length: 20 }, () => street.send(inFebruary)));
  for (const one of told) assert.deepEqual(one, told[0]);
  assert.equal(told[0].IsSuccess, true);
  assert.equal((await street.stages()).length, 2);
});

test('a link whose payer was only reserved ends when that lapses after its last day', async (t) => {
  const street = await openStreet(t);
  const asked = { InvoiceID: 'A', ExpirationDate: '01-16-2030' };
  const { Data } = await street.send(asked);
  await street.json('CreatePayment', { ...authorization, OrderNumber: 'A' });
  await street.pass(2);
  assert.deepEqual(await street.stages(), ['reserved']);
  await street.pass(40);
  const [invoice] = await street.house.db.query('select state from invoices order by id');
  assert.deepEqual(invoice, { state: 'expired' });
  assert.match(await pageAt(street, Data.PaymentLink), /^410 /);
  const anew = await street.send({ InvoiceID: 'A', ExpirationDate: '03-30-2030' });
  assert.equal(anew.IsSuccess, true, anew.Message);
});
