import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onlyReads } from '../../src/api/v1/endpoint.ts';
import { endpoints } from '../../src/api/v1/endpoints.ts';
import { sessionEndpoints } from '../../src/api/v1/session/session-endpoints.ts';
import { codeAt } from '../../src/ports/vault/one-time-codes.ts';
import { addPasskey, browserAt, comeByLink, join, password } from './people-at.ts';
import { serveV1 } from './serve.ts';

const email = 'ann@example.com';

/** What people do about their own sign-in, and what it needs of them. */
const needs: Readonly<Record<string, string>> = {
  'session.create': 'nothing',
  'session.sendCode': 'session',
  'session.prove': 'session',
  'session.beginPasskeySignIn': 'nothing',
  'session.createByPasskey': 'nothing',
  'session.beginPasskeyProof': 'session',
  'session.proveByPasskey': 'session',
  'session.proveByLink': 'session',
  'session.retrieve': 'session',
  'session.end': 'session',
  'session.lookAtLink': 'nothing',
  'session.useLink': 'nothing',
  'session.forgot': 'nothing',
  'session.update': 'whole',
  'session.beginSecondFactor': 'proof',
  'session.confirmSecondFactor': 'proof',
  'session.removeSecondFactor': 'proof',
  'session.createRecoveryCodes': 'proof',
  'session.setPassword': 'proof',
  'session.list': 'whole',
  'session.endOthers': 'whole',
  'session.endOne': 'whole',
  'session.listPasskeys': 'whole',
  'session.beginPasskey': 'proof',
  'session.addPasskey': 'proof',
  'session.renamePasskey': 'whole',
  'session.removePasskey': 'proof',
};

/** Rights with which money leaves, secrets are shown or the service is changed. */
const grave = ['refund', 'approve', 'administer', 'operate'];

test('the listed changes of how a person signs in need a proof', () => {
  const stated = sessionEndpoints.map((one) => [one.id, one.needs]);
  assert.deepEqual(Object.fromEntries(stated), needs);
});

/** Their secrets open a page for a payer, and show nothing of the business. */
const ofPayers = ['fieldSessions.create', 'subscriptions.replaceAddress'];

test('money leaves and secrets are shown only after a proof, whatever the endpoint', async (t) => {
  const v1 = await serveV1(t);
  const browser = await join(v1, 'operator', email);
  v1.clock.pass(11 * 60_000);
  const calls = [...endpoints, ...sessionEndpoints].filter(
    (one) => !onlyReads(one) && one.id !== 'session.end',
  );
  const wrong: string[] = [];
  for (const endpoint of calls) {
    const { id, method, path, right, showsSecret } = endpoint;
    const address = path.replaceAll(/\{\w+\}/g, '1');
    const body = { nonsense: 1 };
    const told = await browser.call(method, address, { body });
    const isRefused = told.status === 403 && told.body.code === 'proof_required';
    const isGrave = 'needs' in endpoint ? endpoint.needs === 'proof' : grave.includes(right);
    if (showsSecret && !isGrave && !ofPayers.includes(id))
      wrong.push(`${id} shows a secret, and its right needs no proof`);
    if (isRefused !== isGrave) wrong.push(`${id}: ${told.status} ${told.body?.code}`);
  }
  assert.deepEqual(wrong, []);
});

test('a person calls itself otherwise in every business, and its sessions end one by one', async (t) => {
  const v1 = await serveV1(t);
  const first = await join(v1, 'viewer', email);
  const userOf = async () => (await v1.call('GET', `/v1/users?email=${email}`)).body.data[0];
  const before = await userOf();
  v1.clock.pass(1000);
  const renamed = await first.call('PATCH', '/v1/session', { body: { name: 'Ann Example' } });
  assert.equal(renamed.body.memberships[0].name, 'Ann Example', renamed.text);
  // The same person with the same rights: it may still confirm what was proposed before.
  assert.deepEqual(await userOf(), { ...before, name: 'Ann Example' });

  const [second, third] = [browserAt(v1), browserAt(v1)];
  await second.signIn(email);
  await third.signIn(email);
  const { id } = (await second.call('GET', '/v1/session')).body;
  const other = await join(v1, 'viewer', 'bob@example.com');
  await other.call('DELETE', `/v1/session/all/${id}`);
  assert.equal((await second.call('GET', '/v1/session')).status, 200, 'of nobody else');
  await first.call('DELETE', `/v1/session/all/${id}`);
  assert.equal((await second.call('GET', '/v1/session')).status, 401);
  assert.equal((await third.call('GET', '/v1/session')).status, 200);
  const { data } = (await first.call('GET', '/v1/session/all')).body;
  assert.equal(data.length, 2);
});

test('an app is shown as a QR code of its secret, and is removed again', async (t) => {
  const v1 = await serveV1(t);
  const browser = await join(v1, 'viewer', email);
  const { body: app } = await browser.call('POST', '/v1/session/second-factor');
  assert.ok(app.qrCode.size > 30);
  assert.match(app.qrCode.path, /^(M\d+ \d+h\d+v1h-\d+z)+$/);
  const code = codeAt(app.secret, BigInt(Math.floor(v1.clock.now().getTime() / 30_000)));
  await browser.call('POST', '/v1/session/second-factor/confirm', { body: { code } });
  assert.equal((await browserAt(v1).signIn(email)).body.stage, 'password');
  await browser.call('DELETE', '/v1/session/second-factor');
  const { body: session } = await browser.call('GET', '/v1/session');
  assert.deepEqual([session.hasSecondFactor, session.recoveryCodesLeft], [false, 0]);
  assert.equal((await browserAt(v1).signIn(email)).body.stage, 'whole');
});

test('nobody is left without a way in: codes come after a password or a passkey, and the last passkey stays', async (t) => {
  const v1 = await serveV1(t);
  const browser = await comeByLink(v1, email);
  const setUpApp = async () => await browser.call('POST', '/v1/session/second-factor');
  const refused = await setUpApp();
  assert.deepEqual([refused.status, refused.body.code], [409, 'wrong_state']);
  assert.match(refused.body.detail, /^Choose a password/);

  const { added } = await addPasskey(browser);
  const remove = async () =>
    (await browser.call('DELETE', `/v1/session/passkeys/${added.passkey.id}`)).status;
  assert.equal((await setUpApp()).status, 201);
  assert.equal(await remove(), 409);
  await browser.call('POST', '/v1/session/password', { body: { password } });
  assert.equal(await remove(), 200);
  assert.equal((await browserAt(v1).signIn(email)).body.stage, 'whole');
  assert.equal((await setUpApp()).status, 201);
});

test('somebody refunds and does nothing else', async (t) => {
  const v1 = await serveV1(t);
  const browser = await join(v1, 'support', email);
  const source = {
    card: { number: '4242424242424242', expiryMonth: 12, expiryYear: 2039, cvv: '937' },
  };
  const body = {
    amount: 1250,
    source,
    customer: { email: 'ada@example.com', firstName: 'Ada', lastName: 'Byron' },
  };
  const paid = await v1.call('POST', '/v1/payments', { body });
  assert.equal(paid.status, 201, paid.text);
  const refused = await browser.call('POST', '/v1/payments', { body });
  assert.equal(refused.body.code, 'right_missing');
  const path = `/v1/payments/${paid.body.id}/refunds`;
  assert.equal((await browser.call('POST', path, { body: { amount: 100 } })).status, 201);
});
