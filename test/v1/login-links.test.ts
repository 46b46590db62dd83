import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeLink, type NewLink } from '../../src/parties/sign-in/link.ts';
import type { Role } from '../../src/parties/users/roles.ts';
import { type Browser, browserAt, join, password } from './people-at.ts';
import { serveV1, type Told, type V1 } from './serve.ts';

const email = 'ann@example.com';
const minuteMs = 60_000;
const of = ({ status, body }: Told) => [status, body.code];

async function linkOf(v1: V1, { kind, email }: Pick<NewLink, 'kind' | 'email'>): Promise<string> {
  const world = await v1.open();
  const { id: businessId } = v1.caller.business;
  const { body } = await v1.call('GET', `/v1/users?email=${email}`);
  const userId = BigInt(body.data[0].id);
  return await makeLink(world.db, world, world.uuid(), { kind, email, businessId, userId });
}

/** Somebody who was let in by a link that was printed at the machine, and chose nothing to sign in with. */
async function letIn(v1: V1, role: Role): Promise<Browser> {
  await v1.call('POST', '/v1/users', { body: { email, name: 'Ann', role } });
  const browser = browserAt(v1);
  const token = await linkOf(v1, { kind: 'login', email });
  const signed = await browser.call('POST', '/v1/session/link', { body: { token } });
  assert.deepEqual(
    [signed.status, signed.body.hasPassword, signed.body.hasPasskey],
    [201, false, false],
  );
  return browser;
}

const proveBy = async (browser: Browser, token: string) =>
  await browser.call('POST', '/v1/session/proof/link', { body: { token } });
const makeKey = async (browser: Browser) =>
  await browser.call('POST', '/v1/api-keys', { body: { name: 'till', rights: ['read'] } });
const choose = async (browser: Browser) =>
  await browser.call('POST', '/v1/session/password', { body: { password } });

test('a login link is a proof for ten minutes, then another one is, or a password that was chosen meanwhile', async (t) => {
  const v1 = await serveV1(t);
  const ann = await letIn(v1, 'operator');
  assert.equal((await makeKey(ann)).status, 201);
  v1.clock.pass(11 * minuteMs);
  assert.deepEqual(of(await makeKey(ann)), [403, 'proof_required']);
  // Else whoever finds the browser open would sign in from then on.
  assert.deepEqual(of(await choose(ann)), [403, 'proof_required']);
  const passkey = await ann.call('POST', '/v1/session/passkeys/begin');
  assert.deepEqual(of(passkey), [403, 'proof_required']);
  assert.equal((await ann.call('GET', '/v1/payments')).status, 200, 'it still reads');

  const token = await linkOf(v1, { kind: 'login', email });
  const proved = await proveBy(ann, token);
  assert.equal(proved.status, 200, proved.text);
  assert.equal((await makeKey(ann)).status, 201);
  assert.deepEqual(of(await proveBy(ann, token)), [404, 'link_not_valid'], 'good once');
  assert.equal((await choose(ann)).status, 200);

  v1.clock.pass(11 * minuteMs);
  assert.deepEqual(of(await makeKey(ann)), [403, 'proof_required']);
  await ann.call('POST', '/v1/session/proof', { body: { password } });
  assert.equal((await makeKey(ann)).status, 201);
  const { body: log } = await v1.call('GET', '/v1/audit-log?act=session.proved');
  assert.deepEqual(
    log.data.map(({ facts }: { facts: { by: string } }) => facts.by),
    ['password', 'link'],
  );
});

test('a link of another person or for something else proves nothing, and is not used up', async (t) => {
  const v1 = await serveV1(t);
  const ann = await letIn(v1, 'operator');
  const bob = await join(v1, 'manager', 'bob@example.com');
  v1.clock.pass(11 * minuteMs);
  const [ofBob, reset] = [
    await linkOf(v1, { kind: 'login', email: 'bob@example.com' }),
    await linkOf(v1, { kind: 'reset', email }),
  ];
  assert.deepEqual(of(await proveBy(ann, ofBob)), [401, 'wrong_sign_in']);
  assert.deepEqual(of(await proveBy(ann, reset)), [401, 'wrong_sign_in']);
  assert.deepEqual(of(await proveBy(ann, 'nonsense')), [404, 'link_not_valid']);
  assert.deepEqual(of(await makeKey(ann)), [403, 'proof_required']);
  assert.equal((await proveBy(bob, ofBob)).status, 200);

  // A mailed one lets the person choose a password.
  const fresh = browserAt(v1);
  const body = { token: reset, password };
  assert.equal((await fresh.call('POST', '/v1/session/link', { body })).status, 201);
  assert.equal((await makeKey(fresh)).status, 201);
  assert.deepEqual(of(await ann.call('GET', '/v1/session')), [401, 'not_authenticated']);
});

test('a password is not guessed more often because a link asks for it, too', async (t) => {
  const v1 = await serveV1(t);
  await join(v1, 'viewer', email);
  const other = await v1.addBusiness();
  const body = { email, name: 'Ann', role: 'viewer' };
  const { id } = (await v1.call('POST', '/v1/users', { body, as: other })).body;
  const world = await v1.open();
  const invitation = { kind: 'invitation', email, userId: BigInt(id) } as const;
  const named = { ...invitation, businessId: other.business.id };
  const token = await makeLink(world.db, world, world.uuid(), named);
  const browser = browserAt(v1);
  const byLink = async (shown: string) =>
    await browser.call('POST', '/v1/session/link', { body: { token, password: shown } });

  for (let n = 0; n < 5; n += 1) {
    assert.deepEqual(of(await byLink(`not the password ${n}`)), [401, 'wrong_sign_in']);
  }
  assert.deepEqual(of(await browser.signIn(email)), [429, 'too_many_bad_credentials']);
  assert.deepEqual(of(await byLink(password)), [429, 'too_many_bad_credentials']);
  v1.clock.pass(12_000);
  assert.equal((await byLink(password)).status, 201);
});
