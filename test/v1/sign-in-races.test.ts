import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { makeLink } from '../../src/parties/sign-in/link.ts';
import { openDoor } from '../caller.ts';
import { makeAuthenticator } from './made-authenticator.ts';
import { type Browser, browserAt, join, password } from './people-at.ts';
import { serveV1, type Told, type V1 } from './serve.ts';

/*
 * Somebody who knows how a person signed in so far is out once that was changed, also with requests that were under way
 * when it changed. All of them begin before the first answer comes.
 */

const email = 'ann@example.com';
const own = 'a secret of my own';
const many = 12;

const browsers = (v1: V1) => Array.from({ length: many }, () => browserAt(v1));
const open = (browser: Browser, token: string, chosen = password) =>
  browser.call('POST', '/v1/session/link', { body: { token, password: chosen } });
const setPassword = (browser: Browser, chosen: string) =>
  browser.call('POST', '/v1/session/password', { body: { password: chosen } });

async function mailedLink(v1: V1, link: Parameters<typeof makeLink>[3]): Promise<string> {
  const world = await v1.open();
  return await makeLink(world.db, world, world.uuid(), link);
}

/** Ann is invited by two businesses: the first shows its link to whoever invited her, the second mails it. */
async function invitedTwice(v1: V1) {
  const boss = await join(v1, 'administrator', 'boss@example.com');
  const body = { email, name: 'Ann', role: 'manager' };
  const { id } = (await boss.call('POST', '/v1/users', { body })).body;
  const shown = await shownLink(boss, id);
  const other = await v1.addBusiness();
  const made = await v1.call('POST', '/v1/users', { body, as: other });
  const mailed = await mailedLink(v1, {
    ...{ kind: 'invitation', email, businessId: other.business.id },
    userId: BigInt(made.body.id),
  });
  return { shown, mailed, other: String(other.business.id) };
}

async function shownLink(boss: Browser, id: string): Promise<string> {
  const { body } = await boss.call('POST', `/v1/users/${id}/invitation-link`);
  return new URL(body.link).hash.slice(1);
}

/** Requests of the one before and after the act of the other, none waited for. */
async function around(
  attempts: readonly (() => Promise<Told>)[],
  act: () => Promise<Told>,
): Promise<void> {
  const half = attempts.length >> 1;
  const before = attempts.slice(0, half).map((attempt) => attempt());
  const done = act();
  const after = attempts.slice(half).map((attempt) => attempt());
  await Promise.all([...before, ...after]);
  const { status, text } = await done;
  assert.ok(status < 300, text);
}

async function assertOut(intruders: readonly Browser[], business?: string): Promise<void> {
  const headers = business === undefined ? {} : { 'Quittance-Business': business };
  for (const intruder of intruders) {
    assert.equal((await intruder.call('GET', '/v1/users', { headers })).status, 401);
  }
}

for (const way of ['reset', 'change'] as const) {
  test(`a sign-in with the former password does not survive a ${way} of it`, async (t) => {
    const v1 = await serveV1(t);
    const ann = await join(v1, 'administrator', email);
    const businessId = v1.caller.business.id;
    const token = await mailedLink(v1, { kind: 'reset', email, businessId, userId: undefined });
    const intruders = browsers(v1);
    await around(
      intruders.map((intruder) => () => intruder.signIn(email)),
      () => (way === 'reset' ? open(browserAt(v1), token, own) : setPassword(ann, own)),
    );
    await assertOut(intruders);
  });
}

test('a sign-in with the password of a shown link does not survive the mailed one', async (t) => {
  const v1 = await serveV1(t);
  const { shown, mailed, other } = await invitedTwice(v1);
  const first = browserAt(v1);
  assert.equal((await open(first, shown)).status, 201);
  const intruders = browsers(v1);
  await around(
    intruders.map((intruder) => () => intruder.signIn(email)),
    () => open(browserAt(v1), mailed, own),
  );
  await assertOut([first, ...intruders], other);
});

