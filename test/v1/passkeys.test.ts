import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDoor } from '../caller.ts';
import { type Authenticator, type Lie, makeAuthenticator } from './made-authenticator.ts';
import { addPasskey, type Browser, browserAt, comeByLink, join } from './people-at.ts';
import { serveV1, type Told } from './serve.ts';

const of = ({ status, body }: Told) => [status, body.code ?? body.stage];

async function begin(browser: Browser) {
  return (await browser.call('POST', '/v1/session/passkey/begin')).body.options;
}

async function answer(browser: Browser, credential: unknown): Promise<Told> {
  return await browser.call('POST', '/v1/session/passkey', { body: { credential } });
}

async function signIn(browser: Browser, authenticator: Authenticator, lie?: Lie): Promise<Told> {
  return await answer(browser, authenticator.get(await begin(browser), lie));
}

test('a passkey signs in by itself, and a password alone does not any more', async (t) => {
  const v1 = await serveV1(t);
  const first = await join(v1, 'manager', 'ann@example.com');
  const { authenticator, added } = await addPasskey(first);
  assert.equal(added.recoveryCodes.length, 10);
  const { body: session } = await first.call('GET', '/v1/session');
  assert.deepEqual([session.hasPasskey, session.recoveryCodesLeft], [true, 10]);

  const second = browserAt(v1);
  assert.deepEqual(of(await signIn(second, authenticator)), [201, 'whole']);
  assert.equal((await second.call('GET', '/v1/payments')).status, 200);
  const { body: listed } = await second.call('GET', '/v1/session/passkeys');
  const [{ name, lastUsedAt }] = listed.data;
  assert.deepEqual([name, lastUsedAt !== null], ['Laptop', true]);

  const third = browserAt(v1);
  assert.deepEqual(of(await third.signIn('ann@example.com')), [201, 'password']);
  assert.equal((await third.call('GET', '/v1/payments')).body.code, 'code_required');
  const { body: asked } = await third.call('POST', '/v1/session/proof/passkey/begin');
  assert.deepEqual(
    asked.options.allowCredentials.map(({ id }: { id: string }) => id),
    [authenticator.id],
  );
  const credential = authenticator.get(asked.options);
  const proved = await third.call('POST', '/v1/session/proof/passkey', { body: { credential } });
  assert.deepEqual(of(proved), [200, 'whole']);
  assert.equal((await third.call('GET', '/v1/payments')).status, 200);
});

const lies: readonly (readonly [what: string, lie: Lie])[] = [
  ['of another origin', { origin: 'https://quittance.example' }],
  ['for another service', { rpId: 'quittance.example' }],
  ['to another challenge', { challenge: Buffer.alloc(32, 7).toString('base64url') }],
  ['of somebody who was not verified', { isVerified: false }],
  ['of another person', { userHandle: Buffer.alloc(16, 7).toString('base64url') }],
];

for (const [what, lie] of lies) {
  test(`an answer ${what} signs nobody in`, async (t) => {
    const v1 = await serveV1(t);
    const { authenticator } = await addPasskey(await join(v1, 'manager', 'ann@example.com'));
    const browser = browserAt(v1);
    assert.deepEqual(of(await signIn(browser, authenticator, lie)), [401, 'wrong_sign_in']);
    assert.equal((await browser.call('GET', '/v1/session')).status, 401);
    assert.deepEqual(of(await signIn(browser, authenticator)), [201, 'whole'], 'nothing is spoilt');
  });
}

test('a challenge is good once, for five minutes, and for what it was made for', async (t) => {
  const v1 = await serveV1(t);
  const first = await join(v1, 'manager', 'ann@example.com');
  const { authenticator } = await addPasskey(first);
  const browser = browserAt(v1);
  const options = await begin(browser);
  assert.deepEqual(of(await answer(browser, authenticator.get(options))), [201, 'whole']);
  assert.deepEqual(of(await answer(browser, authenticator.get(options))), [401, 'wrong_sign_in']);

  const late = await begin(browser);
  v1.clock.pass(5 * 60_000 + 1);
  assert.deepEqual(of(await answer(browser, authenticator.get(late))), [401, 'wrong_sign_in']);

  const forSignIn = await begin(browser);
  const proof = { body: { credential: authenticator.get(forSignIn) } };
  const proved = await browser.call('POST', '/v1/session/proof/passkey', proof);
  assert.deepEqual(of(proved), [401, 'wrong_sign_in']);
  const { body: asked } = await browser.call('POST', '/v1/session/proof/passkey/begin');
  const elsewhere = await answer(browserAt(v1), authenticator.get(asked.options));
  assert.deepEqual(of(elsewhere), [401, 'wrong_sign_in']);
});

