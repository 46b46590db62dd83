import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openPostOffice } from './post-office.ts';
import { openReceiver } from './receiver.ts';

/** While versions change, a newer one beside this one writes events of kinds that are unknown here. */
const office = await openPostOffice({ after });
const { db } = office.fixture;

async function pendingOf(businessId: bigint): Promise<number> {
  const pending = `select from events where business_id = $1 and 'webhook' = any (untold)`;
  return (await db.query(pending, [businessId])).length;
}

test('events of unknown kinds wait for a worker that knows them, and hold up no others', async (t) => {
  const receiver = await openReceiver(t);
  const shop = await office.business();
  await office.endpoint(shop, 'payments', receiver.url);
  const { id } = shop.business;
  // More than one look reads.
  const unknown = Array.from({ length: 201 }, (_, i) => BigInt(i));
  const later: string[] = [];
  for (const objectId of unknown) {
    later.push(await office.happens(shop, 'payment.of_tomorrow', objectId));
  }
  const known = await office.happens(shop, 'payment.captured', 999n);
  const idsNow = () => receiver.received.map(({ headers }) => headers['webhook-id']);
  await office.work();
  assert.deepEqual(idsNow(), [known]);
  assert.equal(await pendingOf(id), unknown.length);

  // As the next version does.
  await db.query(
    `update events set kind = 'payment.declined' where business_id = $1 and kind = 'payment.of_tomorrow'`,
    [id],
  );
  await office.work();
  assert.deepEqual(idsNow().toSorted(), [known, ...later].toSorted());
  assert.equal(await pendingOf(id), 0);
});

test('neither does an event of an unknown kind pass without its mail and its text', async () => {
  const shop = await office.business();
  const { id } = shop.business;
  await office.happens(shop, 'payment.of_tomorrow', 1n);
  await db.query(`update events set untold = '{email,sms}' where business_id = $1`, [id]);
  await office.work();
  const [event] = await db.query('select untold from events where business_id = $1', [id]);
  assert.deepEqual(event, { untold: ['email', 'sms'] });
});

test('events of known kinds without a webhook do not wait, nor any where there is no endpoint', async (t) => {
  const receiver = await openReceiver(t);
  const [shop, other] = [await office.business(), await office.business()];
  await office.endpoint(shop, 'payments', receiver.url);
  const silent = ['payment.originated', 'application.approved', 'batch.closed', 'token.disabled'];
  for (const kind of silent) await office.happens(shop, kind, 7n);
  assert.equal(await pendingOf(shop.business.id), silent.length);

  await office.endpoint(other, 'payments', receiver.url);
  await office.happens(other, 'payment.of_tomorrow', 7n);
  await db.query('delete from webhook_endpoints where business_id = $1', [other.business.id]);
  await office.work();
  for (const { business } of [shop, other]) assert.equal(await pendingOf(business.id), 0);
  assert.equal(receiver.received.length, 0);
});
