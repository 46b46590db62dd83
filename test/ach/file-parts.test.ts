import assert from 'node:assert/strict';
import { test } from 'node:test';
import { collect } from '../../src/ach/files/collect.ts';
import { LostFile } from '../../src/ach/files/file.ts';
import { readFile } from '../../src/ach/files/file-store.ts';
import { resumeFiles } from '../../src/ach/files/make-files.ts';
import { workOnce } from '../../src/worker/worker.ts';
import type { World } from '../../src/world.ts';
import { makeFixture } from '../fixture.ts';
import type { Scope } from '../scope.ts';
import { beganFile } from './began-file.ts';
import {
  liveBankOf,
  liveSettings,
  openLiveShops,
  rewriting,
  waitFor,
  whilePutting,
} from './live-shops.ts';
import { type AchShop, newYork } from './returns-fixture.ts';

/** A live file whose first owner fell silent when it had collected from `one`; its lease is over. */
async function halfCollected(scope: Scope, isSabotaged = false) {
  const fixture = await makeFixture(scope, { settings: liveSettings, isSabotaged });
  const [one, two] = await openLiveShops(scope, fixture, 2);
  const first = await one!.pay('1234567');
  const second = await two!.pay('7654321');
  await waitFor(two!, newYork('2040-01-17 20:00'));
  await one!.until('2030-01-15 19:00');
  fixture.clock.setTo(newYork('2030-01-15 20:00'));
  const file = await beganFile(one!.world, 0n);
  fixture.clock.pass(5 * 60_000);
  const other = await fixture.open();
  return { fixture, file, one: one!, two: two!, first, second, slow: one!.world, other };
}
type HalfCollected = Awaited<ReturnType<typeof halfCollected>>;

/** The next owner has written the file, and the bank has it, when the slow owner finds that of `two`. */
async function strays({ file, two, slow, other }: HalfCollected, breaks = unbroken) {
  const world = whilePutting(breaks(other), async () => {
    await waitFor(two, file.cutoffAt);
    await collect(slow, file);
  });
  assert.equal(await resumeFiles(world), 1);
}

const unbroken = (world: World): World => world;

test('what a slow owner adds to a file that was written meanwhile is not in it, and goes with the next', async (t) => {
  const half = await halfCollected(t);
  const { fixture, file, one, two, first, second, other } = half;
  await strays(half);
  const finished = await readFile(fixture.db, file);
  assert.deepEqual([finished?.state, finished?.entryCount, finished?.round], ['delivered', 1, 2]);
  assert.equal((await one.payment(first)).state, 'originated');
  assert.deepEqual(await statesOf(two), ['filed']);
  assert.deepEqual(await one.findings(), []);

  await drain(other);
  assert.deepEqual(await statesOf(two), ['queued']);
  assert.deepEqual(await partsOf(two), []);
  await one.until('2030-01-16 20:30');
  assert.equal((await two.payment(second)).state, 'originated');
  assert.equal((await one.payment(first)).state, 'settled');
  const sent = (await liveBankOf(one).sent()).map(({ entry }) => entry.individualId);
  assert.equal(new Set(sent).size, 2);
  assert.equal(sent.length, 2);
  assert.deepEqual(await one.findings(), []);
});

test('a build whose files hold the parts of every round is noticed: its file is never finished', async (t) => {
  const half = await halfCollected(t, true);
  let broken = 0;
  await strays(half, (world) =>
    rewriting(world, (text) => {
      const changed = text.replace('p.round = $3', 'p.round <= $3');
      if (changed !== text) broken += 1;
      return changed;
    }),
  );
  assert.ok(broken > 0, 'the statement reads otherwise now');
  // The stray is among what it has the bank told of, and that part is not its own.
  assert.equal((await readFile(half.fixture.db, half.file))?.state, 'written');
});

test('an owner that wakes up adds nothing to what the next owner adopted', async (t) => {
  const { file, one, slow, other } = await halfCollected(t);
  await one.pay('2345678');
  const world = whilePutting(other, async () => {
    await waitFor(one, file.cutoffAt);
    await assert.rejects(collect(slow, file), LostFile);
  });
  await resumeFiles(world);
  assert.deepEqual(await statesOf(one), ['originated', 'queued']);
  assert.equal((await readFile(one.fixture.db, file))?.state, 'delivered');
});

test('what a slow owner adds to a file that is gone waits again', async (t) => {
  const { fixture, file, one, two, slow, other } = await halfCollected(t);
  fixture.clock.setTo(newYork('2030-01-16 07:00')); // The bank takes it no more.
  await resumeFiles(other);
  assert.equal(await readFile(fixture.db, file), undefined);
  assert.deepEqual(await partsOf(one), []);
  await waitFor(two, file.cutoffAt);
  await collect(slow, file);
  assert.deepEqual(await statesOf(two), ['filed']);
  await drain(other);
  assert.deepEqual(await statesOf(two), ['queued']);
  assert.deepEqual(await two.findings(), []);
  await one.until('2030-01-16 20:30');
  for (const shop of [one, two]) assert.deepEqual(await statesOf(shop), ['originated']);
});

test('a part of a file that is still collecting is left alone, and so is that of a later round', async (t) => {
  const { fixture, file, one, other } = await halfCollected(t);
  const broken = {
    ...other,
    vault: { ...other.vault, openMany: () => Promise.reject(new Error()) },
  };
  await resumeFiles(broken);
  fixture.clock.pass(1);
  assert.equal((await readFile(fixture.db, file))?.state, 'collecting');
  const [part] = await partsOf(one);
  assert.deepEqual([part?.state, part?.round], ['filed', 2]);
  await drain(other);
  assert.deepEqual(await statesOf(one), ['filed']);
  fixture.clock.pass(5 * 60_000);
  await drain(other);
  assert.deepEqual(await statesOf(one), ['originated']);
  assert.deepEqual(await partsOf(one), [{ state: 'sent', round: 3, look_at: null }]);
});

test('entries that were filed before there were parts are adopted', async (t) => {
  const { fixture, file, one, other } = await halfCollected(t);
  await fixture.db.query('delete from ach_file_parts');
  await resumeFiles(other);
  assert.equal((await readFile(fixture.db, file))?.state, 'delivered');
  assert.deepEqual(await statesOf(one), ['originated']);
});

async function statesOf(shop: AchShop): Promise<string[]> {
  return (await shop.entries()).map(({ state }) => state);
}

async function partsOf({ fixture, businessId }: AchShop) {
  return await fixture.db.query<{ state: string; round: number; look_at: Date | null }>(
    'select state, round, look_at from ach_file_parts where business_id = $1 order by file_id',
    [businessId],
  );
}

async function drain(world: World): Promise<void> {
  while ((await workOnce(world)) > 0);
}
