import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawing, type Size, sizeOf } from '../size.ts';
import { runSchedules } from './schedules.ts';

/** Of one seed: a database that is no larger, and as many at once as meet each other. */
const schedulesOfASeed = 2_000;
const ends = ['captured', 'canceled', 'voided', 'follow-up succeeded', 'batch reconciled'];

export function testSchedules(size?: Size): void {
  const schedules = sizeOf({ gate: 500, usual: 1_000, full: 20_000 }, size);
  const count = Math.min(schedules, schedulesOfASeed);
  for (let part = 1; part <= schedules / count; part += 1) {
    test(`of ${count} schedules nobody is told what does not stay so (part ${part})`, async (t) => {
      await drawing({ name: 'simulation/schedules', size }, async (seed) => {
        const { findings, endedAs } = await runSchedules(t, seed + part, count);
        assert.deepEqual(findings, []);
        for (const end of ends) {
          assert.ok((endedAs[end] ?? 0) > 0, `none ended as ${end}: ${JSON.stringify(endedAs)}`);
        }
      });
    });
  }
}
