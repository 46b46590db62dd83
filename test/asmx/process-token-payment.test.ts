import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { bankFields, cardFields, client, openDoor } from '../caller.ts';
import { type Caller, makeFixture } from '../fixture.ts';
import { atEnd } from '../scope.ts';
import { bindings, callBy, resultText, type Sent } from './bindings.ts';

const fixture = await makeFixture({ after });
const { baseUrl, close } = await openDoor(await fixture.open());
atEnd({ after }, close);
const name = 'ProcessTokenPaymentTest';

test('charges the card behind a token, in every binding, and says so as CreatePayment does', async () => {
  const { shop, token } = await enter();
  for (const binding of bindings) {
    const OrderNumber = `order by ${binding}`;
    const { body, headers } = await callBy(
      binding,
      baseUrl,
      name,
      asking(shop, token, { OrderNumber }),
    );
    const { IsSuccess, Data, ...envelope } = JSON.parse(resultText(binding, name, body)!);
    assert.equal(IsSuccess, true);
    assert.deepEqual(envelope, { Message: 'Approved.', OrderNumber, SMSID: null });
    const { InvoiceNumber, InvoiceID, ReceiptNumber, IndividualID, ...rest } = Data;
    assert.match(InvoiceNumber, /^\d{10}$/);
    assert.equal(InvoiceID, InvoiceNumber);
    assert.ok(ReceiptNumber);
    assert.ok(IndividualID);
    assert.deepEqual(rest, { TransactionStatus: true, TokenStatus: false, TokenResult: null });
    assert.equal(headers.get('x-payment-state'), 'captured');
  }
});

test('the same order number is the same payment, to the byte, whichever binding asks again', async () => {
  const { shop, token } = await enter();
  const texts = [];
  for (const binding of bindings) {
    const sent = asking(shop, token, { OrderNumber: 'once' });
    texts.push(resultText(binding, name, (await callBy(binding, baseUrl, name, sent)).body));
  }
  assert.equal(new Set(texts).size, 1);
  assert.equal(await countPayments(shop), 1);
});

test('the same order number for another amount is refused and charges nothing', async () => {
  const { shop, token } = await enter();
  await ask(shop, token, { OrderNumber: 'once' });
  const { Message } = await ask(shop, token, { OrderNumber: 'once', Amount: '99.00' });
  assert.equal(Message, 'This order number was used before for another payment.');
  assert.equal(await countPayments(shop), 1);
});

test('an Idempotency-Key holds here too', async () => {
  const { shop, token } = await enter();
  const url = `${baseUrl}/Service.asmx/${name}`;
  const body = () => new URLSearchParams(asking(shop, token, { OrderNumber: '' }));
  const headers = { 'Idempotency-Key': 'key one' };
  const one = await (await fetch(url, { method: 'POST', headers, body: body() })).text();
  const two = await (await fetch(url, { method: 'POST', headers, body: body() })).text();
  assert.equal(two, one);
  assert.equal(await countPayments(shop), 1);
});

test('Authorize only authorizes', async () => {
  const { shop, token } = await enter();
  await ask(shop, token, { ChargeType: 'authorize' });
  assert.deepEqual(await payments(shop), [{ state: 'authorized', capture: false }]);
});

test('a decline is an answer', async () => {
  const { shop, token } = await enter('4000000000000002');
  const { IsSuccess, Data, Message } = await ask(shop, token);
  assert.equal(IsSuccess, false);
  assert.equal(Data.TransactionStatus, false);
  assert.match(Message, /declined/i);
});

test('a receipt goes to whom the token was made for, and only when it is asked for', async () => {
  const { shop, token } = await enter();
  await ask(shop, token, { OrderNumber: 'a', IsEmailReceipt: 'true', IsSMSReceipt: 'true' });
  await ask(shop, token, { OrderNumber: 'b', IsEmailReceipt: 'false', IsSMSReceipt: 'false' });
  const rows = await fixture.db.query<{
    untold: string;
    data: { email: string; orderNumber: string };
  }>(`select untold::text, data from events where business_id = $1 and kind = 'payment.captured'`, [
    shop.business.id,
  ]);
  const told = rows.map(({ untold, data }) => [data.orderNumber, untold, data.email]);
  assert.deepEqual(told.sort(), [
    ['a', '{email,sms}', cardFields.Email],
    ['b', '{}', cardFields.Email],
  ]);
});

test('the token of another business is not there', async () => {
  const { token } = await enter();
  const other = await fixture.addBusiness();
  const { IsSuccess, Message, Errors } = await ask(other, token);
  assert.equal(IsSuccess, false);
  assert.equal(Message, 'CardToken is not a token of this business.');
  assert.deepEqual(Errors, [{ Field: 'CardToken', Code: 'unknown', Message }]);
});

