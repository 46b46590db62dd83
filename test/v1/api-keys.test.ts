import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeFirstBusiness } from '../../src/parties/businesses/first-start.ts';
import { client } from '../caller.ts';
import { serveV1, type V1 } from './serve.ts';
import { signIn } from './signed-in.ts';

/** Makes a key; returns its facts, with the key itself in `secret`. */
async function makeKey({ call }: Pick<V1, 'call'>, body: object, apiKey?: string) {
  const as = apiKey === undefined ? {} : { as: { apiKey } };
  const made = await call('POST', '/v1/api-keys', { body, ...as });
  assert.equal(made.status, 201, made.text);
  return made.body;
}

test('a key is made, works, is rotated and revoked, and is shown only once', async (t) => {
  const v1 = await serveV1(t);
  const { call } = v1;
  const made = await makeKey(v1, { name: 'till', rights: ['charge', 'read'] });
  assert.deepEqual(made.rights, ['read', 'charge']);
  assert.match(made.secret, /^qk_test_/);
  assert.ok(made.secret.startsWith(made.hint));

  const found = await call('GET', `/v1/api-keys/${made.id}`, { as: { apiKey: made.secret } });
  assert.equal(found.status, 200, found.text);
  assert.ok(!found.text.includes(made.secret));
  assert.deepEqual([found.body.name, found.body.status], ['till', 'active']);
  const refused = await call('POST', '/v1/api-keys', {
    body: { name: 'more' },
    as: { apiKey: made.secret },
  });
  assert.deepEqual([refused.status, refused.body.code], [403, 'right_missing']);

  const rotated = await call('POST', `/v1/api-keys/${made.id}/rotate`, {
    body: { graceSeconds: 3600 },
  });
  assert.equal(rotated.status, 201, rotated.text);
  assert.deepEqual([rotated.body.name, rotated.body.rights], ['till', ['read', 'charge']]);
  assert.notEqual(rotated.body.secret, made.secret);
  const { body: former } = await call('GET', `/v1/api-keys/${made.id}`);
  assert.deepEqual([former.status, former.expiresAt], ['active', '2030-01-15T16:00:00.000Z']);
  v1.clock.pass(2 * 3_600_000);
  assert.equal((await call('GET', '/v1/api-keys', { as: { apiKey: made.secret } })).status, 401);

  const path = `/v1/api-keys/${rotated.body.id}/revoke`;
  const revoked = await call('POST', path);
  assert.deepEqual([revoked.status, revoked.body.status], [200, 'revoked']);
  assert.deepEqual((await call('POST', path)).body, revoked.body);
  v1.clock.pass(10_000);
  const gone = await call('GET', '/v1/api-keys', { as: { apiKey: rotated.body.secret } });
  assert.equal(gone.status, 401);
  const again = await call('POST', `/v1/api-keys/${rotated.body.id}/rotate`, { body: {} });
  assert.deepEqual([again.status, again.body.code], [409, 'wrong_state']);
  const acts = await call('GET', `/v1/audit-log?object=key:${rotated.body.id}`);
  assert.deepEqual(
    acts.body.data.map(({ act }: { act: string }) => act),
    ['key.revoked', 'key.rotated'],
  );
});

test('a key grants only rights that it has itself, also by rotating another', async (t) => {
  const v1 = await serveV1(t);
  const { call } = v1;
  const all = await makeKey(v1, { name: 'all' });
  assert.equal(all.rights, null);
  const office = await makeKey(v1, { name: 'office', rights: ['read', 'administer'] });
  const as = { apiKey: office.secret };
  for (const body of [
    { name: 'x' },
    { name: 'x', rights: null },
    { name: 'x', rights: ['read', 'charge'] },
  ]) {
    const { status, body: problem } = await call('POST', '/v1/api-keys', { body, as });
    assert.deepEqual([status, problem.code], [403, 'right_missing']);
  }
  const rotated = await call('POST', `/v1/api-keys/${all.id}/rotate`, { body: {}, as });
  assert.deepEqual([rotated.status, rotated.body.code], [403, 'right_missing']);
  const own = await makeKey(v1, { name: 'reader', rights: ['read'] }, office.secret);
  assert.deepEqual(own.rights, ['read']);
});

