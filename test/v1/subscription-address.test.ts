import assert from 'node:assert/strict';
import { test } from 'node:test';
import { suspendBusiness } from '../../src/parties/businesses/change-state.ts';
import { hideAddresses } from '../../src/parties/businesses/page-address.ts';
import { card, serveV1, type V1 } from './serve.ts';

const { cvv: _, ...saved } = card;
const chrome = 'Mozilla/5.0 (X11; Linux x86_64) Chrome/156.0.0.0';

async function aSubscription({ call }: V1): Promise<string> {
  const customer = { email: 'ada@example.com', lastName: 'Byron' };
  const { body } = await call('POST', '/v1/tokens', {
    body: { source: { card: saved }, customer },
  });
  const terms = { token: body.token, amount: 1900, interval: 'monthly' };
  const made = await call('POST', '/v1/subscriptions', { body: terms });
  assert.equal(made.status, 201, made.text);
  return `/v1/subscriptions/${made.body.id}`;
}

async function statusOf({ baseUrl }: V1, address: string): Promise<number> {
  const { pathname } = new URL(address);
  const headers = { 'User-Agent': chrome, Connection: 'close' };
  return (await fetch(baseUrl + pathname, { headers })).status;
}

test('the address of the payer is shown, is the same, and is in the audit log without its secret', async (t) => {
  const v1 = await serveV1(t);
  const { call, addBusiness } = v1;
  const path = await aSubscription(v1);
  const shown = await call('POST', `${path}/address`);
  assert.equal(shown.status, 200, shown.text);
  const { address, subscriptionId } = shown.body;
  assert.match(address, /\/subscription\/[\w-]{22}$/);
  assert.equal(path, `/v1/subscriptions/${subscriptionId}`);
  assert.equal((await call('POST', `${path}/address`)).body.address, address);
  assert.equal(await statusOf(v1, address), 200);
  const log = await call('GET', `/v1/audit-log?object=subscription:${subscriptionId}`);
  const acts = log.body.data.map(({ act }: { act: string }) => act);
  assert.deepEqual(acts, ['subscription.address_shown', 'subscription.address_shown']);
  assert.ok(!log.text.includes(address.split('/').at(-1)));
  const stranger = await addBusiness();
  for (const below of ['/address', '/address/replace']) {
    assert.equal((await call('POST', path + below, { as: stranger })).status, 404);
  }
  assert.equal((await call('POST', '/v1/subscriptions/4711/address')).status, 404);
});

test('an address that is asked for under a key is stored with no answer, and each showing is in the audit log', async (t) => {
  const v1 = await serveV1(t);
  const { call, db } = v1;
  const path = await aSubscription(v1);
  const link = await call('POST', '/v1/pay-links', {
    body: { amount: 900, customer: { email: 'ada@example.com' }, send: 'none' },
  });
  assert.equal(link.status, 201, link.text);
  const headers = { 'Idempotency-Key': 'once' };
  for (const one of [path, `/v1/pay-links/${link.body.id}`]) {
    const shown = await call('POST', `${one}/address`, { headers });
    assert.equal(shown.status, 200, shown.text);
    const again = await call('POST', `${one}/address`, { headers });
    assert.deepEqual([again.status, again.body.address], [200, shown.body.address]);
  }
  const replaced = await call('POST', `${path}/address/replace`, { headers });
  assert.equal(replaced.status, 200, replaced.text);
  const refused = await call('POST', `${path}/address/replace`, { headers });
  assert.deepEqual([refused.status, refused.body.code], [409, 'shown_once']);
  const kept = await db.query<{ body: string }>(
    'select body from kept_answers where body is not null',
  );
  for (const { body } of kept) assert.equal(hideAddresses(body), body);
  const acts = await db.query<{ act: string }>(
    `select act from audit_trail where act in ('pay_link.shown', 'subscription.address_shown')`,
  );
  assert.equal(acts.length, 4);
});

test('another address ends the former one, also of a suspended business, and of what has ended', async (t) => {
  const v1 = await serveV1(t);
  const { call, caller } = v1;
  const path = await aSubscription(v1);
  const { address } = (await call('POST', `${path}/address`)).body;
  const replaced = await call('POST', `${path}/address/replace`);
  assert.equal(replaced.status, 200, replaced.text);
  assert.notEqual(replaced.body.address, address);
  assert.deepEqual(
    [await statusOf(v1, address), await statusOf(v1, replaced.body.address)],
    [404, 200],
  );
  assert.equal((await call('POST', `${path}/address`)).body.address, replaced.body.address);
  const why = { actor: 'operator', reason: 'a test' };
  await suspendBusiness(await v1.open(), caller.business.id, why);
  const third = await call('POST', `${path}/address/replace`);
  assert.equal(third.status, 200, third.text);
  await call('POST', `${path}/cancel`, { body: {} });
  const ended = await call('POST', `${path}/address/replace`);
  assert.deepEqual(
    [await statusOf(v1, third.body.address), await statusOf(v1, ended.body.address)],
    [404, 200],
  );
});

test('whether payers may cancel is one of the terms of a business', async (t) => {
  const { call, caller } = await serveV1(t);
  const path = `/v1/businesses/${caller.business.id}/terms`;
  assert.equal((await call('GET', path)).body.payerCancels, false);
  const changed = await call('PATCH', path, { body: { payerCancels: true } });
  assert.deepEqual([changed.status, changed.body.payerCancels], [200, true], changed.text);
});
