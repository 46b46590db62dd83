import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeLink } from '../../src/parties/sign-in/link.ts';
import type { Caller } from '../fixture.ts';
import { addPasskey, type Browser, browserAt, join, password } from './people-at.ts';
import { serveV1, type Told, type V1 } from './serve.ts';

const of = ({ status, body }: Told) => [status, body.code];
const inviter = 'boss@example.com';
const invited = 'ann@example.com';

async function invite(browser: Browser, role = 'manager'): Promise<string> {
  const made = await browser.call('POST', '/v1/users', {
    body: { email: invited, name: 'Ann', role },
  });
  assert.equal(made.status, 201, made.text);
  return made.body.id;
}

async function show(browser: Browser, userId: string): Promise<Told> {
  return await browser.call('POST', `/v1/users/${userId}/invitation-link`);
}

const tokenIn = ({ body }: Told): string => new URL(body.link).hash.slice(1);

async function open(browser: Browser, token: string, shown: string | undefined = password) {
  const body = { token, ...(shown !== undefined && { password: shown }) };
  return await browser.call('POST', '/v1/session/link', { body });
}

/** The link of a mail to a user of a business. */
async function mailed(v1: V1, { business }: Caller, userId: string): Promise<string> {
  const world = await v1.open();
  const link = { kind: 'invitation', email: invited, businessId: business.id } as const;
  return await makeLink(world.db, world, world.uuid(), { ...link, userId: BigInt(userId) });
}

test('a link is shown to its inviter once, lets somebody in once, and ends after seven days', async (t) => {
  const v1 = await serveV1(t);
  const boss = await join(v1, 'administrator', inviter);
  const userId = await invite(boss);
  const late = tokenIn(await show(boss, userId));
  v1.clock.pass(7 * 86_400_000);
  assert.deepEqual(of(await open(browserAt(v1), late)), [404, 'link_not_valid']);

  await boss.signIn(inviter);
  const headers = { 'Idempotency-Key': 'show-ann' };
  const path = `/v1/users/${userId}/invitation-link`;
  const shown = await boss.call('POST', path, { headers });
  assert.equal(shown.status, 201, shown.text);
  assert.deepEqual(of(await boss.call('POST', path, { headers })), [409, 'shown_once']);
  const ann = browserAt(v1);
  assert.equal((await open(ann, tokenIn(shown))).status, 201);
  assert.equal((await ann.call('GET', '/v1/payments')).status, 200);
  assert.deepEqual(of(await open(browserAt(v1), tokenIn(shown))), [404, 'link_not_valid']);
  assert.deepEqual(of(await show(boss, userId)), [409, 'wrong_state']);
});

test('another invitation, or withdrawing it, ends the links before', async (t) => {
  const v1 = await serveV1(t);
  const boss = await join(v1, 'administrator', inviter);
  const userId = await invite(boss);
  const first = tokenIn(await show(boss, userId));
  v1.clock.pass(1000);
  const second = tokenIn(await show(boss, userId));
  assert.deepEqual(of(await open(browserAt(v1), first)), [404, 'link_not_valid']);
  await boss.call('POST', `/v1/users/${userId}/disable`);
  assert.deepEqual(of(await open(browserAt(v1), second)), [404, 'link_not_valid']);
  v1.clock.pass(1000);
  await boss.call('POST', `/v1/users/${userId}/enable`);
  assert.deepEqual(of(await open(browserAt(v1), second)), [404, 'link_not_valid']);
  const people = await v1.db.query('select from people where email = $1', [invited]);
  assert.equal(people.length, 0, 'nobody chose a password by them');
});

test('a user who joined by a shown link counts as the inviter until a mailed link was opened', async (t) => {
  const v1 = await serveV1(t);
  const boss = await join(v1, 'administrator', inviter);
  const userId = await invite(boss, 'administrator');
  const ann = browserAt(v1);
  await open(ann, tokenIn(await show(boss, userId)));
  const originsOfKey = async () => {
    const made = await ann.call('POST', '/v1/api-keys', { body: { name: 'k', rights: ['read'] } });
    assert.equal(made.status, 201, made.text);
    const [row] = await v1.db.query<{ origins: string }>(
      'select origins from api_keys where business_id = $1 and id = $2',
      [v1.caller.business.id, made.body.id],
    );
    return row!.origins.split(' ');
  };
  const seen = await originsOfKey();
  assert.equal(seen.length, 2, seen.join());

  const world = await v1.open();
  const reset = { kind: 'reset', email: invited, userId: undefined } as const;
  const businessId = v1.caller.business.id;
  const token = await makeLink(world.db, world, world.uuid(), { ...reset, businessId });
  assert.equal((await open(ann, token)).status, 201);
  assert.equal((await originsOfKey()).length, 1);
});

