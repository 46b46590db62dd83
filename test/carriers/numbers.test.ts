import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { Secret } from '../../src/kernel/secret.ts';
import { claimMobileNumber } from '../../src/parties/businesses/claims.ts';
import { openNumberShop } from './number-shop.ts';

test('a live business is given a number of its area at once', async (t) => {
  const shop = await openNumberShop(t);
  const world = await shop.fixture.open();
  const { business, mobileNumber } = await shop.make(world);
  assert.equal(mobileNumber, '6175550201');
  await shop.workOff();
  const numbers = { profile: '6175550201', claimed: ['6175550201'], bought: ['6175550201'] };
  assert.deepEqual(await shop.held(business.id), { ...numbers, jobs: 0 });
  const [row] = await world.db.query(
    'select carrier, carrier_id from mobile_numbers where business_id = $1',
    [business.id],
  );
  assert.deepEqual(row, { carrier: 'twilio', carrier_id: `PN${'0'.repeat(31)}1` });
  const acts = await world.db.query<{ act: string }>(
    'select act from audit_trail where business_id = $1 order by n',
    [business.id],
  );
  assert.deepEqual(
    acts.map(({ act }) => act),
    ['business.created', 'number.assigned'],
  );
});

test('where the carrier is slow the business is there without, and gets its number later', async (t) => {
  const shop = await openNumberShop(t);
  const { far, fixture } = shop;
  far.instead = ({ method }) => (method === 'POST' ? { status: 503, body: '' } : undefined);
  const callerId = 1n;
  const idempotencyKey = { callerId, key: 'one', content: new Secret('content') };
  const first = await shop.make(await fixture.open(), { idempotencyKey });
  assert.equal(first.mobileNumber, undefined);
  assert.equal((await shop.held(first.business.id)).jobs, 1);
  far.instead = undefined;
  await shop.workOff();
  const { profile, bought } = await shop.held(first.business.id);
  assert.deepEqual([profile, bought], ['6175550201', ['6175550201']]);
  // Who asks again under the same key is told it.
  assert.equal((await shop.make(await fixture.open(), { idempotencyKey })).mobileNumber, profile);
});

test('no number is bought for a sandbox business, or if the caller named one', async (t) => {
  const shop = await openNumberShop(t);
  const world = await shop.fixture.open();
  const given = await shop.make(world, { mobileNumber: '2125550177' });
  assert.equal(given.mobileNumber, '2125550177');
  const sandbox = await shop.make(world, { environment: 'sandbox', parent: undefined });
  assert.match(sandbox.mobileNumber!, /^617555/);
  assert.equal(shop.far.heard.length, 0);
});

test('a business of the sandbox that texts by Twilio has a number from there', async (t) => {
  const shop = await openNumberShop(t, { SANDBOX_TEXTS: 'twilio' });
  const world = await shop.fixture.open();
  const made = await shop.make(world, { environment: 'sandbox', parent: undefined });
  assert.equal(made.mobileNumber, '6175550201');
  await shop.workOff();
});

test('where no numbers are bought there is none, and nobody waits for one', async (t) => {
  const shop = await openNumberShop(t, { TWILIO_NUMBERS: 'none' });
  const { business, mobileNumber } = await shop.make(await shop.fixture.open());
  assert.equal(mobileNumber, undefined);
  assert.equal((await shop.held(business.id)).jobs, 0);
  assert.equal(shop.far.heard.length, 0);
});

test('nothing is bought for a business that was closed meanwhile', async (t) => {
  const shop = await openNumberShop(t);
  const { far, fixture } = shop;
  far.instead = () => ({ status: 503, body: '' });
  const { business } = await shop.make(await fixture.open());
  far.instead = undefined;
  await fixture.db.query(`update businesses set state = 'closed' where business_id = $1`, [
    business.id,
  ]);
  await shop.workOff();
  assert.equal(far.bought.length, 0);
});

test('a number that another business claims as its own is not given twice', async (t) => {
  const shop = await openNumberShop(t);
  const { fixture } = shop;
  const world = await fixture.open();
  const { business: squatter } = await fixture.addBusiness();
  await claimMobileNumber(world.db, '6175550201', squatter.id);
  const { business, mobileNumber } = await shop.make(world);
  assert.equal(mobileNumber, undefined);
  await shop.workOff();
  assert.deepEqual((await shop.held(business.id)).claimed, []);
  world.log.info('test.looked');
  assert.match(fixture.logged.join(''), /number\.taken/);
});
