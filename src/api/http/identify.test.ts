import assert from 'node:assert/strict';
import { createHook } from 'node:async_hooks';
import { after, type TestContext, test } from 'node:test';
import { makeFixture } from '../../../test/fixture.ts';
import type { RefusalCode } from '../../kernel/refusal.ts';
import { Secret } from '../../kernel/secret.ts';
import type { Business } from '../../parties/businesses/business.ts';
import { hashExternalKey, insertExternalKey } from '../../parties/businesses/external-keys.ts';
import { createIdentify } from './identify.ts';

const here = '192.0.2.1';
const elsewhere = '192.0.2.2';
const wrong = { username: 'nobody', apiKey: 'wrong' };

const settings = { BAD_CREDENTIALS_PER_MINUTE: '3', REQUESTS_PER_SECOND: '1' };
const fixture = await makeFixture({ after }, { settings });

/** One that has seen nobody yet, and a business of the test's own. */
async function enter() {
  const caller = await fixture.addBusiness();
  const door = { identify: createIdentify(await fixture.open()) };
  const guess = async () => {
    for (let times = 0; times < 3; times += 1) {
      await assert.rejects(door.identify(wrong, here), refusal('not_authenticated'));
    }
  };
  return { business: caller.business, credentials: caller, door, guess };
}

async function addChosenKey({ id }: Business): Promise<string> {
  const key = `a key that was chosen for ${id}`;
  const world = await fixture.open();
  const hashed = await hashExternalKey(new Secret(key), world.randomBytes);
  await insertExternalKey(fixture.db, id, 77n, hashed, fixture.clock.now());
  return key;
}

/** Fast hashes of chosen keys, of which each is written when its key was found good. */
async function usesOf({ id }: Business) {
  return await fixture.db.query('select id from api_keys where business_id = $1 and id = 77', [id]);
}

async function codeOf(call: Promise<unknown>): Promise<unknown> {
  return await call.then(
    () => 'let in',
    (error) => error.code,
  );
}

function refusal(code: RefusalCode) {
  return (error: { code?: unknown }) => error.code === code;
}

test('good credentials say which business calls', async () => {
  const { door, credentials, business } = await enter();
  const found = await door.identify(credentials, here);
  assert.deepEqual(found, { ...business, key: found.key });
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
  const other = await fixture.addBusiness();
  const mixed = { username: credentials.username, apiKey: other.apiKey };
  await assert.rejects(door.identify(mixed, here), refusal('not_authenticated'));
});

test('too many guesses keep out who guesses, and nobody who has a key', async () => {
  const { door, credentials, business, guess } = await enter();
  await guess();
  const unknown = { ...credentials, username: 'somebody' };
  const { apiKey } = await fixture.addBusiness();
  for (const bad of [wrong, unknown, { ...credentials, apiKey }]) {
    await assert.rejects(door.identify(bad, here), refusal('too_many_bad_credentials'));
  }
  assert.equal((await door.identify(credentials, here)).id, business.id);
});

test('a key that its owner chose and used is let in, whatever its neighbours guess', async () => {
  const { door, business, credentials, guess } = await enter();
  const chosen = { ...credentials, apiKey: await addChosenKey(business) };
  await door.identify(chosen, here);
  fixture.clock.pass(60_000);
  await guess();
  for (const name of ['nobody', credentials.username]) {
    for (let times = 0; times < 30; times += 1) {
      const bad = { username: name, apiKey: `orchid-orchid-orchid ${times}` };
      await assert.rejects(door.identify(bad, here), refusal('too_many_bad_credentials'));
    }
  }
  assert.equal((await door.identify(chosen, here)).id, business.id);
});

test('guesses at a key that its owner chose are bounded, also from where its owner calls', async () => {
  const { door, business, credentials } = await enter();
  const chosen = { ...credentials, apiKey: await addChosenKey(business) };
  await door.identify(chosen, elsewhere);
  for (let times = 0; times < 3 + 3; times += 1) {
    const bad = { ...credentials, apiKey: `orchid-orchid-orchid ${times}` };
    await assert.rejects(door.identify(bad, here));
  }
  await assert.rejects(door.identify(chosen, here), refusal('too_many_bad_credentials'));
  assert.equal((await door.identify(chosen, elsewhere)).id, business.id);

  for (let times = 0; times < 303; times += 1) {
    const bad = { ...credentials, apiKey: `orchid-orchid-orchid ${times}` };
    await assert.rejects(door.identify(bad, elsewhere));
  }
  await assert.rejects(door.identify(chosen, elsewhere), refusal('too_many_bad_credentials'));
});

