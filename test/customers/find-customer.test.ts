import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { contactOf } from '../../src/api/operations/payer.ts';
import { Secret } from '../../src/kernel/secret.ts';
import { numberField } from '../../src/payments/tokens/token.ts';
import { tokenize } from '../../src/payments/tokens/tokenize.ts';
import { makeCardToken } from '../../src/ports/vault/api-key.ts';
import type { World } from '../../src/world.ts';
import { cardFields } from '../caller.ts';
import type { Caller } from '../fixture.ts';
import { openCounter } from './counter.ts';

const { fixture, ask, json, newCustomer } = await openCounter({ after });
const elsewhere = { Email: 'elsewhere@example.com', MobilePhone: '2125550144' };

test('IndividualID names the payer, whatever else is sent, and changes nothing of it', async () => {
  const shop = await fixture.addBusiness();
  const { id } = await newCustomer(shop, { CustomerExternalID: 'payer 1' });
  const before = await rowsOf(shop);
  const other = await newCustomer(shop, { ...elsewhere, CustomerExternalID: 'payer 2' });
  for (const changes of [
    elsewhere,
    { CustomerExternalID: 'payer 2' },
    { ...elsewhere, CustomerExternalID: 'payer 3', FirstName: 'Bea' },
  ]) {
    assert.equal((await newCustomer(shop, { IndividualID: id, ...changes })).id, id);
  }
  assert.deepEqual(
    (await rowsOf(shop)).filter((row) => row.id !== BigInt(other.id)),
    before,
  );
});

test('CustomerExternalID comes before phone and e-mail', async () => {
  const shop = await fixture.addBusiness();
  const first = await newCustomer(shop, { CustomerExternalID: 'payer 1' });
  const second = await newCustomer(shop, elsewhere);
  assert.notEqual(second.id, first.id);
  const found = await newCustomer(shop, { ...elsewhere, CustomerExternalID: 'payer 1' });
  assert.equal(found.id, first.id);
});

test('phone and e-mail find together, in any letter case, and either alone does not', async () => {
  const shop = await fixture.addBusiness();
  const { id } = await newCustomer(shop);
  assert.equal((await newCustomer(shop, { Email: 'ADA@example.COM' })).id, id);
  const { Email, MobilePhone } = elsewhere;
  const others = [{ Email }, { MobilePhone }, elsewhere];
  const ids = [];
  for (const changes of others) ids.push((await newCustomer(shop, changes)).id);
  assert.equal(new Set([id, ...ids]).size, 4);
});

test('who was found by phone and e-mail gets the first CustomerExternalID, and keeps it', async () => {
  const shop = await fixture.addBusiness();
  const { id } = await newCustomer(shop);
  assert.equal((await newCustomer(shop, { CustomerExternalID: 'payer 1' })).id, id);
  const other = await newCustomer(shop, { CustomerExternalID: 'payer 2' });
  assert.notEqual(other.id, id);
  assert.equal((await newCustomer(shop, { CustomerExternalID: 'payer 1' })).id, id);
});

test('an IndividualID of another business is refused by every operation that takes one', async () => {
  const shop = await fixture.addBusiness();
  const other = await fixture.addBusiness();
  await newCustomer(other);
  const { id } = await newCustomer(other, elsewhere);
  for (const [name, fields] of [
    ['CreateToken', { ...cardFields, IndividualID: id }],
    ['CreatePayment', { ...cardFields, Amount: '1.00', IndividualID: id }],
  ] as const) {
    const { status, Message } = await json(shop, name, fields);
    assert.equal(status, 404);
    assert.equal(Message, 'IndividualID is not a customer of this business.');
  }
  assert.deepEqual(await rowsOf(shop), []);
});

test('many who are found at once under one phone and e-mail, with identifiers of their own, are as many', async () => {
  const shop = await fixture.addBusiness();
  await newCustomer(shop);
  const world = await fixture.open();
  const words = Array.from({ length: 10 }, (_, i) => `payer ${i}`);
  const requests = await Promise.all(words.map((externalId) => requestOf(world, shop, externalId)));
  // All in one statement.
  const made = await Promise.all(requests.map((request) => tokenize(world, request)));
  const rows = await rowsOf(shop);
  const byWord = new Map(rows.map((row) => [row.external_id, row.id]));
  assert.deepEqual(
    words.map((word) => byWord.get(word)),
    made.map(({ customerId }) => customerId),
  );
  assert.equal(rows.length, 10);
});

test('while customers get other phones and identifiers, every payer is one whom its words name', async () => {
  const shop = await fixture.addBusiness();
  const { id } = await newCustomer(shop);
  const changes = Array.from({ length: 15 }, (_, i) =>
    ask(shop, 'UpdateCustomer', { IndividualID: id, ExternalID: `word ${i}`, City: 'Salem' }),
  );
  const payers = Array.from({ length: 15 }, (_, i) =>
    newCustomer(shop, { CustomerExternalID: `other ${i}` }),
  );
  assert.ok((await Promise.all(changes)).every(({ IsSuccess }) => IsSuccess));
  const found = await Promise.all(payers);
  const rows = await rowsOf(shop);
  for (const [i, payer] of found.entries()) {
    const [row] = rows.filter((one) => String(one.id) === payer.id);
    // The one that was there may have been given this word, and then another one.
    if (payer.id !== id) assert.equal(row?.external_id, `other ${i}`);
  }
});

async function requestOf(world: World, { business }: Caller, externalId: string) {
  const token = makeCardToken(world.randomBytes);
  const number = new Secret(cardFields.CCNumber);
  const name = { businessId: business.id, owner: token, field: numberField.card };
  const contact = contactOf({ ...cardFields, CustomerExternalID: externalId });
  return {
    made: {
      token: {
        businessId: business.id,
        token,
        kind: 'card' as const,
        fingerprint: world.vault.fingerprint(number),
        brand: 'visa',
        first6: '424242',
        last4: '4242',
        expiryMonth: 12,
        expiryYear: 2039,
        holder: 'Ada Park',
        address: contact.address1,
        postalCode: contact.postalCode,
        createdAt: world.now(),
      },
      record: await world.vault.seal(name, number),
    },
    customerId: undefined,
    contact,
    idempotencyKey: undefined,
  };
}

type Row = { readonly id: bigint; readonly external_id: string | null };

async function rowsOf({ business }: Caller): Promise<Row[]> {
  return await fixture.db.query<Row>('select * from customers where business_id = $1 order by id', [
    business.id,
  ]);
}
