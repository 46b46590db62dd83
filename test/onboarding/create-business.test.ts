import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Secret } from '../../src/kernel/secret.ts';
import { createAuthenticator } from '../../src/parties/businesses/authenticate.ts';
import { revoke } from '../../src/parties/businesses/change-keys.ts';
import { createBusiness } from '../../src/parties/businesses/create-business.ts';
import type { Made, NewBusiness } from '../../src/parties/businesses/new-business.ts';
import { deleteOldRequests } from '../../src/parties/businesses/site-requests.ts';
import type { World } from '../../src/world.ts';
import { makeFixture } from '../fixture.ts';
import { plainBusiness } from './plain-business.ts';

const fixture = await makeFixture({ after });
const world = await fixture.open();
const master = (await fixture.addBusiness()).business;

function newBusiness(changes: Partial<NewBusiness> = {}): NewBusiness {
  return { ...plainBusiness, parent: master, ...changes };
}

async function make(changes: Partial<NewBusiness> = {}): Promise<Made> {
  const made = await createBusiness(world, newBusiness(changes));
  assert.ok('business' in made);
  return made;
}

test('a business is made with a number, a key and a place in the tree', async () => {
  const { business, apiKey, mobileNumber } = await make();
  assert.match(mobileNumber!, /^617555(?!01)\d{4}$/);
  assert.equal(business.username, String(business.id));
  assert.deepEqual(business.ancestors, [master.id]);
  const found = await createAuthenticator(world).authenticate({
    username: business.username,
    apiKey,
  });
  assert.deepEqual(found, { ...business, key: found?.key });
});

test('a retry that reads while the first call commits gets the same answer', async () => {
  const idempotencyKey = { callerId: master.id, key: 'meanwhile', content: new Secret('content') };
  const request = { externalId: 'shop-meanwhile', idempotencyKey };
  let first: Made | undefined;
  const query: World['db']['query'] = async (text, values) => {
    if (!first && text.includes('from external_sites')) first = await make(request);
    return await world.db.query(text, values);
  };
  const between = { ...world, db: { ...world.db, query } };
  const second = await createBusiness(between, newBusiness(request));
  assert.ok(first);
  assert.deepEqual(second, first);
});

test('a key that the caller chose opens the door, the first time and later', async () => {
  const apiKey = 'a key of twenty letters and more';
  const { business } = await make({ externalKey: apiKey });
  const door = () => createAuthenticator(world);
  const credentials = { username: business.username, apiKey };
  const uses = await Promise.all(
    Array.from({ length: 10 }, () => door().authenticate(credentials)),
  );
  for (const found of [...uses, await door().authenticate(credentials)]) {
    assert.equal(found?.id, business.id);
  }
  const wrong = { ...credentials, apiKey: `${apiKey}!` };
  assert.equal(await door().authenticate(wrong), undefined);
});

test('a retry is not given a key that does not work any more', async () => {
  const idempotencyKey = { callerId: master.id, key: 'gone', content: new Secret('content') };
  const { business } = await make({ idempotencyKey });
  await revoke(world, business.id, { actor: 'operator', keyId: undefined });
  await assert.rejects(make({ idempotencyKey }), /has been replaced since/);
});

test('a duplicate leaves nothing behind, not even a number', async () => {
  const { business } = await make({ externalId: 'shop-2' });
  for (let i = 0; i < 3; i += 1) await createBusiness(world, newBusiness({ externalId: 'shop-2' }));
  assert.equal((await make()).business.id, business.id + 1n);
});

test('usernames that differ in their letter case only are the same', async () => {
  assert.equal((await make({ requestedUsername: 'Bob' })).business.username, 'Bob');
  const { business } = await make({ requestedUsername: 'bOB' });
  assert.equal(business.username, String(business.id));
});

test('a name of the greatest length may make businesses too', async () => {
  const { business } = await make({ requestedUsername: 'u'.repeat(100) });
  const child = await make({ parent: business, actor: `api:${business.username}` });
  assert.deepEqual(child.business.ancestors, [...business.ancestors, business.id]);
});

test('keys of retries are forgotten after thirty days', async () => {
  const idempotencyKey = { callerId: master.id, key: 'old', content: new Secret('content') };
  const first = await make({ idempotencyKey });
  fixture.clock.pass(31 * 24 * 3600 * 1000);
  await deleteOldRequests(fixture.db, fixture.clock.now());
  const rows = await fixture.db.query('select 1 from site_requests');
  assert.equal(rows.length, 0);
  assert.notEqual((await make({ idempotencyKey })).business.id, first.business.id);
});
