import assert from 'node:assert/strict';
import { createHook } from 'node:async_hooks';
import { after, type TestContext, test } from 'node:test';
import { makeHouse } from '../../test/world.ts';
import type { RefusalCode } from '../base/refusal.ts';
import { Secret } from '../base/secret.ts';
import type { Business, BusinessState } from '../businesses/business.ts';
import { hashExternalKey, insertExternalKey } from '../businesses/external-keys.ts';
import { defaultOperations } from '../operations/index.ts';
import { createDoorkeeper } from './caller.ts';

const here = '192.0.2.1';
const elsewhere = '192.0.2.2';
const wrong = { username: 'nobody', apiKey: 'wrong' };

const settings = { BAD_CREDENTIALS_PER_MINUTE: '3', REQUESTS_PER_SECOND: '1' };
const house = await makeHouse({ after }, { settings });

/** A door that has seen nobody yet, and a business of the test's own. */
async function enter() {
  const caller = await house.addBusiness();
  const door = createDoorkeeper(await house.open());
  const guess = async () => {
    for (let times = 0; times < 3; times += 1) {
      await assert.rejects(door.identify(wrong, here), refusal('not_authenticated'));
    }
  };
  return { business: caller.business, credentials: caller, door, guess };
}

async function addChosenKey({ id }: Business): Promise<string> {
  const key = `a key that was chosen for ${id}`;
  const world = await house.open();
  const hashed = await hashExternalKey(new Secret(key), world.randomBytes);
  await insertExternalKey(house.db, id, 77n, hashed, house.clock.now());
  return key;
}

/** Fast hashes of chosen keys, of which each is written when its key was found good. */
async function usesOf({ id }: Business) {
  return await house.db.query('select id from api_keys where business_id = $1 and id = 77', [id]);
}

function refusal(code: RefusalCode) {
  return (error: { code?: unknown }) => error.code === code;
}

test('good credentials say which business calls', async () => {
  const { door, credentials, business } = await enter();
  const found = await door.identify(credentials, here);
  assert.deepEqual(found, business);
});

test('a wrong key, a wrong username and none at all are refused alike', async () => {
  const { door, credentials } = await enter();
  for (const bad of [
    { ...credentials, apiKey: `${credentials.apiKey}x` },
    { ...credentials, username: 'somebody' },
    undefined,
  ]) {
    await assert.rejects(door.identify(bad, here), refusal('not_authenticated'));
  }
});

test('the key of another business does not open this one', async () => {
  const { door, credentials } = await enter();
  const other = await house.addBusiness();
  const mixed = { username: credentials.username, apiKey: other.apiKey };
  await assert.rejects(door.identify(mixed, here), refusal('not_authenticated'));
});

test('too many guesses keep out who guesses, and nobody who has a key', async () => {
  const { door, credentials, business, guess } = await enter();
  await guess();
  const unknown = { ...credentials, username: 'somebody' };
  const { apiKey } = await house.addBusiness();
  for (const bad of [wrong, unknown, { ...credentials, apiKey }]) {
    await assert.rejects(door.identify(bad, here), refusal('too_many_bad_credentials'));
  }
  assert.equal((await door.identify(credentials, here)).id, business.id);
});

test('a key that its owner chose is kept out by guesses at such keys from the same address only', async () => {
  const { door, business, credentials, guess } = await enter();
  const chosen = { ...credentials, apiKey: await addChosenKey(business) };
  await door.identify(chosen, elsewhere);
  house.clock.pass(6000);
  await guess();
  assert.equal((await door.identify(chosen, here)).id, business.id);
  house.clock.pass(6000);

  const guessed = { ...chosen, apiKey: 'orchid-orchid-orchid' };
  for (let times = 0; times < 3; times += 1) {
    await assert.rejects(door.identify(guessed, here));
  }
  await assert.rejects(door.identify(chosen, here), refusal('too_many_bad_credentials'));
  assert.equal((await door.identify(chosen, elsewhere)).id, business.id);
});

test('who guesses too often gets no slow hash, so that a chosen key is not used first just then', async () => {
  const { door, business, credentials, guess } = await enter();
  const chosen = { ...credentials, apiKey: await addChosenKey(business) };
  await guess();
  await assert.rejects(door.identify(chosen, here), refusal('too_many_bad_credentials'));
  assert.deepEqual(await usesOf(business), []);
  assert.equal((await door.identify(chosen, elsewhere)).id, business.id);
  assert.equal((await usesOf(business)).length, 1);
});

test('a wrong key takes one slow hash, whether or not there is somebody of that name, and a key to compare with', async (t) => {
  const { door, business, credentials } = await enter();
  await addChosenKey(business);
  const { username } = await house.addBusiness();
  const hashes = countHashes(t);
  for (const [times, name] of [credentials.username, username, 'nobody'].entries()) {
    const bad = { username: name, apiKey: 'orchid-orchid-orchid' };
    await assert.rejects(door.identify(bad, `10.9.0.${times}`), refusal('not_authenticated'));
    assert.equal(hashes(), times + 1);
  }
});

