import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runSchedules } from './schedules.ts';

/** More for a campaign: `SCHEDULES=20000`. */
const schedules = Number(process.env.SCHEDULES ?? 1_000);
/** Of one seed: a database that is no larger, and as many at once as meet each other. */
const schedulesOfASeed = 2_000;

for (let seed = 1, left = schedules; left > 0; seed += 1, left -= schedulesOfASeed) {
  const count = Math.min(left, schedulesOfASeed);
  test(`of ${count} schedules (seed ${seed}) nobody is told what does not stay so`, async (t) => {
    const { findings } = await runSchedules(t, seed * 1_000, count);
    assert.deepEqual(findings, []);
  });
}
