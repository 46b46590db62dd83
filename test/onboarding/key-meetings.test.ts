import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Refusal } from '../../src/kernel/refusal.ts';
import { createAuthenticator } from '../../src/parties/businesses/authenticate.ts';
import {
  createKey,
  revoke,
  rotateKey,
  rotateKeys,
} from '../../src/parties/businesses/change-keys.ts';
import { workOnce } from '../../src/worker/worker.ts';
import type { World } from '../../src/world.ts';
import { Death } from '../crash-world.ts';
import { type Caller, makeFixture } from '../fixture.ts';
import { everyMeeting, meetBothWays } from '../pause.ts';

/* Two who change the keys of a business at once: the end is that of one change after the other. */

const fixture = await makeFixture({ after });
const world = await fixture.open();
const actor = 'operator:ann';
const maker = { name: actor, origins: [] };
const campaign = { name: 'onboarding/key-meetings', size: 'usual' } as const;

for (const [fate, waking] of [
  ['a key that is being made', undefined],
  [
    'a key whose maker dies',
    () => {
      throw new Death();
    },
  ],
] as const) {
  test(`all keys are revoked with ${fate}, or it is made afterwards`, async () => {
    const ends = new Set<string>();
    await everyMeeting(campaign, {
      ...fixture,
      ...(waking && { waking }),
      before: () => fixture.addBusiness(),
      one: (slow, { business }) => make(slow, business),
      other: (quick, { business }) => revoke(quick, business.id, { actor, keyId: undefined }),
      async judge(caller, apiKey, revoked) {
        fixture.clock.pass(60_000);
        while (await workOnce(world)) {}
        const acts = await actsOf(caller);
        const hasMade = acts.includes('key.created');
        const isLater = acts.join() === 'key.revoked,key.created';
        const open = await fixture.db.query(
          'select from api_keys where business_id = $1 and revoked_at is null',
          [caller.business.id],
        );
        assert.equal(open.length, isLater ? 1 : 0, acts.join());
        assert.equal(revoked, hasMade && !isLater ? 2 : 1);
        if (apiKey !== undefined) assert.equal(await opens({ ...caller, apiKey }), isLater);
        ends.add(acts.join());
      },
    });
    assert.ok(ends.has('key.created,key.revoked'), [...ends].join(' or '));
  });
}

test('keys that are made while all are revoked are valid, or revoked with them', async () => {
  const ends = new Set<string>();
  await everyMeeting(
    { ...campaign, size: 'full' },
    {
      ...fixture,
      before: () => fixture.addBusiness(),
      one: (slow, { business }) => revoke(slow, business.id, { actor, keyId: undefined }),
      other: (quick, { business }) => make(quick, business),
      async judge(caller, revoked, apiKey) {
        const acts = (await actsOf(caller)).join();
        ends.add(acts);
        assert.equal(
          await opens({ ...caller, apiKey: apiKey! }),
          acts === 'key.revoked,key.created',
        );
        assert.equal(revoked, acts === 'key.created,key.revoked' ? 2 : 1);
      },
    },
  );
  assert.deepEqual([...ends].toSorted(), ['key.created,key.revoked', 'key.revoked,key.created']);
});

test('a key that is revoked while it is rotated has no successor, or is revoked beside it', async () => {
  const ends = new Set<string>();
  await meetBothWays(
    { ...campaign, size: 'full' },
    {
      ...fixture,
      async before() {
        const caller = await fixture.addBusiness();
        const key = { actor, by: maker, name: 'till', rights: undefined };
        return { caller, old: await createKey(world, caller.business, key) };
      },
      one: async (slow, { caller: { business }, old }) =>
        await rotateKey(slow, business, old.id, { actor, by: maker, graceMs: 60_000 }).catch(
          (error: unknown) => {
            assert.ok(error instanceof Refusal, String(error));
            return error.code;
          },
        ),
      other: (quick, { caller: { business }, old }) =>
        revoke(quick, business.id, { actor, keyId: old.id }),
      async judge({ caller, old }, rotated, revoked) {
        const acts = (await actsOf(caller)).slice(1).join();
        ends.add(acts);
        assert.equal(revoked, 1);
        assert.equal(await opens({ ...caller, apiKey: old.apiKey }), false);
        const successors = await fixture.db.query(
          `select from api_keys where business_id = $1 and name = 'till' and id <> $2`,
          [caller.business.id, old.id],
        );
        if (acts === 'key.revoked') {
          assert.deepEqual([rotated, successors.length], ['wrong_state', 0]);
        } else {
          assert.ok(typeof rotated === 'object', String(rotated));
          assert.equal(await opens({ ...caller, apiKey: rotated.apiKey }), true);
        }
      },
    },
  );
  assert.deepEqual([...ends].toSorted(), ['key.revoked', 'key.rotated,key.revoked']);
});

test('a key that is made while all are rotated ends with them, or is made afterwards', async () => {
  const ends = new Set<string>();
  await meetBothWays(
    { ...campaign, size: 'full' },
    {
      ...fixture,
      before: () => fixture.addBusiness(),
      one: (slow, { business }) => rotateKeys(slow, business, { actor, graceMs: 0 }),
      other: (quick, { business }) => make(quick, business),
      async judge(caller, rotated, apiKey) {
        const acts = (await actsOf(caller)).join();
        ends.add(acts);
        const isLater = acts === 'key.rotated,key.created';
        assert.equal(rotated.ended, isLater ? 1 : 2);
        assert.equal(await opens({ ...caller, apiKey: apiKey! }), isLater);
        assert.equal(await opens({ ...caller, apiKey: rotated.apiKey }), true);
        assert.equal(await opens(caller), false);
      },
    },
  );
  assert.deepEqual([...ends].toSorted(), ['key.created,key.rotated', 'key.rotated,key.created']);
});

/** Undefined: its maker died. */
async function make(by: World, business: Caller['business']): Promise<string | undefined> {
  const key = { actor, by: maker, name: 'new', rights: undefined };
  return await createKey(by, business, key).then(
    ({ apiKey }) => apiKey,
    (error) => {
      if (!(error instanceof Death)) throw error;
      return undefined;
    },
  );
}

async function actsOf({ business }: Caller): Promise<string[]> {
  const found = await fixture.db.query<{ act: string }>(
    `select act from audit_trail where business_id = $1 and act like 'key.%' order by n`,
    [business.id],
  );
  return found.map(({ act }) => act);
}

/** Asked of a process that has not seen the key yet. */
async function opens({ username, apiKey }: Caller): Promise<boolean> {
  return (await createAuthenticator(world).authenticate({ username, apiKey })) !== undefined;
}