test('a counter that does not go on is the sign of a copy', async (t) => {
  const v1 = await serveV1(t);
  const { authenticator } = await addPasskey(await join(v1, 'manager', 'ann@example.com'));
  const browser = browserAt(v1);
  assert.deepEqual(of(await signIn(browser, authenticator, { count: 9 })), [201, 'whole']);
  assert.deepEqual(of(await signIn(browser, authenticator, { count: 9 })), [401, 'wrong_sign_in']);
  assert.deepEqual(of(await signIn(browser, authenticator, { count: 4 })), [401, 'wrong_sign_in']);
  assert.deepEqual(of(await signIn(browser, authenticator, { count: 10 })), [201, 'whole']);
});

test('nobody proves by the passkey of somebody else', async (t) => {
  const v1 = await serveV1(t);
  const { authenticator } = await addPasskey(await join(v1, 'manager', 'ann@example.com'));
  const other = await join(v1, 'manager', 'bob@example.com');
  await addPasskey(other);
  const { body: asked } = await other.call('POST', '/v1/session/proof/passkey/begin');
  const credential = authenticator.get(asked.options);
  const proved = await other.call('POST', '/v1/session/proof/passkey', { body: { credential } });
  assert.deepEqual(of(proved), [401, 'wrong_sign_in']);
});

test('a passkey is added only after a proof, to what was asked in this session', async (t) => {
  const v1 = await serveV1(t);
  const ann = await join(v1, 'manager', 'ann@example.com');
  const bob = await join(v1, 'manager', 'bob@example.com');
  const authenticator = makeAuthenticator(ann.origin);
  const { body: asked } = await ann.call('POST', '/v1/session/passkeys/begin');
  const credential = authenticator.create(asked.options);
  const taken = await bob.call('POST', '/v1/session/passkeys', { body: { name: 'x', credential } });
  assert.deepEqual([taken.status, taken.body.errors[0].field], [400, 'credential']);
  for (const odd of [{}, { id: 7, response: null }, { ...credential, response: {} }]) {
    const body = { name: 'x', credential: odd };
    const told = await ann.call('POST', '/v1/session/passkeys', { body });
    assert.equal(told.status, 400, told.text);
    assert.deepEqual(of(await answer(browserAt(v1), odd)), [401, 'wrong_sign_in']);
    v1.clock.pass(60_000);
  }
  v1.clock.pass(8 * 60_000);
  const late = await ann.call('POST', '/v1/session/passkeys/begin');
  assert.deepEqual(of(late), [403, 'proof_required']);
});

test('a passkey that was removed signs in no more, and the last one takes the recovery codes along', async (t) => {
  const v1 = await serveV1(t);
  const browser = await join(v1, 'manager', 'ann@example.com');
  const { authenticator, added } = await addPasskey(browser);
  const second = await addPasskey(browser, 'Phone');
  assert.deepEqual(second.added.recoveryCodes, [], 'those that were shown go on');
  const path = `/v1/session/passkeys/${added.passkey.id}`;
  const renamed = await browser.call('PATCH', path, { body: { name: 'Desk' } });
  assert.equal(renamed.status, 200);
  await browser.call('DELETE', path);
  assert.deepEqual(of(await signIn(browserAt(v1), authenticator)), [401, 'wrong_sign_in']);
  assert.deepEqual(of(await browserAt(v1).signIn('ann@example.com')), [201, 'password']);
  await browser.call('DELETE', `/v1/session/passkeys/${second.added.passkey.id}`);
  const { body: session } = await browser.call('GET', '/v1/session');
  assert.deepEqual([session.hasPasskey, session.recoveryCodesLeft], [false, 0]);
  assert.deepEqual(of(await browserAt(v1).signIn('ann@example.com')), [201, 'whole']);
});