test('a name that nobody can have is wrong, counts as a guess, and the database is not asked', async () => {
  const names = ['1\0', '\ud800', 'x'.repeat(101)];
  const { door, credentials } = await enter();
  for (const username of names) {
    const bad = { ...credentials, username };
    await assert.rejects(door.identify(bad, here), refusal('not_authenticated'));
  }
  await assert.rejects(door.identify(wrong, here), refusal('too_many_bad_credentials'));
});

test('guesses at one address are not held against another', async () => {
  const { door, credentials, business, guess } = await enter();
  await guess();
  assert.equal((await door.identify(credentials, elsewhere)).id, business.id);
});

test('who was let in a moment ago is not kept out by guesses at the same address', async () => {
  const { door, credentials, business, guess } = await enter();
  await door.identify(credentials, here);
  await guess();
  assert.equal((await door.identify(credentials, here)).id, business.id);
});

test('good credentials are never counted as guesses', async () => {
  const { door, credentials } = await enter();
  for (let times = 0; times < 5; times += 1) {
    await door.identify(credentials, here);
    house.clock.pass(6000);
  }
  await assert.rejects(door.identify(wrong, here), refusal('not_authenticated'));
});

test('who says nothing of themselves has not guessed, and is asked who they are', async () => {
  const { door, credentials } = await enter();
  for (let n = 0; n < 40; n += 1) {
    await assert.rejects(door.identify(undefined, here), refusal('not_authenticated'));
  }
  assert.ok(await door.identify(credentials, here));
});

test('guessing may go on after a while', async () => {
  const { door, guess } = await enter();
  await guess();
  house.clock.pass(20_000);
  await assert.rejects(door.identify(wrong, here), refusal('not_authenticated'));
  await assert.rejects(door.identify(wrong, here), refusal('too_many_bad_credentials'));
});

test('a revoked key is noticed within five seconds', async () => {
  const { door, credentials, business } = await enter();
  await door.identify(credentials, here);
  await house.db.query('update api_keys set revoked_at = $1 where business_id = $2', [
    house.clock.now(),
    business.id,
  ]);
  house.clock.pass(5000);
  await assert.rejects(door.identify(credentials, here), refusal('not_authenticated'));
});

test('a business may do what its state allows', async () => {
  const { door, business } = await enter();
  const [charging] = defaultOperations.filter(({ needsPayments }) => needsPayments);
  const texting = { ...charging!, needsPayments: false };
  const admitted = (state: BusinessState, asks: typeof texting) =>
    door.against({ ...business, state }, asks)?.code ?? 'admitted';
  const expected: [BusinessState, charging: string, texting: string][] = [
    ['messaging_only', 'payments_not_active', 'admitted'],
    ['payments_pending', 'payments_not_active', 'admitted'],
    ['payments_enabled', 'admitted', 'admitted'],
    ['payouts_enabled', 'admitted', 'admitted'],
    ['suspended', 'business_suspended', 'business_suspended'],
    ['closed', 'business_suspended', 'business_suspended'],
  ];
  for (const [state, toCharge, toText] of expected) {
    assert.deepEqual([admitted(state, charging!), admitted(state, texting)], [toCharge, toText]);
  }
});

test('requests are counted where limits hold, each business by itself', async () => {
  const { door, business } = await enter();
  const limited: Business = { ...business, limited: true };
  const other: Business = { ...limited, id: 7n };
  assert.deepEqual([door.countRequest(limited), door.countRequest(limited)], [1, 0]);
  assert.throws(() => door.countRequest(limited), refusal('rate_limited'));
  assert.equal(door.countRequest(other), 1);
});

test('requests are not counted where no limits hold', async () => {
  const { door, business } = await enter();
  for (let times = 0; times < 5; times += 1) {
    assert.equal(door.countRequest(business), undefined);
  }
});

test('unknown tokens are counted where limits hold, each business by itself', async () => {
  const { door, business } = await enter();
  const limited: Business = { ...business, limited: true };
  for (let times = 0; times < 3; times += 1) {
    door.tokenMissesOf(limited).check();
    door.tokenMissesOf(limited).note();
  }
  assert.throws(() => door.tokenMissesOf(limited).check(), refusal('too_many_token_misses'));
  door.tokenMissesOf({ ...limited, id: 7n }).check();
  door.tokenMissesOf(business).check();
});

/** How many slow hashes were begun since. */
function countHashes(t: TestContext): () => number {
  let count = 0;
  const hook = createHook({
    init(_id, type) {
      if (type.startsWith('ARGON2')) count += 1;
    },
  });
  hook.enable();
  t.after(() => hook.disable());
  return () => count;
}
