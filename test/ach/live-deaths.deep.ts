import assert from 'node:assert/strict';
import { test } from 'node:test';
import { advanceEntries } from '../../src/ach/files/advance.ts';
import { changeFile, readFile } from '../../src/ach/files/file-store.ts';
import { makeFiles, resumeFiles } from '../../src/ach/files/make-files.ts';
import { rejectFile } from '../../src/ach/files/reject-file.ts';
import type { World } from '../../src/world.ts';
import { everyLife } from '../crash-world.ts';
import { type LiveWeek, openLiveWeek } from './live-week.ts';
import { lastFile, why } from './returned-payment.ts';

type Prepared = {
  readonly work: (world: World) => Promise<unknown>;
  readonly judge: () => Promise<void>;
};

/** Work is begun by a life that is a moment longer each time, until it survives; `judge` sees what is left. */
async function dieUntilDone(week: LiveWeek, prepare: () => Promise<Prepared>): Promise<void> {
  const { fixture, shops } = week;
  await everyLife(
    { name: 'ach/live-deaths' },
    {
      open: fixture.open,
      before: prepare,
      act: (crashing, { work }) => work(crashing),
      async others() {
        fixture.clock.pass(5 * 60_000);
        await week.drain();
      },
      judge: ({ judge }) => judge(),
      alike: 2,
    },
  );
  assert.deepEqual(await shops[0]!.findings(), []);
}

test('whoever makes a live file may die at every moment: each entry stands in one file, once', async (t) => {
  const week = await openLiveWeek(t, 2);
  await dieUntilDone(week, async () => {
    const paid = await week.pay();
    week.untilCutoff();
    return {
      work: makeFiles,
      async judge() {
        assert.deepEqual(await week.states(paid), both('originated'));
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
      async judge() {
        const { state } = (await readFile(week.fixture.db, file))!;
        ends.add(state);
        const expected = both(state === 'rejected' ? 'queued' : 'originated');
        assert.deepEqual(await week.states(paid), expected);
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
      async judge() {
        assert.equal((await lastFile({ ...shops[0]!, businessId: 0n })).state, 'delivered');
        assert.deepEqual(await week.states(paid), both('settled'));
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
