import assert from 'node:assert/strict';
import { test } from 'node:test';
import { paymentNamed } from '../../src/cli/payment/named.ts';
import { readPayments } from '../../src/payments/store.ts';
import { callBy, resultText } from '../asmx/bindings.ts';
import { opened, openStreet, payByCard, type Street } from './street.ts';

const declining = '4000000000000002';
const unknown = 'PaymentID does not name a payment of this business.';

async function giveBack(street: Street, sent: Readonly<Record<string, string>>) {
  const { username: Username, apiKey: Token } = street.caller;
  const blank = { RefundType: '', Amount: '', OrderNumber: '', PaymentID: '' };
  const fields = { Token, Username, ...blank, ...sent };
  const name = 'ProcessRefundNoCC';
  const { body } = await callBy('HTTP POST', street.baseUrl, name, fields);
  return JSON.parse(resultText('HTTP POST', name, body) ?? body);
}

function byOperator({ house, world, caller }: Street, invoice: string) {
  const names = { payment: undefined, order: undefined, invoice };
  return paymentNamed({ db: house.db, vault: world.vault }, caller.business, names);
}

test('what was paid by a link is given back by the InvoiceID that all were told', async (t) => {
  const street = await openStreet(t);
  for (const [i, more] of [{}, { OrderNumber: 'A 1' }].entries()) {
    const { Data } = await street.send({ InvoiceID: `A ${i}` });
    const { id } = await payByCard(street.world, Data.PaymentLink);
    assert.equal((await byOperator(street, Data.InvoiceID)).id, id);
    const { IsSuccess, Message } = await giveBack(street, { PaymentID: Data.InvoiceID, ...more });
    assert.deepEqual([IsSuccess, Message], [true, 'Voided.']);
    const [payment] = await readPayments(street.house.db, [
      { businessId: street.caller.business.id, id },
    ]);
    assert.equal(payment?.state, 'voided');
  }
});

test('ProcessAuthorization takes the InvoiceID of a link as well', async (t) => {
  const street = await openStreet(t);
  const { Data } = await street.send();
  await payByCard(street.world, Data.PaymentLink);
  const asked = { TransactionID: Data.InvoiceID, ChargeType: 'Void' };
  const { Message } = await street.json('ProcessAuthorization', asked);
  assert.equal(Message, 'Voided.');
});

test('an invoice that nobody paid names no payment, and the last that was declined is one', async (t) => {
  const street = await openStreet(t);
  const { Data } = await street.send({ InvoiceID: 'A' });
  const { link } = await opened(street.world, Data.PaymentLink);
  const PaymentID = Data.InvoiceID;
  assert.equal((await giveBack(street, { PaymentID })).Message, unknown);
  await assert.rejects(byOperator(street, PaymentID), /no such payment/);

  await payByCard(street.world, Data.PaymentLink, declining);
  const last = await payByCard(street.world, Data.PaymentLink, declining);
  assert.notEqual(last.id, link.invoiceId);
  assert.equal((await byOperator(street, PaymentID)).id, last.id);
  const declined = 'This payment cannot be given back: it is declined.';
  for (const sent of [{ PaymentID }, { OrderNumber: 'A' }, { PaymentID, OrderNumber: 'A' }]) {
    assert.equal((await giveBack(street, sent)).Message, declined);
  }
});

test('a payment of the same number by another way is not that of the link', async (t) => {
  const street = await openStreet(t);
  const { Data } = await street.send({ InvoiceID: 'A' });
  const paid = await street.pay({ OrderNumber: 'A' });
  assert.equal((await giveBack(street, { PaymentID: Data.InvoiceID })).Message, unknown);
  const sent = { PaymentID: paid.Data.InvoiceID, OrderNumber: 'A' };
  assert.equal((await giveBack(street, sent)).Message, 'Voided.');
});
