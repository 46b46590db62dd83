import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { bindings, callBy, textOf } from '../asmx/bindings.ts';
import type { Caller } from '../fixture.ts';
import { openCounter } from './counter.ts';

const { fixture, baseUrl, ask, newCustomer } = await openCounter({ after });
const { bank } = fixture;
const name = 'SearchCustomerAcquirerB';

const known = {
  firstName: 'Grace',
  lastName: 'Hopper',
  email: 'Grace@Example.com',
  phone: '2125550177',
  address1: '2 Harbor Road',
  address2: 'Pier 4',
  city: 'Arlington',
  stateCode: 'VA',
  postalCode: '22201',
  countryCode: 'US',
};
const wired = {
  FirstName: 'Grace',
  LastName: 'Hopper',
  Email: 'grace@example.com',
  PhoneNumber: '2125550177',
  Address1: '2 Harbor Road',
  Address2: 'Pier 4',
  City: 'Arlington',
  StateCode: 'VA',
  PostalCode: '22201',
  CountryCode: 'US',
};

test('what the bank knows of a customer is known here afterwards, in every binding', async () => {
  for (const [i, binding] of bindings.entries()) {
    const { shop, id } = await enter({ CustomerExternalID: `known ${i}` });
    bank.customer({ code: `known ${i}`, ...known });
    const { status, body } = await search(shop, `known ${i}`, binding);
    assert.equal(status, 200, body);
    assert.equal(textOf(body, `${name}Result`), undefined);
    assert.deepEqual(await look(shop, id), { ...wired, ExternalID: `known ${i}` });
  }
});

test('a customer is called by its IndividualID too', async () => {
  const { shop, id } = await enter();
  bank.customer({ code: id, ...known });
  await search(shop, id);
  assert.deepEqual(await look(shop, id), { ...wired, ExternalID: null });
});

test('what the bank does not know, or what nobody could be called, stays as it is', async () => {
  const { shop, id } = await enter({ CustomerExternalID: 'partly' });
  const before = await look(shop, id);
  const strange = {
    code: 'partly',
    firstName: ' ',
    lastName: 'Lee\u0007',
    email: 'nobody',
    phone: '(212) 555-0177',
    address1: 'x'.repeat(151),
    address2: 'card 4242424242424242',
    city: 'Salem',
    stateCode: 'ZZ',
    postalCode: '',
    countryCode: 'Nowhere',
  };
  bank.customer(strange);
  await search(shop, 'partly');
  const after = { ...before, City: 'Salem', Address2: 'card ************4242' };
  assert.deepEqual(await look(shop, id), after);
});

test('phone and e-mail of another customer are passed over and logged, and the rest is taken', async () => {
  const { shop, id } = await enter();
  await newCustomer(shop, { Email: known.email, MobilePhone: known.phone });
  bank.customer({ code: id, ...known });
  const { status } = await search(shop, id);
  assert.equal(status, 200);
  const { Email, PhoneNumber, City } = await look(shop, id);
  assert.deepEqual([Email, PhoneNumber, City], ['ada@example.com', '6175550123', 'Arlington']);
  const line = fixture.logged.find((one) => one.includes('customer.contact_taken'));
  assert.ok(line && !line.includes(known.phone) && !line.toLowerCase().includes('grace'));
});

test('a state of another country than the one that is known is passed over', async () => {
  const { shop, id } = await enter({
    CustomerExternalID: 'abroad',
    CountryCode: 'DE',
    StateCode: 'Bayern',
  });
  bank.customer({ code: 'abroad', ...known, countryCode: 'US', stateCode: 'Hessen' });
  await search(shop, 'abroad');
  const { StateCode, CountryCode, City } = await look(shop, id);
  assert.deepEqual([StateCode, CountryCode, City], ['Bayern', 'DE', 'Arlington']);
});

test('nobody of that name, here or there, is answered emptily and changes nothing', async () => {
  const { shop } = await enter({ CustomerExternalID: 'unheard of' });
  const before = await rows();
  bank.customer({ code: 'not here', ...known });
  for (const code of ['unheard of', 'not here', '987654321']) {
    const { status, body } = await search(shop, code);
    assert.equal(status, 200, body);
    assert.ok(body.includes(`<${name}Response`));
  }
  assert.deepEqual(await rows(), before);
});

test('the customer of another business is not looked up', async () => {
  const { shop } = await enter();
  const other = await enter({ CustomerExternalID: 'theirs' });
  bank.customer({ code: 'theirs', ...known });
  const before = await rows();
  assert.equal((await search(shop, 'theirs')).status, 200);
  assert.deepEqual(await rows(), before);
  assert.ok(other.id);
});

test('a bank that cannot be asked is a fault of ours that says to come back', async () => {
  const { shop, id } = await enter();
  bank.customer({ code: id, ...known });
  bank.outage(true);
  const heard = await search(shop, id);
  bank.outage(false);
  assert.equal(heard.status, 500);
  assert.equal(textOf(heard.body, 'faultcode'), 'soap:Server');
  assert.match(textOf(heard.body, 'faultstring')!, /could not be looked up/);
  assert.equal(heard.headers.get('retry-after'), '2');
  assert.equal((await look(shop, id)).FirstName, 'Ada');
});

test('a live business has no bank to ask: the answer is empty and nothing is changed, in every binding', async () => {
  const shop = await fixture.addBusiness({ environment: 'live' });
  const { id } = await newCustomer(shop);
  bank.customer({ code: id, ...known });
  for (const binding of bindings) {
    const { status, body } = await search(shop, id, binding);
    assert.equal(status, 200, body);
    if (binding.startsWith('SOAP')) assert.match(body, new RegExp(`<${name}Response [^>]*/>`));
    else assert.equal(body, '');
  }
  assert.equal((await look(shop, id)).FirstName, 'Ada');
});

async function enter(changes = {}) {
  const shop = await fixture.addBusiness();
  return { shop, ...(await newCustomer(shop, changes)) };
}

async function search(
  { apiKey, username }: Caller,
  CustomerCode: string,
  binding: (typeof bindings)[number] = 'SOAP 1.1',
) {
  const sent = { Token: apiKey, Username: username, CustomerCode };
  return await callBy(binding, baseUrl, name, sent);
}

async function look(shop: Caller, IndividualID: string): Promise<Record<string, unknown>> {
  const { Data } = await ask(shop, 'GetCustomerInformation', { IndividualID });
  const names = [...Object.keys(wired), 'ExternalID'];
  return Object.fromEntries(names.map((field) => [field, Data[field]]));
}

async function rows(): Promise<unknown[]> {
  return await fixture.db.query('select * from customers order by business_id, id');
}
