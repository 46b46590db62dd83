import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runSchedules } from './schedules.ts';

const schedulesOfEach = 2_000;

export function checkSchedules(seeds: readonly number[]): void {
  for (const seed of seeds) {
    test(`of ${schedulesOfEach} schedules (seed ${seed}) nobody is told what does not stay so`, async (t) => {
      const { findings } = await runSchedules(t, seed * 1_000, schedulesOfEach);
      assert.deepEqual(findings, []);
    });
  }
}
