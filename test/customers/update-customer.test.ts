import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { bindings } from '../asmx/bindings.ts';
import type { Caller } from '../fixture.ts';
import { openCounter } from './counter.ts';

const { fixture, ask, newCustomer } = await openCounter({ after });
const name = 'UpdateCustomer';

const everything = {
  FirstName: 'Grace',
  LastName: 'Hopper',
  Email: 'Grace@Example.com',
  PhoneNumber: '2125550177',
  Title: 'Dr.',
  CompanyName: 'Navy',
  Address1: '2 Harbor Road',
  Address2: 'Pier 4',
  City: 'Arlington',
  CountryCode: 'us',
  StateCode: 'va',
  PostalCode: '22201',
  Status: 'donotcontact',
  OriginCode: 'web',
  CustomField1: 'one',
  CustomField2: 'two',
  CustomField3: 'three',
  CustomField4: 'four',
  CustomField5: 'five',
  CustomField6: 'six',
  CustomField7: 'seven',
  ExternalID: 'payer 7',
};

test('everything that is told is known afterwards, in every binding', async () => {
  for (const binding of bindings) {
    const { shop, id } = await enter();
    const said = await ask(shop, name, { IndividualID: id, ...everything }, { binding });
    assert.deepEqual(said, {
      IsSuccess: true,
      Message: 'Customer updated.',
      Data: { IndividualID: id },
      OrderNumber: null,
      SMSID: null,
    });
    const { PaymentMethods: _, Invoices: __, Subscriptions: ___, ...known } = await look(shop, id);
    assert.deepEqual(known, {
      ...everything,
      IndividualID: id,
      Email: 'grace@example.com',
      Status: 'DoNotContact',
      CountryCode: 'US',
      StateCode: 'VA',
    });
  }
});

test('what is missing or blank stays as it is', async () => {
  const { shop, id } = await enter();
  await ask(shop, name, { IndividualID: id, ...everything });
  const before = await look(shop, id);
  await ask(shop, name, { IndividualID: id, City: '   ', CustomField3: 'drei' });
  assert.deepEqual(await look(shop, id), { ...before, CustomField3: 'drei' });
});

test('a customer is found by ExternalID as well', async () => {
  const { shop, id } = await enter({ CustomerExternalID: 'payer 1' });
  const { Data } = await ask(shop, name, { ExternalID: 'payer 1', City: 'Salem' });
  assert.deepEqual(Data, { IndividualID: id });
  assert.equal((await look(shop, id)).City, 'Salem');
});

test('neither IndividualID nor ExternalID is refused', async () => {
  const { shop } = await enter();
  const { IsSuccess, Message } = await ask(shop, name, { City: 'Salem' });
  assert.equal(IsSuccess, false);
  assert.equal(Message, 'IndividualID is required unless ExternalID is sent.');
});

test('nobody of that name, and a customer of another business, are told in the same words', async () => {
  const { shop } = await enter();
  const other = await enter({ CustomerExternalID: 'theirs' });
  await ask(other.shop, name, { IndividualID: other.id, FirstName: 'Theirs' });
  const stranger = await newCustomer(other.shop, { Email: 'second@example.com' });
  for (const IndividualID of [stranger.id, '987654321', 'x', '0', '-1', '9'.repeat(30)]) {
    const { Message, Errors } = await ask(shop, name, { IndividualID, City: 'Salem' });
    assert.equal(Message, 'IndividualID is not a customer of this business.');
    assert.deepEqual(Errors, [{ Field: 'IndividualID', Code: 'unknown', Message }]);
  }
  for (const ExternalID of ['theirs', 'nobody']) {
    const { Message, Errors } = await ask(shop, name, { ExternalID, City: 'Salem' });
    assert.equal(Message, 'ExternalID is not a customer of this business.');
    assert.deepEqual(Errors, [{ Field: 'ExternalID', Code: 'unknown', Message }]);
  }
  assert.equal((await look(other.shop, other.id)).City, 'Boston');
});

