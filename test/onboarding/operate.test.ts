import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { resume } from '../../src/parties/applications/resume.ts';
import { createAuthenticator } from '../../src/parties/businesses/authenticate.ts';
import { businessStates } from '../../src/parties/businesses/business.ts';
import { revoke, rotateKeys } from '../../src/parties/businesses/change-keys.ts';
import { closeBusiness, suspendBusiness } from '../../src/parties/businesses/change-state.ts';
import { createBusiness } from '../../src/parties/businesses/create-business.ts';
import type { Made, NewBusiness } from '../../src/parties/businesses/new-business.ts';
import { countChildren, listBusinesses, readBusiness } from '../../src/parties/businesses/store.ts';
import { verifyAuditLog } from '../../src/records/verify-audit-log.ts';
import { makeFixture } from '../fixture.ts';
import { plainBusiness } from './plain-business.ts';

const fixture = await makeFixture({ after });
const world = await fixture.open();
const why = { actor: 'operator:ann', reason: 'agreed by phone' };
const hourMs = 3_600_000;

async function make(changes: Partial<NewBusiness> = {}): Promise<Made> {
  const made = await createBusiness(world, { ...plainBusiness, ...changes });
  assert.ok('business' in made);
  return made;
}

/** Asked of a process that has not seen the key yet. */
async function opens({ username }: { username: string }, apiKey: string): Promise<boolean> {
  return (await createAuthenticator(world).authenticate({ username, apiKey })) !== undefined;
}

test('a master site stands below nobody, and an external id is unique among them', async () => {
  const { business } = await make({ externalId: 'main' });
  assert.deepEqual(business.ancestors, []);
  const child = (await make({ parent: business, externalId: 'main' })).business;
  assert.deepEqual(child.ancestors, [business.id]);
  assert.equal(await countChildren(world.db, business.id), 1n);
  const found = await listBusinesses(world.db, { parentId: business.id, limit: 10 });
  assert.deepEqual(found, [child]);
  await assert.rejects(make({ externalId: 'main' }), assert.AssertionError);
});

test('the list goes on behind the last one that it told', async () => {
  for (let i = 0; i < 4; i += 1) await make();
  const all = await listBusinesses(world.db, { limit: 1000 });
  const pages: typeof all = [];
  for (;;) {
    const page = await listBusinesses(world.db, { limit: 3, before: pages.at(-1)?.id });
    pages.push(...page);
    if (page.length === 0) break;
  }
  assert.deepEqual(pages, all);
  assert.ok(all.length >= 4);
});

// One that waits for payments has an application: declines.test.ts.
const atRest = businessStates.slice(0, 4).filter((state) => state !== 'payments_pending');
for (const state of atRest) {
  test(`a business that was ${state} is so again after a suspension`, async () => {
    const { id } = (await make({ state })).business;
    await assert.rejects(resume(world, id, why), { code: 'wrong_state' });
    assert.equal((await suspendBusiness(world, id, why)).state, 'suspended');
    await assert.rejects(suspendBusiness(world, id, why), { code: 'wrong_state' });
    assert.equal((await resume(world, id, why)).state, state);
    assert.equal((await readBusiness(world.db, id))?.state, state);
  });
}

test('a closed business stays closed', async () => {
  const { id } = (await make()).business;
  await closeBusiness(world, id, why);
  for (const change of [closeBusiness, suspendBusiness, resume]) {
    await assert.rejects(change(world, id, why), { code: 'wrong_state' });
  }
  await assert.rejects(closeBusiness(world, 1n, why), { code: 'unknown_business' });
});

test('of ten that suspend a business at once one does, and nine are told that it is', async () => {
  const { id } = (await make()).business;
  const tried = await Promise.allSettled(
    Array.from({ length: 10 }, () => suspendBusiness(world, id, why)),
  );
  assert.equal(tried.filter(({ status }) => status === 'fulfilled').length, 1);
});

test('a closed business gets no new key, and its last one stays as it is', async () => {
  const { business } = await make();
  await closeBusiness(world, business.id, why);
  const rotated = rotateKeys(world, business, { actor: why.actor, graceMs: 0 });
  await assert.rejects(rotated, { code: 'wrong_state' });
  const rows = await world.db.query('select expires_at from api_keys where business_id = $1', [
    business.id,
  ]);
  assert.deepEqual(rows, [{ expires_at: null }]);
});

test('keys that were rotated out work until the grace is over', async () => {
  const { business, apiKey } = await make();
  const rotated = await rotateKeys(world, business, { actor: why.actor, graceMs: hourMs });
  assert.deepEqual(
    [await opens(business, apiKey), await opens(business, rotated.apiKey)],
    [true, true],
  );
  fixture.clock.pass(hourMs);
  assert.deepEqual(
    [await opens(business, apiKey), await opens(business, rotated.apiKey)],
    [false, true],
  );
});

test('a key that its owner chose ends with the grace, though it was first used within it', async () => {
  const externalKey = 'a key of twenty letters and more';
  const { business } = await make({ externalKey });
  const { ended } = await rotateKeys(world, business, { actor: why.actor, graceMs: hourMs });
  assert.equal(ended, 1);
  fixture.clock.pass(hourMs - 1);
  assert.equal(await opens(business, externalKey), true);
  fixture.clock.pass(1);
  assert.equal(await opens(business, externalKey), false);
});

test('a key that was revoked opens nothing, whether it was used before or not', async () => {
  for (const isUsed of [true, false]) {
    const externalKey = 'a key of twenty letters and more';
    const { business } = await make({ externalKey });
    if (isUsed) assert.equal(await opens(business, externalKey), true);
    const other = await rotateKeys(world, business, { actor: why.actor, graceMs: hourMs });
    assert.equal(await revoke(world, business.id, { actor: why.actor, keyId: 1n }), 1);
    assert.equal(await revoke(world, business.id, { actor: why.actor, keyId: 1n }), 0);
    assert.equal(await opens(business, externalKey), false);
    assert.equal(await opens(business, other.apiKey), true);
    assert.equal(await revoke(world, business.id, { actor: why.actor, keyId: undefined }), 1);
    assert.equal(await opens(business, other.apiKey), false);
  }
});

test('a chosen key that is used for the first time while it is revoked does not outlive that', async () => {
  for (let i = 0; i < 10; i += 1) {
    const externalKey = `a key of twenty letters and more ${i}`;
    const { business } = await make({ externalKey });
    const all = { actor: why.actor, keyId: undefined };
    await Promise.all([opens(business, externalKey), revoke(world, business.id, all)]);
    assert.equal(await opens(business, externalKey), false);
  }
});

test('all of it stands in an audit log that is whole', async () => {
  const { isWhole, links } = await verifyAuditLog(world.db, {
    report: ({ businessId }) => assert.fail(`${businessId} is broken`),
  });
  assert.ok(isWhole && links > 30n);
});
