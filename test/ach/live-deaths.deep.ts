import assert from 'node:assert/strict';
import { test } from 'node:test';
import { advanceEntries } from '../../src/ach/files/advance.ts';
import { changeFile, readFile } from '../../src/ach/files/file-store.ts';
import { makeFiles, resumeFiles } from '../../src/ach/files/make-files.ts';
import { rejectFile } from '../../src/ach/files/reject-file.ts';
import type { World } from '../../src/world.ts';
import { life } from '../crash-world.ts';
import { type LiveWeek, openLiveWeek } from './live-week.ts';
import { lastFile, why } from './returned-payment.ts';

/** Work is begun by a life that is a moment longer each time, until it survives; `judge` sees what is left. */
async function dieUntilDone(
  week: LiveWeek,
  prepare: () => Promise<{
    readonly work: (world: World) => Promise<unknown>;
    readonly judge: (moment: number) => Promise<void>;
  }>,
): Promise<void> {
  for (let moment = 1; moment < 300; moment += 1) {
    const { work, judge } = await prepare();
    const crashing = life(moment);
    const world = await week.fixture.open(crashing);
    crashing.begin();
    await work(world).catch(() => {});
    const hasDied = crashing.isOver;
    week.fixture.clock.pass(5 * 60_000);
    await week.drain();
    await judge(moment);
    if (hasDied) continue;
    assert.ok(moment > 1, `only ${moment} moments`);
    assert.deepEqual(await week.shops[0]!.findings(), []);
    return;
  }
  assert.fail('it never survives');
}

test('whoever makes a live file may die at every moment: each entry stands in one file, once', async (t) => {
  const week = await openLiveWeek(t, 2);
  await dieUntilDone(week, async () => {
    const paid = await week.pay();
    week.untilCutoff();
    return {
      work: makeFiles,
      async judge(moment) {
        assert.deepEqual(await week.states(paid), both('originated'), `death at moment ${moment}`);
        await week.sentOnce();
      },
    };
  });
});

test('whoever rejects a live file may die at every moment: it is rejected by all businesses or by none', async (t) => {
  const week = await openLiveWeek(t, 2);
  const ends = new Set<string>();
  await dieUntilDone(week, async () => {
    const { file, paid } = await week.sendAll();
    return {
      work: (world) => rejectFile(world, file, why),
      async judge(moment) {
        const { state } = (await readFile(week.fixture.db, file))!;
        ends.add(state);
        const expected = both(state === 'rejected' ? 'queued' : 'originated');
        assert.deepEqual(await week.states(paid), expected, `death at moment ${moment}`);
      },
    };
  });
  assert.deepEqual([...ends].toSorted(), ['delivered', 'rejected']);
});

test('whoever finds that a file is not to be rejected may die at every moment: it settles for all businesses', async (t) => {
  const week = await openLiveWeek(t, 2);
  const { fixture, shops } = week;
  let files = 0;
  await dieUntilDone(week, async () => {
    const { file, paid } = await week.sendAll();
    files += 1;
    await week.untilSettlement(paid);
    assert.equal(await advanceEntries(shops[0]!.world, shops[1]!.businessId), 1);
    const lease = { state: 'rejecting', resolveAt: fixture.clock.now() } as const;
    assert.ok(await changeFile(fixture.db, file, lease));
    return {
      work: resumeFiles,
      async judge(moment) {
        assert.equal((await lastFile({ ...shops[0]!, businessId: 0n })).state, 'delivered');
        assert.deepEqual(await week.states(paid), both('settled'), `death at moment ${moment}`);
        const acts = await fixture.db.query(
          `select n from audit_trail where act = 'ach_file.not_rejected'`,
        );
        assert.equal(acts.length, files);
      },
    };
  });
});

function both(state: string): string[] {
  return [state, state];
}
