import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { revoke } from '../../src/parties/businesses/change-keys.ts';
import type { World } from '../../src/world.ts';
import { client, type Fields, openDoor } from '../caller.ts';
import { makeFixture } from '../fixture.ts';
import { meetBothWays } from '../pause.ts';
import { atEnd } from '../scope.ts';
import { businessFields } from './fields.ts';

/** Keys that their owners chose, used for the first time by many at once, of two processes. */
const fixture = await makeFixture({ after });
const shop = await fixture.addBusiness();
const maker = await openDoor(await fixture.open());
atEnd({ after }, maker.close);
const fifty = Array.from({ length: 50 }, (_, i) => i);
type Site = { readonly username: string; readonly id: bigint };

test('fifty first uses of a chosen key at once are all let in, and leave one row', async (t) => {
  const apiKey = 'a key that opens for fifty at once';
  const { username, id } = await make({ ExternalAPIKey: apiKey });
  const urls = await twoProcesses(t);
  const statuses = await Promise.all(
    fifty.map((i) => statusOf(urls[i % 2]!, { username, apiKey })),
  );
  assert.deepEqual(new Set(statuses), new Set([letIn]));
  assert.equal(await fastRows(id), 1);
  const wrong = await statusOf(urls[0], { username, apiKey: `${apiKey}!` });
  assert.equal(wrong, 401);
});

test('wrong keys at once with the first good one do not keep it out', async (t) => {
  const apiKey = 'a key that is good among wrong ones';
  const { username } = await make({ ExternalAPIKey: apiKey });
  const urls = await twoProcesses(t);
  const statuses = await Promise.all(
    fifty.slice(0, 12).map(async (i) => {
      const shown = i % 4 === 3 ? apiKey : `${apiKey} ${i}`;
      return [shown === apiKey, await statusOf(urls[i % 2]!, { username, apiKey: shown })];
    }),
  );
  for (const [isGood, status] of statuses) assert.equal(status, isGood ? letIn : 401);
});

test('one chosen key may be that of several siblings: the Username says whose door it opens', async (t) => {
  const apiKey = 'the key of a whole chain of shops';
  const sites = await Promise.all(fifty.slice(0, 8).map(() => make({ ExternalAPIKey: apiKey })));
  const other = await make({});
  const urls = await twoProcesses(t);
  const open = async ({ username, id }: Site, i: number) => {
    const { call, close } = client(urls[i % 2]!, { username, apiKey });
    const { status, body } = await call('CreateNewBusiness', businessFields);
    close();
    assert.equal(status, 200, body);
    assert.equal(await parentOf(JSON.parse(body).Data.SalesSiteID), id);
  };
  await Promise.all([...sites, ...sites].map(open));
  assert.equal(await statusOf(urls[0], { username: other.username, apiKey }), 401);
  for (const { id } of sites) assert.equal(await fastRows(id), 1);

  const [gone, ...left] = sites;
  await revoke(await fixture.open(), gone!.id, { actor: 'operator', keyId: undefined });
  fixture.clock.pass(5001);
  assert.equal(await statusOf(urls[0], { username: gone!.username, apiKey }), 401);
  await Promise.all(left.map(open));
});

test('a chosen key that is revoked while it is first used is shut for good', async (t) => {
  const apiKey = 'a key that is revoked at once';
  const heard = new Set<number>();
  await meetBothWays(
    { name: 'onboarding/key-races' },
    {
      ...fixture,
      before: () => make({ ExternalAPIKey: apiKey }),
      async one(world: World, { username }) {
        const { baseUrl, close } = await openDoor(world);
        t.after(close);
        return { baseUrl, status: await statusOf(baseUrl, { username, apiKey }) };
      },
      other: (world, { id }) => revoke(world, id, { actor: 'operator', keyId: undefined }),
      async judge({ username, id }, { baseUrl, status }, revoked) {
        heard.add(status);
        assert.equal(revoked, 1);
        const open = await fixture.db.query(
          `select 1 from api_keys where business_id = $1 and revoked_at is null
           union all select 1 from external_keys where business_id = $1 and revoked_at is null`,
          [id],
        );
        assert.equal(open.length, 0);
        // What was remembered as good is forgotten by now.
        fixture.clock.pass(5001);
        assert.equal(await statusOf(baseUrl, { username, apiKey }), 401);
      },
    },
  );
  assert.deepEqual([...heard].toSorted(), [letIn, 401]);
});

/** What is answered to a request that says nothing, once it is let in. */
const letIn = 400;

async function statusOf(
  url: string,
  credentials: { readonly username: string; readonly apiKey: string },
): Promise<number> {
  const { call, close } = client(url, credentials);
  const { status } = await call('CreateNewBusiness', {});
  close();
  return status;
}

/** New ones, which have seen no key yet. */
async function twoProcesses(t: {
  after(work: () => Promise<void>): void;
}): Promise<[string, string]> {
  const [one, other] = [await openDoor(await fixture.open()), await openDoor(await fixture.open())];
  t.after(one.close);
  t.after(other.close);
  return [one.baseUrl, other.baseUrl];
}

async function make(fields: Fields): Promise<Site> {
  const { call, close } = client(maker.baseUrl, shop);
  const { status, body } = await call('CreateNewBusiness', { ...businessFields, ...fields });
  close();
  assert.equal(status, 200, body);
  const { SalesSiteID, Username: username } = JSON.parse(body).Data;
  return { username, id: BigInt(SalesSiteID) };
}

async function fastRows(id: bigint): Promise<number> {
  return (await fixture.db.query('select 1 from api_keys where business_id = $1', [id])).length;
}

async function parentOf(id: number): Promise<bigint | undefined> {
  const rows = await fixture.db.query<{ parent_id: bigint }>(
    'select parent_id from businesses where business_id = $1',
    [id],
  );
  return rows[0]?.parent_id;
}
