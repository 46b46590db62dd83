import assert from 'node:assert/strict';
import { test } from 'node:test';
import { advanceEntries } from '../../src/ach/files/advance.ts';
import type { ClearingFile } from '../../src/ach/files/file.ts';
import { makeFiles, resumeFiles } from '../../src/ach/files/make-files.ts';
import { rejectFile } from '../../src/ach/files/reject-file.ts';
import { Refusal } from '../../src/kernel/refusal.ts';
import type { World } from '../../src/world.ts';
import { everyMeeting } from '../pause.ts';
import { waitFor } from './live-shops.ts';
import { openLiveWeek } from './live-week.ts';
import { why } from './returned-payment.ts';
import { newYork } from './returns-fixture.ts';

const campaign = { name: 'ach/live-races' };

test('a maker of a live file that wakes up after another went on sends nothing twice, and what it adds goes with the next', async (t) => {
  const week = await openLiveWeek(t, 3);
  const { fixture } = week;
  const late = week.shops[2]!;
  let strays = 0;
  await everyMeeting(campaign, {
    ...fixture,
    async before() {
      const paid = await week.pay();
      await waitFor(late, newYork('2050-01-15 20:00'));
      return { paid, cutoffAt: week.untilCutoff() };
    },
    one: (world) => makeFiles(world),
    onceStanding: () => fixture.clock.pass(10 * 60_000),
    other: (world) => resumeFiles(world),
    // A business that has nothing in the file yet; the sleeper's own look would still find it.
    meanwhile: ({ cutoffAt }) => waitFor(late, cutoffAt),
    async judge({ paid }) {
      strays += await countStrays(fixture.db);
      await week.drain();
      week.untilCutoff();
      await week.drain();
      for (const state of await week.states(paid)) {
        assert.ok(['originated', 'settled'].includes(state), state);
      }
      await week.sentOnce();
    },
  });
  assert.ok(strays > 0, 'the sleeper never added anything late');
  assert.deepEqual(await late.findings(), []);
});

type Race = (file: ClearingFile) => Runners;
type Runners = {
  readonly sleeps: (world: World) => Promise<unknown>;
  readonly runs: (world: World) => Promise<unknown>;
};

const races: Readonly<Record<string, Race>> = {
  'settles it': (file) => ({ sleeps: advanceEntries, runs: (world) => reject(world, file) }),
  'rejects it': (file) => ({ sleeps: (world) => reject(world, file), runs: advanceEntries }),
};

for (const [what, race] of Object.entries(races)) {
  test(`a file of two businesses is rejected by both or settles for both, however long whoever ${what} sleeps`, async (t) => {
    const week = await openLiveWeek(t, 2);
    const ends = new Set<string>();
    await everyMeeting(campaign, {
      ...week.fixture,
      async before() {
        const { file, paid } = await week.sendAll();
        await week.untilSettlement(paid);
        return { paid, ...race(file) };
      },
      one: (world, { sleeps }) => sleeps(world),
      other: (world, { runs }) => runs(world),
      async judge({ paid }) {
        await week.drain();
        ends.add((await week.states(paid)).join());
      },
    });
    assert.deepEqual([...ends].toSorted(), ['queued,queued', 'settled,settled']);
    assert.deepEqual(await week.shops[0]!.findings(), []);
  });
}

async function reject(world: World, file: ClearingFile): Promise<void> {
  await rejectFile(world, file, why).catch((error) => {
    if (!(error instanceof Refusal && error.code === 'wrong_state')) throw error;
  });
}

async function countStrays(db: World['db']): Promise<number> {
  const rows = await db.query(
    `select p.file_id from ach_file_parts p
     left join ach_files f on f.business_id = p.scope and f.id = p.file_id
     where p.state = 'filed' and (f.id is null or f.state <> 'collecting' and p.round < f.round)`,
  );
  return rows.length;
}