test('an administrator revokes every key but one that may operate the service', async (t) => {
  const v1 = await serveV1(t);
  const { call } = v1;
  const ancestors = [v1.caller.business.id];
  const shop = await v1.addBusiness({ ancestors });
  const revoke = async (owner: typeof shop, rights: readonly string[] | null, by: string[]) => {
    const { secret: apiKey } = await makeKey(v1, { name: 'by', rights: by }, owner.apiKey);
    const { id } = await makeKey(v1, { name: 'one', rights }, owner.apiKey);
    return (await call('POST', `/v1/api-keys/${id}/revoke`, { as: { apiKey } })).status;
  };
  // A leaked key is stopped by whoever manages the keys of the shop.
  assert.equal(await revoke(shop, null, ['administer']), 200);
  assert.equal(await revoke(v1.caller, ['read', 'charge', 'refund'], ['administer']), 200);
  assert.equal(await revoke(v1.caller, null, ['administer']), 403);
  assert.equal(await revoke(v1.caller, ['read', 'operate'], ['read', 'administer']), 403);
  assert.equal(await revoke(v1.caller, null, ['administer', 'operate']), 200);
});

test('a key for everything opens the other interfaces too, one with some rights does not', async (t) => {
  const v1 = await serveV1(t);
  const { username } = v1.caller;
  for (const [rights, isOpen] of [
    [null, true],
    [['read', 'charge'], false],
  ] as const) {
    const { secret: apiKey } = await makeKey(v1, { name: 'one', rights });
    const legacy = client(v1.baseUrl, { username, apiKey });
    const { status } = await legacy.call('CreatePayment', {});
    legacy.close();
    assert.equal(status === 400, isOpen, `${rights}: ${status}`);
  }
});

test('wrong fields are named, and a repeated request does not show the secret again', async (t) => {
  const v1 = await serveV1(t);
  const { call } = v1;
  const empty = await call('POST', '/v1/api-keys', { body: { name: 'x', rights: [] } });
  assert.deepEqual([empty.status, empty.body.errors[0].field], [400, 'rights']);
  const odd = await call('POST', '/v1/api-keys', { body: { rights: ['fly'], colour: 'red' } });
  assert.deepEqual(
    odd.body.errors.map(({ field }: { field: string }) => field),
    ['name', 'rights.0', 'colour'],
  );
  const asked = { body: { name: 'x' }, headers: { 'Idempotency-Key': 'once' } };
  assert.equal((await call('POST', '/v1/api-keys', asked)).status, 201);
  const again = await call('POST', '/v1/api-keys', asked);
  assert.deepEqual([again.status, again.body.code], [409, 'shown_once']);
  const { body } = await call('GET', '/v1/api-keys?name=x');
  assert.equal(body.data.length, 1);
});

test('keys are listed and searched', async (t) => {
  const v1 = await serveV1(t);
  const { call } = v1;
  const till = await makeKey(v1, { name: 'Till one', rights: ['charge'] });
  const shop = await makeKey(v1, { name: 'Web shop', rights: ['read'] });
  await call('POST', `/v1/api-keys/${shop.id}/revoke`);
  const idsOf = async (query: string) =>
    (await call('GET', `/v1/api-keys?${query}`)).body.data.map(({ id }: { id: string }) => id);
  assert.deepEqual(await idsOf('q=till'), [till.id]);
  assert.deepEqual(await idsOf(`q=${shop.id}`), [shop.id]);
  assert.ok((await idsOf(`q=${encodeURIComponent(till.secret)}`)).includes(till.id));
  assert.deepEqual(await idsOf('isRevoked=true'), [shop.id]);
  assert.equal((await idsOf('limit=1')).length, 1);
  assert.deepEqual(await idsOf('createdTo=2030-01-15T00:00:00Z'), []);
});