test('every wrong field is named at once', async () => {
  const { shop } = await enter();
  const wrong = { Amount: 'ten', OrderNumber: 'x'.repeat(51), ChargeType: 'Maybe' };
  const { Message, Errors } = await ask(shop, '', wrong);
  assert.match(Message, /^Amount must/);
  const fields = Errors.map(({ Field }: { Field: string }) => Field);
  assert.deepEqual(fields.sort(), ['Amount', 'CardToken', 'ChargeType', 'OrderNumber']);
});

test('a decline at the simulated bank is not held against the card of a live business', async () => {
  const { shop, token } = await enter('4000000000000002', { environment: 'live' });
  for (let i = 0; i < 7; i += 1) {
    const { Data } = await ask(shop, token, { OrderNumber: `order ${i}` });
    assert.equal(Data?.TransactionStatus, false);
  }
});

test('in a sandbox with limits a card that was declined too often is not tried again', async () => {
  const { shop, token } = await enter('4000000000000119', { limited: true });
  for (let i = 0; i < 5; i += 1) await ask(shop, token, { OrderNumber: `order ${i}` });
  const { Message } = await ask(shop, token, { OrderNumber: 'one more' });
  assert.match(Message, /declined too often/);
});

test('a test payment of a live business neither answers nor hinders a real one, and is no sale', async () => {
  const { shop, token } = await enter(cardFields.CCNumber, { environment: 'live' });
  const tried = await ask(shop, token);
  assert.equal(tried.IsSuccess, true);
  const { call, close: hangUp } = client(baseUrl, shop);
  const order = { Amount: '12.50', OrderNumber: 'order 1' };
  const byCard = await call('CreatePayment', { ...cardFields, ...order });
  // No bank but the simulated one is connected, and that must not tell a payer that money was taken.
  assert.equal(byCard.status, 503);
  assert.match(
    byCard.body,
    /No card processor is connected for this business, and nothing was charged/,
  );
  const byAccount = await call('CreatePayment', { ...bankFields, ...order });
  hangUp();
  assert.equal(byAccount.headers['x-payment-state'], 'queued');
  assert.equal((await ask(shop, token)).Data.InvoiceID, tried.Data.InvoiceID);

  const rows = await fixture.db.query(
    `select p.is_test, p.method, t.credit, e.data ->> 'isTest' as marked
     from payments p
     left join transfers t on t.business_id = p.business_id and t.payment_id = p.id
     join events e on e.business_id = p.business_id and e.object_id = p.id
     where p.business_id = $1 order by p.id`,
    [shop.business.id],
  );
  assert.deepEqual(rows, [
    { is_test: true, method: 'card', credit: 'tests', marked: 'true' },
    { is_test: false, method: 'bank', credit: null, marked: null },
  ]);
});

test('a business without payments charges nothing here either', async () => {
  const { shop, token } = await enter();
  const other = await fixture.addBusiness({ state: 'messaging_only' });
  const { Message } = await ask(other, token);
  assert.match(Message, /^Payments are not activated for this business/);
  assert.equal(await countPayments(shop), 0);
});

test('the text for the bank statement goes with the payment', async () => {
  const { shop, token } = await enter();
  await ask(shop, token, { StatementDescriptor: 'PARK FLOWERS' });
  const rows = await fixture.db.query(
    `select details ->> 'statementDescriptor' as said from invoices where business_id = $1`,
    [shop.business.id],
  );
  assert.deepEqual(rows, [{ said: 'PARK FLOWERS' }]);
});

test("the number of the token's own card is no order number and no key", async () => {
  const { shop, token } = await enter();
  const { Message } = await ask(shop, token, { OrderNumber: cardFields.CCNumber });
  assert.equal(Message, 'OrderNumber must not contain the card or account number.');
  assert.equal(await countPayments(shop), 0);
});

async function enter(card = cardFields.CCNumber as string, changes = {}) {
  const shop = await fixture.addBusiness(changes);
  const { call, close: hangUp } = client(baseUrl, shop);
  const { body } = await call('CreateToken', { ...cardFields, CCNumber: card });
  hangUp();
  return { shop, token: JSON.parse(body).Data.TokenResult as string };
}

function asking({ apiKey, username }: Caller, token: string, changes: Sent = {}): Sent {
  return {
    Token: apiKey,
    Username: username,
    CardToken: token,
    Amount: '12.50',
    Description: 'Flowers <&> more',
    OrderNumber: 'order 1',
    ChargeType: 'Charge',
    IsEmailReceipt: 'false',
    IsSMSReceipt: 'false',
    StatementDescriptor: '',
    ...changes,
  };
}

async function ask(shop: Caller, token: string, changes: Sent = {}) {
  const { body } = await callBy('SOAP 1.1', baseUrl, name, asking(shop, token, changes));
  return JSON.parse(resultText('SOAP 1.1', name, body)!);
}

async function payments({ business }: Caller) {
  return await fixture.db.query<{ state: string; capture: boolean }>(
    'select state, capture from payments where business_id = $1',
    [business.id],
  );
}

async function countPayments(shop: Caller): Promise<number> {
  return (await payments(shop)).length;
}