test('the owner of a mail address gets the account back from somebody who joined by a shown link', async (t) => {
  const v1 = await serveV1(t);
  const boss = await join(v1, 'administrator', inviter);
  const impostor = browserAt(v1);
  await open(impostor, tokenIn(await show(boss, await invite(boss))));
  const { authenticator } = await addPasskey(impostor);

  const other = await v1.addBusiness();
  const body = { email: invited, name: 'Ann', role: 'manager' };
  const { id } = (await v1.call('POST', '/v1/users', { body, as: other })).body;
  const token = await mailed(v1, other, id);
  const ann = browserAt(v1);
  const look = await ann.call('POST', '/v1/session/link/look', { body: { token } });
  assert.equal(look.body.needs, 'newPassword');
  const joined = await open(ann, token, 'a secret of my own');
  assert.deepEqual([joined.status, joined.body.stage], [201, 'whole'], joined.text);
  assert.equal((await ann.call('GET', '/v1/session')).body.hasPasskey, false);

  assert.equal((await impostor.call('GET', '/v1/session')).status, 401);
  assert.deepEqual(of(await impostor.signIn(invited)), [401, 'wrong_sign_in']);
  const { options } = (await impostor.call('POST', '/v1/session/passkey/begin')).body;
  const answer = { body: { credential: authenticator.get(options) } };
  const signed = await impostor.call('POST', '/v1/session/passkey', answer);
  assert.deepEqual(of(signed), [401, 'wrong_sign_in']);
});

test('no link is shown of somebody who signs in here without a password', async (t) => {
  const v1 = await serveV1(t);
  const boss = await join(v1, 'administrator', inviter);
  const other = await v1.addBusiness();
  const body = { email: invited, name: 'Ann', role: 'viewer' };
  const { id } = (await v1.call('POST', '/v1/users', { body, as: other })).body;
  const userId = await invite(boss);
  const before = tokenIn(await show(boss, userId));
  const world = await v1.open();
  const login = { kind: 'login', email: invited, businessId: other.business.id } as const;
  const named = { ...login, userId: BigInt(id) };
  const token = await makeLink(world.db, world, world.uuid(), named);
  assert.equal((await open(browserAt(v1), token, undefined)).status, 201);
  assert.deepEqual(of(await show(boss, userId)), [409, 'wrong_state']);
  assert.deepEqual(of(await open(browserAt(v1), before)), [404, 'link_not_valid']);
});

test('a person who has a password accepts a shown link with it', async (t) => {
  const v1 = await serveV1(t);
  await join(v1, 'viewer', invited);
  const other = await v1.addBusiness();
  const body = { email: invited, name: 'Ann', role: 'viewer' };
  const { id } = (await v1.call('POST', '/v1/users', { body, as: other })).body;
  const shown = await v1.call('POST', `/v1/users/${id}/invitation-link`, { as: other });
  const ann = browserAt(v1);
  const wrong = await open(ann, tokenIn(shown), 'a password of my choice');
  assert.deepEqual(of(wrong), [401, 'wrong_sign_in']);
  assert.equal((await open(ann, tokenIn(shown))).status, 201);
});

test('an administrator signs a user out everywhere, and nobody who was only invited', async (t) => {
  const v1 = await serveV1(t);
  const boss = await join(v1, 'administrator', inviter);
  const ann = await join(v1, 'viewer', invited);
  const { userId } = (await ann.call('GET', '/v1/session')).body.memberships[0];
  const ended = await boss.call('POST', `/v1/users/${userId}/end-sessions`);
  assert.deepEqual([ended.status, ended.body], [200, { ended: 1 }]);
  assert.equal((await ann.call('GET', '/v1/session')).status, 401);

  await ann.signIn(invited);
  const other = await v1.addBusiness();
  const body = { email: invited, name: 'Ann', role: 'viewer' };
  const { id } = (await v1.call('POST', '/v1/users', { body, as: other })).body;
  const none = await v1.call('POST', `/v1/users/${id}/end-sessions`, { as: other });
  assert.deepEqual(none.body, { ended: 0 });
  assert.equal((await ann.call('GET', '/v1/session')).status, 200);
});
