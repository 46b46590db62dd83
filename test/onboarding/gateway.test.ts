import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { memoryBook } from '../../packages/sandbox/src/processor/book.ts';
import type { Booking, Entry } from '../../packages/sandbox/src/processor/entry.ts';
import { activate } from '../../src/parties/applications/activate.ts';
import { cardFields, client, type Fields, openDoor } from '../caller.ts';
import { makeFixture } from '../fixture.ts';
import { atEnd } from '../scope.ts';
import { merchantFields } from './fields.ts';

const written: Entry[] = [];
const { record, ...others } = memoryBook();
const book = {
  ...others,
  record: async (entry: Parameters<typeof record>[0]) => {
    written.push(entry);
    return await record(entry);
  },
};
const fixture = await makeFixture({ after }, { book });
const world = await fixture.open();
const { baseUrl, close } = await openDoor(world);
atEnd({ after }, close);
const master = await fixture.addBusiness();
const passkey = 'a passkey between us';

test('charges go to the gateway that was named, with its passkey, and its book shows so', async () => {
  const shop = await apply({ GatewayId: 'acme {"gw"}', GatewayPasskey: passkey });
  assert.equal((await pay(shop)).state, 'captured');
  const { gateway, passkey: came } = written.at(-1) as Booking;
  assert.deepEqual([decodeURIComponent(gateway!), came], ['acme {"gw"}', true]);
  assert.ok(
    !JSON.stringify(written, (_, one) => (typeof one === 'bigint' ? '' : one)).includes(passkey),
  );
  assert.ok(!fixture.logged.join('').includes(passkey));
});

test('without a passkey the gateway is named alone, and without a gateway nothing is', async () => {
  assert.equal((await pay(await apply({ GatewayId: 'acme' }))).state, 'captured');
  const alone = written.at(-1) as Booking;
  assert.deepEqual([alone.gateway, alone.passkey], ['acme', false]);
  assert.equal((await pay(await apply({}))).state, 'captured');
  const none = written.at(-1) as Booking;
  assert.deepEqual([none.gateway, none.passkey], [undefined, undefined]);
});

test('a passkey that the gateway does not know pays nothing', async () => {
  const shop = await apply({ GatewayId: 'acme', GatewayPasskey: 'my unknown-passkey' });
  const before = written.length;
  assert.deepEqual(await pay(shop), { state: 'declined', code: 'rejected' });
  assert.equal(written.length, before);
});

test('a gateway counts once the application that named it is activated', async () => {
  const shop = await apply({
    GatewayId: 'acme',
    BusinessLegalName: 'Flowers outcome-provisioning LLC',
  });
  const gateways = async () =>
    await fixture.db.query('select gateway_id as id from businesses where business_id = $1', [
      shop.id,
    ]);
  assert.deepEqual(await gateways(), [{ id: null }]);
  await activate(world, shop.id, { actor: 'operator:ann', reason: 'ready' });
  assert.deepEqual(await gateways(), [{ id: 'acme' }]);
});

type Credentials = { readonly id: bigint; readonly username: string; readonly apiKey: string };

async function apply(fields: Fields): Promise<Credentials> {
  const { Data } = await call(master, 'CreateNewMerchantAccount', { ...merchantFields, ...fields });
  const { SalesSiteID: id, Username: username, APIKey: apiKey } = Data;
  return { id: BigInt(id), username, apiKey };
}

async function pay(shop: Credentials) {
  const { call: send, close: hangUp } = client(baseUrl, shop);
  const { headers } = await send('CreatePayment', { ...cardFields, Amount: '12.50' });
  hangUp();
  const code = headers['decline-code'];
  return { state: headers['x-payment-state'], ...(code !== undefined && { code }) };
}

async function call(who: Omit<Credentials, 'id'>, name: string, fields: Fields) {
  const { call: send, close: hangUp } = client(baseUrl, who);
  const { body } = await send(name, fields);
  hangUp();
  const answer = JSON.parse(body);
  assert.equal(answer.IsSuccess, true, answer.Message);
  return answer;
}