test('another word than the three is no status', async () => {
  const { shop, id } = await enter();
  const { Errors } = await ask(shop, name, { IndividualID: id, Status: 'Gone', City: 'Salem' });
  assert.deepEqual(
    Errors?.map(({ Field, Code }) => [Field, Code]),
    [['Status', 'not_one_of']],
  );
  assert.equal((await look(shop, id)).City, 'Boston');
});

test('ExternalID beside IndividualID is what the customer is called from then on', async () => {
  const { shop, id } = await enter({ CustomerExternalID: 'old' });
  await ask(shop, name, { IndividualID: id, ExternalID: 'new' });
  assert.equal((await look(shop, id)).ExternalID, 'new');
  const { IsSuccess } = await ask(shop, name, { ExternalID: 'old', City: 'Salem' });
  assert.equal(IsSuccess, false);
});

test('IndividualID and ExternalID of two customers are refused, and nothing is changed', async () => {
  const { shop, id } = await enter();
  await newCustomer(shop, { CustomerExternalID: 'taken', Email: 'other@example.com' });
  const sent = { IndividualID: id, ExternalID: 'taken', City: 'Salem' };
  const { IsSuccess, Message, Errors } = await ask(shop, name, sent);
  assert.equal(IsSuccess, false);
  assert.equal(Message, 'ExternalID belongs to another customer.');
  assert.deepEqual(Errors, [{ Field: 'ExternalID', Code: 'taken', Message }]);
  assert.equal((await look(shop, id)).City, 'Boston');
});

test('phone and e-mail that are those of another customer are refused by their names', async () => {
  const { shop, id } = await enter();
  const theirs = { Email: 'other@example.com', MobilePhone: '2125550188' };
  await newCustomer(shop, theirs);
  await ask(shop, name, { IndividualID: id, PhoneNumber: '2125550188' });
  const byEmail = await ask(shop, name, { IndividualID: id, Email: 'Other@example.com' });
  assert.deepEqual(
    byEmail.Errors?.map(({ Field, Code }) => [Field, Code]),
    [['Email', 'taken']],
  );
  const both = { Email: 'other@example.com', PhoneNumber: '2125550188' };
  const { Errors } = await ask(shop, name, { IndividualID: id, ...both });
  assert.deepEqual(
    Errors?.map(({ Field, Code }) => [Field, Code]),
    [
      ['PhoneNumber', 'taken'],
      ['Email', 'taken'],
    ],
  );
});

test('card numbers in free text are masked', async () => {
  const { shop, id } = await enter();
  const sent = { IndividualID: id, CustomField1: 'pays by 4242424242424242', Title: 'Dr' };
  await ask(shop, name, sent);
  assert.equal((await look(shop, id)).CustomField1, 'pays by ************4242');
});

test('fifty changes at once lose nothing', async () => {
  const { shop, id } = await enter();
  const names = ['FirstName', 'LastName', 'City', 'Address1', 'Title', 'CompanyName', 'OriginCode'];
  const fields = [...names, ...Array.from({ length: 7 }, (_, i) => `CustomField${i + 1}`)];
  const rounds = Array.from({ length: 50 }, (_, i) => [fields[i % fields.length]!, `no ${i}`]);
  const answers = await Promise.all(
    rounds.map(([field, value]) => ask(shop, name, { IndividualID: id, [field!]: value! })),
  );
  assert.ok(answers.every(({ IsSuccess }) => IsSuccess));
  const known = await look(shop, id);
  for (const field of fields) {
    const said = rounds.filter(([one]) => one === field).map(([, value]) => value);
    assert.ok(said.includes(String(known[field])), `${field} is ${known[field]}`);
  }
  assert.equal((await eventsOf(shop)).length, 50);
});

test('of many customers who are given one identifier at once, one gets it', async () => {
  const { shop } = await enter();
  const ids: string[] = [];
  for (let i = 0; i < 8; i += 1) {
    ids.push((await newCustomer(shop, { Email: `one${i}@example.com` })).id);
  }
  const answers = await Promise.all(
    ids.map((IndividualID) => ask(shop, name, { IndividualID, ExternalID: 'wanted' })),
  );
  assert.equal(answers.filter(({ IsSuccess }) => IsSuccess).length, 1);
  for (const { IsSuccess, Errors } of answers) {
    if (!IsSuccess) assert.equal(Errors?.[0]?.Code, 'taken');
  }
});

