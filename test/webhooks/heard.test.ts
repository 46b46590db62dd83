import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cardFields, type Fields } from '../caller.ts';
import type { Caller } from '../fixture.ts';
import { ask } from '../time-machine/sandbox.ts';
import { openPostOffice, type PostOffice } from './post-office.ts';
import { openReceiver } from './receiver.ts';

const charge = { ...cardFields, Amount: '12.50' };

async function pay({ world }: PostOffice, shop: Caller, fields: Fields): Promise<bigint> {
  const reply = await ask(world, shop, { ...charge, ...fields });
  assert.ok(reply.status < 300, reply.body);
  return BigInt(String(reply.headers['x-payment-id']));
}

/** In the order in which it happened: what, and who must still be told. */
async function told({ fixture }: PostOffice, { business }: Caller): Promise<[string, string[]][]> {
  const rows = await fixture.db.query<{ kind: string; untold: string[] }>(
    'select kind, untold from events where business_id = $1 order by id',
    [business.id],
  );
  return rows.map(({ kind, untold }) => [kind, untold]);
}

test('a payment is to be told to a webhook only where there is one; one that is made hears of the next', async (t) => {
  const office = await openPostOffice(t);
  const receiver = await openReceiver(t);
  const shop = await office.business();
  // That another business has one is nothing to this one.
  const other = await office.business();
  await office.endpoint(other, 'payments', receiver.url);
  await pay(office, shop, { OrderNumber: 'before' });
  await pay(office, shop, { OrderNumber: 'declined', CCNumber: '4000000000000002' });
  assert.deepEqual(await told(office, shop), [
    ['payment.captured', ['email', 'sms']],
    ['payment.declined', []],
  ]);

  await office.endpoint(shop, 'payments', receiver.url);
  const after = await pay(office, shop, { OrderNumber: 'after' });
  const declined = await pay(office, shop, {
    OrderNumber: 'declined too',
    CCNumber: '4000000000000002',
  });
  assert.deepEqual((await told(office, shop)).slice(2), [
    ['payment.captured', ['webhook', 'email', 'sms']],
    ['payment.declined', ['webhook']],
  ]);
  await office.work();
  const deliveries = await office.deliveries(shop);
  assert.deepEqual(
    deliveries.map(({ object_id, state }) => [object_id, state]),
    [
      [after, 'succeeded'],
      [declined, 'succeeded'],
    ],
  );
  assert.equal(receiver.received.length, 2);
  assert.deepEqual(await office.deliveries(other), []);
});

test('of payments that end together, each is told to the webhooks of its own business', async (t) => {
  const office = await openPostOffice(t);
  const receiver = await openReceiver(t);
  const shops = await Promise.all([1, 2, 3, 4].map(async () => await office.business()));
  const [none, one, two, gone] = shops as [Caller, Caller, Caller, Caller];
  await office.endpoint(one, 'payments', receiver.url);
  for (const kind of ['payments', 'customers'] as const) {
    await office.endpoint(two, kind, receiver.url);
  }
  await office.endpoint(gone, 'payments', receiver.url);
  await office.fixture.db.query('delete from webhook_endpoints where business_id = $1', [
    gone.business.id,
  ]);
  await Promise.all(shops.map((shop) => pay(office, shop, { OrderNumber: 'one' })));
  const people = ['email', 'sms'];
  const channels = async (shop: Caller) =>
    (await told(office, shop)).find(([kind]) => kind === 'payment.captured')![1];
  assert.deepEqual(
    [await channels(none), await channels(one), await channels(two), await channels(gone)],
    [people, ['webhook', ...people], ['webhook', ...people], people],
  );
});
