import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createAuthenticator } from '../../src/parties/businesses/authenticate.ts';
import { revoke, rotateKeys } from '../../src/parties/businesses/change-keys.ts';
import { readKeys } from '../../src/parties/businesses/keys.ts';
import { workOnce } from '../../src/worker/worker.ts';
import type { World } from '../../src/world.ts';
import { Death, everyLife } from '../crash-world.ts';
import { type Caller, makeFixture } from '../fixture.ts';

/** Processes that die while they change API keys. What the audit log says is true in the end, and nothing else is. */
const fixture = await makeFixture({ after });
const world = await fixture.open();
const actor = 'operator:ann';
const minuteMs = 60_000;

test('whenever its process dies, a rotation is recorded and carried out, or neither', async () => {
  const { taken, lives } = await liveAndDie(async (dying, { business }) => {
    await rotateKeys(dying, business, { actor, graceMs: 0 });
  }, isRotated);
  assert.ok(lives > 6 && taken > 1, `${taken} of ${lives} were carried out by the worker`);
});

test('whenever its process dies, a revocation is recorded and carried out, or neither', async () => {
  const { taken, lives } = await liveAndDie(async (dying, { business }) => {
    await revoke(dying, business.id, { actor, keyId: undefined });
  }, isRevoked);
  assert.ok(lives > 5 && taken > 0, `${taken} of ${lives} were carried out by the worker`);
});

test('a change that is carried out late takes nothing back', async () => {
  const caller = await fixture.addBusiness();
  const { business } = caller;
  const query: World['db']['query'] = async (text, values) => {
    if (text.startsWith('insert into api_keys')) throw new Death();
    return await world.db.query(text, values);
  };
  const dying = { ...world, db: { ...world.db, query } };
  await assert.rejects(rotateKeys(dying, business, { actor, graceMs: 2 * minuteMs }), Death);
  assert.equal((await actsOf(caller)).length, 1);
  const { apiKey } = await rotateKeys(world, business, { actor, graceMs: 0 });
  assert.equal(await opens(caller), false);
  await work();
  assert.equal((await readKeys(fixture.db, business.id)).length, 3);
  assert.equal(await opens(caller), false, 'its grace was shortened meanwhile');
  assert.equal(await opens({ ...caller, apiKey }), true);
});

async function liveAndDie(
  change: (dying: World, caller: Caller) => Promise<void>,
  isDone: (caller: Caller) => Promise<boolean>,
): Promise<{ readonly taken: number; readonly lives: number }> {
  let taken = 0;
  const { lives } = await everyLife(
    { name: 'onboarding/key-deaths', size: 'usual' },
    {
      open: fixture.open,
      before: () => fixture.addBusiness(),
      act: change,
      async judge(caller, _, hasDied) {
        const before = await isDone(caller);
        await work();
        const isRecorded = (await actsOf(caller)).length > 0;
        assert.equal(await isDone(caller), isRecorded);
        assert.equal(await opens(caller), !isRecorded);
        if (!hasDied) assert.ok(before && isRecorded);
        if (!before && isRecorded) taken += 1;
        assert.deepEqual(await fixture.db.query(`select from jobs where kind = 'keys.change'`), []);
      },
    },
  );
  return { taken, lives };
}

async function work(): Promise<void> {
  fixture.clock.pass(minuteMs);
  while (await workOnce(world)) {}
}

async function isRotated(caller: Caller): Promise<boolean> {
  const objects = (await actsOf(caller)).map(({ object }) => object);
  const keys = await readKeys(fixture.db, caller.business.id);
  const made = keys.filter(({ id, expiresAt }) => id !== 0n && !expiresAt);
  return made.length === 1 && objects.includes(`key:${made[0]!.id}`);
}

async function isRevoked({ business }: Caller): Promise<boolean> {
  return (await readKeys(fixture.db, business.id)).every(({ revokedAt }) => revokedAt);
}

async function actsOf({ business }: Caller): Promise<{ readonly object: string }[]> {
  return await fixture.db.query(
    `select object from audit_trail where business_id = $1 and act like 'key.%'`,
    [business.id],
  );
}

/** Asked of a process that has not seen the key yet. */
async function opens({ username, apiKey }: Caller): Promise<boolean> {
  return (await createAuthenticator(world).authenticate({ username, apiKey })) !== undefined;
}