test('a key of a business whose clock was moved on ends by the clock of the service', async (t) => {
  const v1 = await serveV1(t);
  const as = await v1.addBusiness({ clockAheadMs: 30 * 24 * 3_600_000 });
  const made = await v1.call('POST', '/v1/api-keys', { body: { name: 'x' }, as });
  assert.equal(made.body.createdAt, '2030-01-15T15:00:00.000Z', made.text);
  const path = `/v1/api-keys/${made.body.id}`;
  const rotated = await v1.call('POST', `${path}/rotate`, { body: { graceSeconds: 60 }, as });
  assert.equal(rotated.status, 201, rotated.text);
  v1.clock.pass(61_000);
  assert.equal((await v1.call('GET', path, { as })).body.status, 'expired');
});

test('a key is called otherwise, and works on with the rights that it had', async (t) => {
  const v1 = await serveV1(t);
  const { call } = v1;
  const made = await makeKey(v1, { name: 'till', rights: ['read'] });
  const path = `/v1/api-keys/${made.id}`;
  const renamed = await call('PATCH', path, { body: { name: 'shop' } });
  assert.deepEqual([renamed.status, renamed.body.name], [200, 'shop'], renamed.text);
  const found = await call('GET', path, { as: { apiKey: made.secret } });
  assert.deepEqual([found.body.name, found.body.rights], ['shop', ['read']]);
  const { body: log } = await call('GET', '/v1/audit-log');
  assert.ok(log.data.some(({ act }: { act: string }) => act === 'key.renamed'));
  assert.equal((await call('PATCH', path, { body: {} })).status, 400);
  assert.equal(
    (await call('PATCH', '/v1/api-keys/987654321', { body: { name: 'x' } })).status,
    404,
  );
});

test('people who may do everything in a business make and rotate keys that may, and nobody else does', async (t) => {
  const v1 = await serveV1(t);
  const { call } = v1;
  const below = await v1.addBusiness({ ancestors: [v1.caller.business.id] });
  const everything = { name: 'till', rights: null };
  const operator = await signIn(v1, v1.caller, 'operator');
  const chief = await signIn(v1, below, 'administrator');
  const intoBelow = { 'Quittance-Business': String(below.business.id) };
  for (const asked of [{ as: operator }, { as: operator, headers: intoBelow }, { as: chief }]) {
    const made = await call('POST', '/v1/api-keys', { body: everything, ...asked });
    assert.deepEqual([made.status, made.body.rights], [201, null], made.text);
    const path = `/v1/api-keys/${made.body.id}/rotate`;
    const rotated = await call('POST', path, { body: {}, ...asked });
    assert.deepEqual([rotated.status, rotated.body.rights], [201, null], rotated.text);
  }
  // At the root everything includes to run the service.
  const administrator = await signIn(v1, v1.caller, 'administrator');
  const refused = await call('POST', '/v1/api-keys', { body: everything, as: administrator });
  assert.deepEqual([refused.status, refused.body.code], [403, 'right_missing'], refused.text);
});

test('the first key of an installation has a number like any other', async (t) => {
  const v1 = await serveV1(t);
  const { db } = v1;
  await db.query('delete from businesses');
  const first = await makeFirstBusiness({ ...(await v1.open()), db }, async () => {});
  const as = { apiKey: first!.apiKey };
  const { body } = await v1.call('GET', '/v1/api-keys', { as });
  const [key, ...others] = body.data;
  assert.deepEqual(others, []);
  const found = await v1.call('GET', `/v1/api-keys/${key.id}`, { as });
  assert.deepEqual([found.status, found.body.id], [200, key.id], found.text);
  const rotated = await v1.call('POST', `/v1/api-keys/${key.id}/rotate`, { body: {}, as });
  assert.equal(rotated.status, 201, rotated.text);
});