test('of many customers who are given one phone and e-mail at once, one gets them', async () => {
  const { shop } = await enter();
  const ids: string[] = [];
  for (let i = 0; i < 8; i += 1) {
    ids.push((await newCustomer(shop, { Email: `two${i}@example.com` })).id);
  }
  const wanted = { Email: 'wanted@example.com', PhoneNumber: '2125550111' };
  const answers = await Promise.all(
    ids.map((IndividualID) => ask(shop, name, { IndividualID, ...wanted })),
  );
  assert.equal(answers.filter(({ IsSuccess }) => IsSuccess).length, 1);
});

test('under one Idempotency-Key a change is made once, and repeated it undoes no later one', async () => {
  const { shop, id } = await enter();
  const headers = { 'Idempotency-Key': 'key 1' };
  const sent = { IndividualID: id, City: 'Salem' };
  const first = await ask(shop, name, sent, { headers });
  await ask(shop, name, { IndividualID: id, City: 'Lowell' });
  assert.deepEqual(await ask(shop, name, sent, { headers }), first);
  assert.equal((await look(shop, id)).City, 'Lowell');
  const { Message } = await ask(shop, name, { ...sent, City: 'Lynn' }, { headers });
  assert.equal(Message, 'This Idempotency-Key was used before for another request.');
});

test('the same request under one Idempotency-Key twenty times at once is one change', async () => {
  const { shop, id } = await enter();
  const headers = { 'Idempotency-Key': 'key 1' };
  const sent = { IndividualID: id, City: 'Salem' };
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => ask(shop, name, sent, { headers })),
  );
  assert.ok(answers.every(({ IsSuccess }) => IsSuccess));
  assert.equal((await eventsOf(shop)).length, 1);
});

test('an Idempotency-Key that was refused is free, and so is one after thirty days', async () => {
  const { shop, id } = await enter();
  await newCustomer(shop, { CustomerExternalID: 'taken', Email: 'other@example.com' });
  const headers = { 'Idempotency-Key': 'key 1' };
  const bad = { IndividualID: id, ExternalID: 'taken' };
  assert.equal((await ask(shop, name, bad, { headers })).IsSuccess, false);
  const sent = { IndividualID: id, City: 'Salem' };
  assert.equal((await ask(shop, name, sent, { headers })).IsSuccess, true);
  fixture.clock.pass(30 * 24 * 3600 * 1000 + 1);
  const later = await ask(shop, name, { ...sent, City: 'Lynn' }, { headers });
  assert.equal(later.IsSuccess, true);
  assert.equal((await look(shop, id)).City, 'Lynn');
  assert.equal((await eventsOf(shop)).length, 2);
});

test('an event says what changed, shows none of it and has nobody to be told to', async () => {
  const { shop, id } = await enter();
  await ask(shop, name, { IndividualID: id, City: 'Salem', LastName: 'Lee' });
  const rows = await fixture.db.query(
    `select object_id, data, untold::text from events
     where business_id = $1 and kind = 'customer.updated'`,
    [shop.business.id],
  );
  const data = { customerId: id, fields: ['lastName', 'city'] };
  assert.deepEqual(rows, [{ object_id: BigInt(id), data, untold: '{}' }]);
});

async function enter(changes = {}) {
  const shop = await fixture.addBusiness();
  return { shop, ...(await newCustomer(shop, changes)) };
}

async function look(shop: Caller, IndividualID: string): Promise<Record<string, unknown>> {
  return (await ask(shop, 'GetCustomerInformation', { IndividualID })).Data;
}

async function eventsOf({ business }: Caller): Promise<unknown[]> {
  return await fixture.db.query(
    `select id from events where business_id = $1 and kind = 'customer.updated'`,
    [business.id],
  );
}