test('a password or passkey that is being set does not survive the mailed link', async (t) => {
  const v1 = await serveV1(t);
  const { shown, mailed, other } = await invitedTwice(v1);
  const intruder = browserAt(v1);
  assert.equal((await open(intruder, shown)).status, 201);
  const credentials = [];
  for (let made = 0; made < many; made += 1) {
    const { options } = (await intruder.call('POST', '/v1/session/passkeys/begin')).body;
    credentials.push(makeAuthenticator(intruder.origin).create(options));
  }
  await around(
    credentials.flatMap((credential) => [
      () => setPassword(intruder, 'the password of somebody else'),
      () => intruder.call('POST', '/v1/session/passkeys', { body: { name: 'x', credential } }),
    ]),
    () => open(browserAt(v1), mailed, own),
  );
  await assertOut([intruder], other);
  const body = { email, password: 'the password of somebody else' };
  assert.equal((await browserAt(v1).call('POST', '/v1/session', { body })).status, 401);
  assert.deepEqual(await v1.db.query('select 1 from passkeys'), []);
});

test('a change of a password that was committed before the mailed link ends no session behind it', async (t) => {
  const v1 = await serveV1(t);
  let behindCommit = async () => {};
  const world = await v1.open({
    over: (db) => ({
      ...db,
      async begin(work, tenants) {
        const done = await db.begin(work, tenants);
        await behindCommit();
        return done;
      },
    }),
  });
  const { baseUrl, close } = await openDoor(world);
  t.after(close);
  const intruder = await join({ ...v1, baseUrl }, 'administrator', email);
  const businessId = v1.caller.business.id;
  const token = await mailedLink(v1, { kind: 'reset', email, businessId, userId: undefined });
  const ann = browserAt(v1);
  const saltOf = async () => await v1.db.query('select salt from people');
  const before = await saltOf();
  behindCommit = async () => {
    if (isDeepStrictEqual(await saltOf(), before)) return;
    behindCommit = async () => {};
    assert.equal((await open(ann, token, own)).status, 201);
  };
  await setPassword(intruder, 'the password of somebody else');
  assert.equal((await ann.call('GET', '/v1/users')).status, 200);
  await assertOut([intruder]);
});

test('the mailed one of two links that are opened at once wins over the shown one', async (t) => {
  const v1 = await serveV1(t);
  const { shown, mailed, other } = await invitedTwice(v1);
  const intruder = browserAt(v1);
  await around([() => open(intruder, shown)], () => open(browserAt(v1), mailed, own));
  const headers = { 'Quittance-Business': other };
  assert.notEqual((await intruder.call('GET', '/v1/users', { headers })).status, 200);
  assert.equal((await browserAt(v1).signIn(email)).status, 401);
});

test('a link that was shown does not open what was given later', async (t) => {
  const v1 = await serveV1(t);
  const boss = await join(v1, 'administrator', 'boss@example.com');
  for (const [email, change] of [
    ['ann@example.com', [{ role: 'operator' }]],
    ['bo@example.com', [{ email: 'eve@example.com' }, { email: 'bo@example.com' }]],
  ] as const) {
    const body = { email, name: 'Ann', role: 'viewer' };
    const { id } = (await boss.call('POST', '/v1/users', { body })).body;
    const shown = await shownLink(boss, id);
    for (const one of change) {
      assert.equal((await v1.call('PATCH', `/v1/users/${id}`, { body: one })).status, 200);
    }
    assert.equal((await open(browserAt(v1), shown)).status, 404);
  }
});

test('a user cannot disable others whose role it may not give', async (t) => {
  const v1 = await serveV1(t);
  const boss = await join(v1, 'administrator', 'boss@example.com');
  const operator = await join(v1, 'operator', 'op@example.com');
  const { userId } = (await operator.call('GET', '/v1/session')).body.memberships[0];
  assert.equal((await boss.call('POST', `/v1/users/${userId}/disable`)).status, 403);
  assert.equal((await operator.call('GET', '/v1/users')).status, 200);
});
