import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createElapsed } from './elapsed.ts';

test('the time for which the machine was suspended counts, each time, and nothing else does', () => {
  let running = 500;
  let up = 90_000;
  const elapsedMs = createElapsed({ runningMs: () => running, upMs: () => up });
  const pass = (runningMs: number, upMs = runningMs) => {
    running += runningMs;
    up += upMs;
  };
  assert.equal(elapsedMs(), 500);
  pass(20_000);
  assert.equal(elapsedMs(), 20_500);
  // Where it is told in whole seconds.
  pass(900, 0);
  assert.equal(elapsedMs(), 21_400);
  pass(100, 1_000);
  assert.equal(elapsedMs(), 21_500);
  pass(10, 600_010);
  assert.equal(elapsedMs(), 621_510);
  pass(50);
  assert.equal(elapsedMs(), 621_560);
  pass(10, 7_200_010);
  assert.equal(elapsedMs(), 7_821_570);
});

test('a system is not asked with every call', () => {
  let running = 0;
  let asked = 0;
  const elapsedMs = createElapsed({
    runningMs: () => running,
    upMs: () => {
      asked += 1;
      return running;
    },
  });
  for (; running < 100; running += 1) elapsedMs();
  assert.ok(asked <= 11, `${asked} times`);
});