test('a person is asked by so many challenges a minute, whatever they are for', async (t) => {
  const v1 = await serveV1(t);
  const browser = await join(v1, 'manager', 'ann@example.com');
  await addPasskey(browser);
  const asking = ['/v1/session/passkeys/begin', '/v1/session/proof/passkey/begin'];
  const ask = async (path: string) => of(await browser.call('POST', path));
  for (let n = 0; n < 29; n += 1) await ask(asking[n % 2]!);
  const stored = await v1.db.query('select 1 from passkey_challenges');
  for (const path of asking) assert.deepEqual(await ask(path), [429, 'rate_limited']);
  assert.equal((await v1.db.query('select 1 from passkey_challenges')).length, stored.length);
  const other = await join(v1, 'manager', 'bob@example.com');
  assert.equal((await other.call('POST', asking[0]!)).status, 200, 'of nobody else');
  v1.clock.pass(2000);
  assert.equal((await browser.call('POST', asking[1]!)).status, 200);
});

test('a person has at most twenty passkeys, also where two are added at once', async (t) => {
  const v1 = await serveV1(t);
  const browser = await join(v1, 'manager', 'ann@example.com');
  for (let n = 0; n < 19; n += 1) await addPasskey(browser);
  const answers = [];
  for (const name of ['one', 'other']) {
    const { options } = (await browser.call('POST', '/v1/session/passkeys/begin')).body;
    answers.push({ name, credential: makeAuthenticator(browser.origin).create(options) });
  }
  const added = await Promise.all(
    answers.map((body) => browser.call('POST', '/v1/session/passkeys', { body })),
  );
  assert.deepEqual(added.map(({ status }) => status).sort(), [201, 409]);
  v1.clock.pass(60_000);
  const refused = await browser.call('POST', '/v1/session/passkeys/begin');
  assert.deepEqual(of(refused), [409, 'wrong_state']);
  assert.match(refused.body.detail, /at most 20 passkeys/);
  assert.equal((await browser.call('GET', '/v1/session/passkeys')).body.data.length, 20);
});

test('a recovery code stands in the place of a passkey once, and new ones end the former', async (t) => {
  const v1 = await serveV1(t);
  const browser = await join(v1, 'manager', 'ann@example.com');
  const { added } = await addPasskey(browser);
  const [one, other] = added.recoveryCodes;
  const lost = browserAt(v1);
  await lost.signIn('ann@example.com');
  const send = async (code: string) =>
    await lost.call('POST', '/v1/session/code', { body: { code } });
  assert.deepEqual(of(await send(one)), [200, 'whole']);
  assert.deepEqual(of(await send(one)), [401, 'wrong_sign_in']);
  const made = await browser.call('POST', '/v1/session/recovery-codes');
  assert.equal(made.body.recoveryCodes.length, 10);
  assert.deepEqual(of(await send(other)), [401, 'wrong_sign_in']);
  assert.deepEqual(of(await send(made.body.recoveryCodes[0])), [200, 'whole']);
});

test('where passkeys cannot be, since the page was opened by an address, it is said', async (t) => {
  const v1 = await serveV1(t);
  const browser = await join(v1, 'manager', 'ann@example.com');
  const headers = { Host: new URL(v1.baseUrl).host };
  const told = await browser.call('POST', '/v1/session/passkeys/begin', { headers });
  assert.deepEqual(of(told), [409, 'wrong_state']);
  assert.match(told.body.detail, /such as localhost/);
});

test('in live mode a passkey is a second factor, and without any there is nothing but setting one up', async (t) => {
  const v1 = await serveV1(t);
  await join(v1, 'manager', 'ann@example.com');
  const world = await v1.open();
  const live = await openDoor({ ...world, config: { ...world.config, mode: 'live' } });
  t.after(live.close);
  const browser = browserAt({ ...v1, baseUrl: live.baseUrl });
  await browser.signIn('ann@example.com');
  assert.equal((await browser.call('GET', '/v1/session')).body.mustSetSecondFactor, true);
  assert.equal((await browser.call('GET', '/v1/payments')).body.code, 'second_factor_missing');
  await addPasskey(browser);
  assert.equal((await browser.call('GET', '/v1/payments')).status, 200);
});

test('a person without a password keeps one of two passkeys that are removed at once', async (t) => {
  const v1 = await serveV1(t);
  const browser = await comeByLink(v1, 'ann@example.com');
  const made = [await addPasskey(browser), await addPasskey(browser, 'Phone')];
  const removed = await Promise.all(
    made.map(({ added }) => browser.call('DELETE', `/v1/session/passkeys/${added.passkey.id}`)),
  );
  assert.deepEqual(removed.map(({ status }) => status).sort(), [200, 409]);
  const { body: session } = await browser.call('GET', '/v1/session');
  const { body: listed } = await browser.call('GET', '/v1/session/passkeys');
  assert.deepEqual([session.hasPasskey, listed.data.length], [true, 1]);
});
