import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { cardFields, client, type Fields, openDoor } from '../caller.ts';
import { makeFixture } from '../fixture.ts';
import { atEnd } from '../scope.ts';
import { businessFields as business, merchantFields as merchant } from './fields.ts';

/** From the first call of an integrator to a payment of the new business, by its own credentials. */
const fixture = await makeFixture({ after });
const { baseUrl, close } = await openDoor(await fixture.open());
atEnd({ after }, close);
const master = await fixture.addBusiness();

const payment = { ...cardFields, Amount: '12.50', OrderNumber: 'A-1' };

test('a business without an application may not take payments until they are activated', async () => {
  const credentials = await make('CreateNewBusiness', business);
  for (const operation of ['CreatePayment', 'CreateToken']) {
    const { status, body } = await call(credentials, operation, payment);
    assert.deepEqual([status, body.IsSuccess], [403, false]);
    assert.equal(
      body.Message,
      'Payments are not activated for this business; its account manager can activate them.',
    );
  }
  const taken = await fixture.db.query('select 1 from payments where business_id = $1', [
    BigInt(credentials.username),
  ]);
  assert.equal(taken.length, 0);
});

test('a merchant of the sandbox takes a payment with the next call', async () => {
  const credentials = await make('CreateNewMerchantAccount', merchant);
  const { status, body } = await call(credentials, 'CreatePayment', payment);
  assert.deepEqual([status, body.Data?.TransactionStatus], [200, true]);
  const rows = await fixture.db.query('select business_id from payments where state = $1', [
    'captured',
  ]);
  assert.deepEqual(rows, [{ business_id: BigInt(credentials.username) }]);
});

test('a merchant that was declined takes none', async () => {
  const BusinessLegalName = 'Park outcome-declined';
  const credentials = await make('CreateNewMerchantAccount', { ...merchant, BusinessLegalName });
  assert.equal((await call(credentials, 'CreatePayment', payment)).status, 403);
});

test('a new business makes businesses of its own, and none for others', async () => {
  const [one, other] = [
    await make('CreateNewBusiness', business),
    await make('CreateNewBusiness', business),
  ];
  const child = await call(one, 'CreateNewBusiness', { ...business, ParentId: one.username });
  assert.equal(child.status, 200);
  for (const ParentId of [other.username, String(master.business.id), '999999']) {
    const { status, body } = await call(one, 'CreateNewBusiness', { ...business, ParentId });
    assert.deepEqual([status, body.Message], [404, 'ParentId is not a business of yours.']);
  }
});

type Credentials = { readonly username: string; readonly apiKey: string };

async function make(operation: string, fields: Fields): Promise<Credentials> {
  const { status, body } = await call(master, operation, fields);
  assert.equal(status, 200, body.Message);
  return { username: body.Data.Username, apiKey: body.Data.APIKey };
}

async function call(credentials: Credentials, operation: string, fields: Fields) {
  const { call: send, close: hangUp } = client(baseUrl, credentials);
  const { status, body } = await send(operation, fields);
  hangUp();
  return { status, body: JSON.parse(body) };
}