test('of a thousand guesses at once no more are answered than one after the other', async () => {
  const { door, credentials, business } = await enter();
  const chosen = { ...credentials, apiKey: await addChosenKey(business) };
  const strange = { ...credentials, apiKey: (await fixture.addBusiness()).apiKey };
  const guesses = Array.from({ length: 1000 }, (_, i) => [
    { ...chosen, apiKey: `orchid-orchid-orchid ${i}` },
    { username: `nobody ${i}`, apiKey: `orchid-orchid-orchid ${i}` },
    wrong,
    strange,
  ]).flat();
  const codes = await Promise.all(guesses.map((bad) => codeOf(door.identify(bad, here))));
  const told = codes.filter((code) => code === 'not_authenticated');
  assert.equal(told.length, 3);
  assert.equal(codes.filter((code) => code === 'too_many_bad_credentials').length, 3997);
});

test('a thousand good calls at once are let in, also the first ones with a key that was chosen', async () => {
  const { door, business, credentials } = await enter();
  const chosen = { ...credentials, apiKey: await addChosenKey(business) };
  const calls = Array.from({ length: 1000 }, () => door.identify(chosen, here));
  for (const found of await Promise.all(calls)) assert.equal(found.id, business.id);
  fixture.clock.pass(6000);
  const again = Array.from({ length: 1000 }, () => door.identify(chosen, here));
  for (const found of await Promise.all(again)) assert.equal(found.id, business.id);
});

test('addresses of one IPv6 network share their guesses', async () => {
  const { door } = await enter();
  for (const host of ['1', '2', 'ffff:1']) {
    const guess = door.identify(wrong, `2001:db8:0:7::${host}`);
    await assert.rejects(guess, refusal('not_authenticated'));
  }
  const more = door.identify(wrong, '2001:db8:0:7:1:2:3:4');
  await assert.rejects(more, refusal('too_many_bad_credentials'));
  await assert.rejects(door.identify(wrong, '2001:db8:0:8::1'), refusal('not_authenticated'));
});

test('while slow hashes queue, wrong credentials are answered alike, whether or not somebody has that name', async () => {
  const { door, business, credentials } = await enter();
  const key = await addChosenKey(business);
  const names = [credentials.username, (await fixture.addBusiness()).username, 'nobody'];
  // Each from a network of its own, so that nothing but the queue holds them up.
  const guesses = Array.from({ length: 90 }, (_, i) => ({
    username: names[i % 3]!,
    apiKey: i === 87 ? key : `orchid-orchid-orchid ${i}`,
  }));
  const codes = await Promise.all(
    guesses.map((bad, i) => codeOf(door.identify(bad, `10.8.0.${i}`))),
  );
  const busyOf = (which: number) => codes.filter((code, i) => i % 3 === which && code === 'busy');
  const wrongOf = (which: number) =>
    codes.filter((code, i) => i % 3 === which && code === 'not_authenticated');
  for (const which of [0, 1, 2]) {
    assert.ok(busyOf(which).length >= 20, `${codes}`);
    assert.equal(busyOf(which).length + wrongOf(which).length, 30);
  }
});

test('a chosen key is not used first where there were too many guesses, since that takes a slow hash', async () => {
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
  const { username } = await fixture.addBusiness();
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
    fixture.clock.pass(6000);
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
  fixture.clock.pass(20_000);
  await assert.rejects(door.identify(wrong, here), refusal('not_authenticated'));
  await assert.rejects(door.identify(wrong, here), refusal('too_many_bad_credentials'));
});

test('a revoked key is noticed within five seconds', async () => {
  const { door, credentials, business } = await enter();
  await door.identify(credentials, here);
  await fixture.db.query('update api_keys set revoked_at = $1 where business_id = $2', [
    fixture.clock.now(),
    business.id,
  ]);
  fixture.clock.pass(5000);
  await assert.rejects(door.identify(credentials, here), refusal('not_authenticated'));
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

test('a key that was revoked a moment ago lets nobody in who makes keys or refunds', async () => {
  const { door, credentials, business } = await enter();
  const { db, clock } = fixture;
  await door.identify(credentials, here);
  await db.query('update api_keys set revoked_at = $2 where business_id = $1', [
    business.id,
    clock.now(),
  ]);
  // Whoever calls often is remembered for some seconds.
  await door.identify(credentials, here);
  await assert.rejects(door.identify(credentials, here, true), refusal('not_authenticated'));
});
