import assert from 'node:assert/strict';
import { test } from 'node:test';
import { advanceEntries } from '../../src/ach/files/advance.ts';
import type { ClearingFile } from '../../src/ach/files/file.ts';
import { makeFiles, resumeFiles } from '../../src/ach/files/make-files.ts';
import { rejectFile } from '../../src/ach/files/reject-file.ts';
import { Refusal } from '../../src/kernel/refusal.ts';
import type { World } from '../../src/world.ts';
import { endedOrHeldUp, pauseAt } from '../pause.ts';
import { waitFor } from './live-shops.ts';
import { openLiveWeek } from './live-week.ts';
import { why } from './returned-payment.ts';
import { newYork } from './returns-fixture.ts';

const mostMoments = 300;

test('a maker of a live file that wakes up after another went on sends nothing twice, and what it adds goes with the next', async (t) => {
  const week = await openLiveWeek(t, 3);
  const { fixture } = week;
  const late = week.shops[2]!;
  let strays = 0;
  for (let moment = 1; moment < mostMoments; moment += 1) {
    const paid = await week.pay();
    await waitFor(late, newYork('2050-01-15 20:00'));
    const cutoffAt = week.untilCutoff();
    const sleeper = pauseAt(moment);
    const world = await fixture.open(sleeper);
    sleeper.begin();
    const made = makeFiles(world);
    await Promise.race([sleeper.stands, made]);
    const { isStanding } = sleeper;
    fixture.clock.pass(10 * 60_000);
    // What the sleeper holds locked, others wait for.
    const resumed = resumeFiles(await fixture.open());
    await endedOrHeldUp(fixture.db, resumed);
    // A business that has nothing in the file yet; the sleeper's own look would still find it.
    await waitFor(late, cutoffAt);
    sleeper.goOn();
    await made;
    await resumed;
    strays += await countStrays(fixture.db);
    await week.drain();
    week.untilCutoff();
    await week.drain();
    for (const state of await week.states(paid)) {
      assert.ok(['originated', 'settled'].includes(state), `${state} at moment ${moment}`);
    }
    await week.sentOnce();
    if (isStanding) continue;
    assert.ok(moment > 30, `only ${moment} moments`);
    assert.ok(strays > 0, 'the sleeper never added anything late');
    assert.deepEqual(await late.findings(), []);
    return;
  }
  assert.fail('it never ends');
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
    const { fixture } = week;
    const ends = new Set<string>();
    for (let moment = 1; moment < mostMoments; moment += 1) {
      const { file, paid } = await week.sendAll();
      await week.untilSettlement(paid);
      const { sleeps, runs } = race(file);
      const sleeper = pauseAt(moment);
      const world = await fixture.open(sleeper);
      sleeper.begin();
      const slept = sleeps(world);
      await Promise.race([sleeper.stands, slept]);
      const { isStanding } = sleeper;
      const ran = runs(await fixture.open());
      await endedOrHeldUp(fixture.db, ran);
      sleeper.goOn();
      await slept;
      await ran;
      await week.drain();
      const states = await week.states(paid);
      ends.add(states.join());
      if (!isStanding) break;
    }
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
