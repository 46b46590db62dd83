import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hourMs, minuteMs } from '../../src/kernel/duration.ts';
import { movedTables } from '../../src/moving/merge/move-rows.ts';
import { workOnce } from '../../src/worker/worker.ts';
import type { World } from '../../src/world.ts';
import { openDoor } from '../caller.ts';
import { everyLife, type Life } from '../crash-world.ts';
import { type Caller, type Fixture, makeFixture } from '../fixture.ts';
import { everyMeeting } from '../pause.ts';
import type { Size } from '../size.ts';
import { card } from '../v1/serve.ts';

/* Two who merge, and one who merges while another one begins something for the customer that goes. */

type Told = { readonly status: number; readonly code: string | undefined };
type Two = { readonly caller: Caller; readonly ada: string; readonly bea: string };

/** Undefined: the process died, and nobody hears of it. */
async function ask(
  world: World,
  { caller }: Pick<Two, 'caller'>,
  path: string,
  body: object,
  span?: Life,
): Promise<(Told & { readonly id: string }) | undefined> {
  const { baseUrl, close } = await openDoor(world);
  try {
    const told = await fetch(`${baseUrl}/v1/${path}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${caller.apiKey}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    const { id, code } = (await told.json()) as { id: string; code?: string };
    return span?.isOver ? undefined : { status: told.status, code, id };
  } finally {
    await close();
  }
}

async function newTwo(fixture: Fixture): Promise<Two> {
  const world = await fixture.open();
  const caller = await fixture.addBusiness();
  const make = async (email: string) => (await ask(world, { caller }, 'customers', { email }))!.id;
  const two = { caller, ada: await make('ada@example.com'), bea: await make('bea@example.com') };
  await pay(world, two, two.bea, 1000);
  return two;
}

const pay = async (world: World, two: Two, customerId: string, amount = 1250, span?: Life) =>
  await ask(world, two, 'payments', { amount, source: { card }, customerId }, span);
const merge = async (world: World, two: Two, to: string, from: string, span?: Life) =>
  await ask(world, two, `customers/${to}/merge`, { from }, span);

/** How many rows of each table name the customer. */
async function rowsOf({ db }: Fixture, { caller }: Two, id: string): Promise<number[]> {
  const counts: number[] = [];
  for (const name of movedTables) {
    const [row] = await db.query<{ rows: number }>(
      `select count(*)::int as rows from ${name} where business_id = $1 and customer_id = $2`,
      [caller.business.id, id],
    );
    counts.push(row!.rows);
  }
  return counts;
}

const none = movedTables.map(() => 0);

/** What both have, of which nothing is lost and nothing is there twice. */
async function sumsOf({ db }: Fixture, { caller }: Two) {
  const [row] = await db.query(
    `select count(*)::int as payments, sum(captured_cents)::int as cents,
       (select count(*)::int from invoices where business_id = $1) as invoices,
       (select count(*)::int from customers where business_id = $1 and merged_into is not null) as merged,
       (select count(*)::int from events where business_id = $1 and kind = 'customer.merged') as told
     from payments where business_id = $1`,
    [caller.business.id],
  );
  return row;
}

async function workLater(fixture: Fixture): Promise<void> {
  const world = await fixture.open();
  for (const ms of [2 * minuteMs, 2 * hourMs]) {
    fixture.clock.pass(ms);
    while ((await workOnce(world)) > 0);
  }
}

export function testMergeRaces(size?: Size): void {
  const campaign = { name: 'moving/merge-races', size };

  test('of two merges of the same two in both directions one is done', async (t) => {
    const fixture = await makeFixture(t);
    await everyMeeting(campaign, {
      db: fixture.db,
      open: (pause) => fixture.open(pause),
      before: () => newTwo(fixture),
      one: (world, two) => merge(world, two, two.ada, two.bea),
      other: (world, two) => merge(world, two, two.bea, two.ada),
      async judge(two, said, heard) {
        const ends = [said, heard].map((one) => `${one?.status} ${one?.code ?? ''}`).sort();
        assert.deepEqual(ends, ['200 ', '409 wrong_state']);
        const [stays, goes] = said!.status === 200 ? [two.ada, two.bea] : [two.bea, two.ada];
        assert.deepEqual(await rowsOf(fixture, two, goes), none);
        assert.notDeepEqual(await rowsOf(fixture, two, stays), none);
        const once = { payments: 1, cents: 1000, invoices: 1, merged: 1, told: 1 };
        assert.deepEqual(await sumsOf(fixture, two), once);
      },
    });
  });

  for (const [who, isFirst] of [
    ['a merge that comes while a payment of the other one is under way', true],
    ['a payment of the other one that comes while they are merged', false],
  ] as const) {
    test(`${who} loses and doubles nothing`, async (t) => {
      const fixture = await makeFixture(t);
      const acts = [
        (world: World, two: Two) => pay(world, two, two.bea),
        (world: World, two: Two) => merge(world, two, two.ada, two.bea),
      ] as const;
      await everyMeeting(campaign, {
        db: fixture.db,
        open: (pause) => fixture.open(pause),
        before: () => newTwo(fixture),
        one: acts[isFirst ? 0 : 1],
        other: acts[isFirst ? 1 : 0],
        async judge(two, said, heard) {
          const [paid, merged] = isFirst ? [said, heard] : [heard, said];
          assert.equal(paid?.status, 201);
          assert.ok(
            ['200 ', '409 wrong_state'].includes(`${merged?.status} ${merged?.code ?? ''}`),
          );
          if (merged!.status !== 200) {
            assert.equal((await merge(await fixture.open(), two, two.ada, two.bea))?.status, 200);
          }
          await workLater(fixture);
          assert.deepEqual(await rowsOf(fixture, two, two.bea), none);
          const once = { payments: 2, cents: 2250, invoices: 2, merged: 1, told: 1 };
          assert.deepEqual(await sumsOf(fixture, two), once);
        },
      });
    });
  }

  test('a merge whose process dies at whatever moment is asked again, and done once', async (t) => {
    const fixture = await makeFixture(t);
    await everyLife(campaign, {
      open: (span) => fixture.open(span),
      before: () => newTwo(fixture),
      act: (world, two, span) => merge(world, two, two.ada, two.bea, span),
      async judge(two) {
        const again = await merge(await fixture.open(), two, two.ada, two.bea);
        assert.equal(again?.status, 200);
        assert.deepEqual(await rowsOf(fixture, two, two.bea), none);
        const once = { payments: 1, cents: 1000, invoices: 1, merged: 1, told: 1 };
        assert.deepEqual(await sumsOf(fixture, two), once);
      },
    });
  });
}
