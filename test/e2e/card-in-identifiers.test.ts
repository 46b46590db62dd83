import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decoderOf } from '../../src/api/http/decode.ts';
import { operations } from '../../src/api/operations/index.ts';
import type { Operation } from '../../src/api/operations/operation.ts';
import { bindings, callBy } from '../asmx/bindings.ts';
import { cardFields, client, openDoor } from '../caller.ts';
import { type Caller, makeFixture } from '../fixture.ts';
import { after, atEnd } from '../scope.ts';

/** Card numbers that callers write into their own numbers, though nobody pays with them. */
const fixture = await makeFixture({ after });
const door = await openDoor(await fixture.open());
atEnd({ after }, door.close);

const real = '4539578763621486';
const published = '4111111111111111';
const live = await fixture.addBusiness({ environment: 'live' });
const sandbox = await fixture.addBusiness();

const today = Temporal.PlainDate.from('2030-01-15');
const faultOf = (operation: Operation, field: string, text: string, { business }: Caller) => {
  const { faults, texts } = decoderOf(operation)(new Map([[field, text]]), { business, today });
  assert.equal(texts[field], text);
  return faults.find((fault) => fault.field === field)?.message;
};

/** By the names of the interface: what a caller fills with a number of its own, or of ours. */
const namesOfIdentifiers = [
  ...['OrderNumber', 'InvoiceID', 'InvoiceExternalID', 'ExternalID', 'CustomerExternalID'],
  ...['AccountNumber2', 'IndividualID', 'CardToken', 'ACHToken', 'PaymentID', 'TransactionID'],
  ...['ExternalMID', 'ExternalTerminalID', 'ExternalUsername', 'providerId', 'PlanCode'],
  ...['CustomerCode', 'ExternalAPIID', 'OriginCode', 'GatewayId', 'ReferralID', 'ReferralId'],
];

for (const operation of operations) {
  const { name, parameters } = operation;
  const fields = Object.keys(parameters).filter((field) => parameters[field]!.isIdentifier);
  if (fields.length === 0) continue;
  test(`${name} refuses a card number in ${fields.join(', ')}`, () => {
    for (const field of fields) {
      const message = `${field} must not contain a card number.`;
      for (const text of [real, '4539 5787 6362 1486', `No. ${real}`]) {
        assert.equal(faultOf(operation, field, text, live), message);
        assert.equal(faultOf(operation, field, text, sandbox), message);
      }
      assert.equal(faultOf(operation, field, published, live), message);
      assert.equal(faultOf(operation, field, published, sandbox), undefined);
      assert.equal(faultOf(operation, field, '1234567812345670', live), undefined);
    }
  });
}

test('every parameter that is an identifier by its name is one by the table', () => {
  for (const { name, parameters } of operations) {
    for (const field of namesOfIdentifiers) {
      const parameter = parameters[field];
      if (parameter) assert.equal(parameter.isIdentifier, true, `${field} of ${name}`);
    }
  }
  const invoice = operations.find(({ name }) => name === 'SendPaymentSMS')!;
  assert.equal(invoice.parameters.AccountNumber?.isIdentifier, true);
});

test('the field is named in the answer, and the number is not', async () => {
  const { call, close } = client(door.baseUrl, live);
  after(close);
  const { status, body } = await call('CreatePayment', {
    ...cardFields,
    Amount: '1.00',
    OrderNumber: real,
  });
  assert.equal(status, 400);
  assert.deepEqual(JSON.parse(body), {
    IsSuccess: false,
    Message: 'OrderNumber must not contain a card number.',
    Data: null,
    OrderNumber: null,
    SMSID: null,
    Errors: [
      {
        Field: 'OrderNumber',
        Code: 'contains_card_number',
        Message: 'OrderNumber must not contain a card number.',
      },
    ],
  });
});

test('an idempotency key must hold none either, but for a published test card in the sandbox', async () => {
  for (const [caller, key, status] of [
    [live, `pay-${real}`, 400],
    [live, published, 400],
    [sandbox, real, 400],
    [sandbox, published, 200],
    [sandbox, '0f8fad5b-d9cb-469f-a165-70867728950e', 200],
  ] as const) {
    const { call, close } = client(door.baseUrl, caller);
    const sent = {
      ...cardFields,
      CCNumber: '4242424242424242',
      Amount: '1.00',
      OrderNumber: key.slice(-9),
    };
    const answer = await call('CreatePayment', sent, { 'Idempotency-Key': key });
    close();
    assert.equal(answer.status, status, answer.body);
    if (status === 400) {
      assert.match(answer.body, /"Message":"Idempotency-Key must not contain a card number\."/);
    }
  }
});

for (const binding of bindings) {
  test(`${binding} refuses a card number in the identifiers of SendPaymentSMS`, async () => {
    for (const field of ['AccountNumber', 'AccountNumber2', 'InvoiceID'] as const) {
      const { parameters } = operations.find(({ name }) => name === 'SendPaymentSMS')!;
      const blank = Object.fromEntries(Object.keys(parameters).map((name) => [name, '']));
      const { body } = await callBy(binding, door.baseUrl, 'SendPaymentSMS', {
        Token: sandbox.apiKey,
        Username: sandbox.username,
        ...blank,
        TotalAmountDue: '1.00',
        BillToCellPhone: '2125550100',
        [field]: real,
      });
      assert.match(body, new RegExp(`${field} must not contain a card number`));
      assert.doesNotMatch(body, new RegExp(real));
    }
  });
}
