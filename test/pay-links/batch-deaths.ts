import assert from 'node:assert/strict';
import { test } from 'node:test';
import { workOnce } from '../../src/worker/worker.ts';
import type { World } from '../../src/world.ts';
import { openDoor } from '../caller.ts';
import { everyLife, type Life, life } from '../crash-world.ts';
import { type Caller, type Fixture, makeFixture } from '../fixture.ts';
import { drawing, type Size, sizeOf } from '../size.ts';

/** How a client that asks again names what it asked before. */
export type Naming = 'key' | 'round' | 'nothing';

type Row = { readonly amount: number; readonly customer: { readonly phone: string } };
type Batch = { readonly caller: Caller; readonly rows: readonly Row[]; readonly naming: Naming };
type Result = { readonly outcome: string; readonly payLink: { readonly id: string } | null };

/** Each of its own person, all of whom are texted. */
function rowsOf(count: number): Row[] {
  return Array.from({ length: count }, (_, i) => ({
    amount: 100 + i,
    customer: { phone: `${212 + Math.floor(i / 10)}555010${i % 10}` },
    send: 'text',
  }));
}

const many = 200;

export function testBatchDeaths(size?: Size): void {
  const campaign = { name: 'pay-links/batch-deaths', size };

  test(`${many} rows with texts, of which process after process dies: asked again under the same key, nobody is asked twice`, async (t) => {
    const fixture = await makeFixture(t);
    const batch = await newBatch(fixture, many, 'key');
    const deaths = sizeOf({ gate: 4, usual: 20, full: 60 }, size);
    const moments = await momentsOf(fixture);
    const made: number[] = [];
    await drawing(campaign, async (seed) => {
      const share = Math.floor(moments.making / deaths);
      for (let n = 0; n < deaths; n += 1) {
        // Past the replays of what is made by then, to a moment of the making that is drawn.
        const drawn = (seed + 7919 * n) % Math.ceil(share / 4);
        const span = life(Math.floor((moments.replaying * n) / deaths) + share - drawn);
        const crashing = await fixture.open(span);
        span.begin();
        await ask(crashing, batch, span);
        assert.ok(span.isOver, `life ${n} survived`);
        made.push(await linksOf(fixture, batch));
      }
    });
    // They died all along the way.
    assert.ok(new Set(made).size > deaths / 2, made.join(' '));
    assert.ok(made.at(-1)! > many / 2, made.join(' '));
    await judge(fixture, batch);
  });

  for (const naming of ['key', 'round'] as const) {
    test(`a batch is made once, whoever dies at whatever moment of it, by its ${naming}`, async (t) => {
      const { lives, isWhole } = await everyDeath(await makeFixture(t), naming, campaign);
      if (isWhole) assert.ok(lives > (naming === 'key' ? 20 : 10), `only ${lives} lives`);
    });
  }
}

/** Three rows, made at the same time, at every moment. */
export async function everyDeath(
  fixture: Fixture,
  naming: Naming,
  campaign: { readonly name: string; readonly size?: Size | undefined },
  sabotage: (world: World) => World = (world) => world,
) {
  return await everyLife(campaign, {
    open: async (span: Life) => sabotage(await fixture.open(span)),
    before: () => newBatch(fixture, 3, naming),
    act: ask,
    judge: (batch) => judge(fixture, batch),
    // How a batch is named decides who finds it again, and not how it is made.
    alike: naming === 'round' ? 2 : 1,
  });
}

async function newBatch(fixture: Fixture, count: number, naming: Naming): Promise<Batch> {
  return { caller: await fixture.addBusiness(), rows: rowsOf(count), naming };
}

/** How many moments a process lives that makes all of it, and one that replays all of it. */
async function momentsOf(fixture: Fixture): Promise<{ making: number; replaying: number }> {
  let moments = 0;
  const counting = await fixture.open({
    atMoment(isInside) {
      if (!isInside) moments += 1;
    },
  });
  const batch = await newBatch(fixture, many, 'key');
  await ask(counting, batch);
  const making = moments;
  await ask(counting, batch);
  return { making, replaying: moments - making };
}

async function linksOf({ db }: Fixture, { caller }: Batch): Promise<number> {
  const [row] = await db.query<{ links: number }>(
    'select count(*)::int as links from pay_links where business_id = $1',
    [caller.business.id],
  );
  return row!.links;
}

/** Undefined: no answer came. */
async function ask(
  world: World,
  { caller, rows, naming }: Batch,
  span?: Life,
): Promise<Result[] | undefined> {
  const { baseUrl, close } = await openDoor(world);
  try {
    const told = await fetch(`${baseUrl}/v1/pay-links/batches`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${caller.apiKey}`,
        'Content-Type': 'application/json',
        ...(naming === 'key' && { 'Idempotency-Key': 'many' }),
      },
      body: JSON.stringify({ rows, ...(naming === 'round' && { round: 'January' }) }),
    });
    const body = await told.text();
    if (span?.isOver) return undefined; // The dead say nothing.
    assert.equal(told.status, 200, body);
    return JSON.parse(body).results;
  } finally {
    await close();
  }
}

async function judge(fixture: Fixture, batch: Batch): Promise<void> {
  const { db } = fixture;
  const { rows, caller } = batch;
  const { id: businessId } = caller.business;
  const survivor = await fixture.open();
  const told = (await ask(survivor, batch))!;
  const again = (await ask(survivor, batch))!;
  assert.deepEqual([...new Set(again.map(({ outcome }) => outcome))], ['exists']);
  assert.deepEqual(idsOf(again), idsOf(told));
  while ((await workOnce(survivor)) > 0);
  const [counted] = await db.query(
    `select (select count(*)::int from pay_links where business_id = $1) as links,
       (select count(*)::int from invoices where business_id = $1) as invoices,
       (select count(*)::int from customers where business_id = $1) as people,
       (select count(*)::int from messages where business_id = $1) as messages,
       (select count(*)::int from sandbox_inbox where business_id = $1) as texts,
       (select count(distinct recipient)::int from sandbox_inbox where business_id = $1) as phones`,
    [businessId],
  );
  const { length: all } = rows;
  const once = { links: all, invoices: all, people: all, messages: all, texts: all, phones: all };
  assert.deepEqual(counted, once);
}

function idsOf(results: readonly Result[]): (string | undefined)[] {
  return results.map(({ payLink }) => payLink?.id);
}
