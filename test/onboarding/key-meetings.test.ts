import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createAuthenticator } from '../../src/parties/businesses/authenticate.ts';
import { createKey, revoke } from '../../src/parties/businesses/change-keys.ts';
import { workOnce } from '../../src/worker/worker.ts';
import type { World } from '../../src/world.ts';
import { Death } from '../crash-world.ts';
import { type Caller, makeFixture } from '../fixture.ts';
import { everyMeeting } from '../pause.ts';

/** All keys are revoked while one is being made. In the end it is valid only if it was made after the revocation. */
const fixture = await makeFixture({ after });
const world = await fixture.open();
const actor = 'operator:ann';
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

/** Undefined: its maker died. */
async function make(by: World, business: Caller['business']): Promise<string | undefined> {
  const key = { actor, by: { name: actor, origins: [] }, name: 'new', rights: undefined };
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
