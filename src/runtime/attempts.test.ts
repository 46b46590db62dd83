import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { Refusal } from '../kernel/refusal.ts';
import { createAttempts, noRoom } from './attempts.ts';
import { createLimiter } from './rate-limiter.ts';

/** Allows three wrong attempts, and gives none back during the test. */
function attempts() {
  return createAttempts(createLimiter({ burst: 3, perSecond: 1, now: () => new Date(0) }));
}

const wrong = async () => {
  await turn();
  return undefined;
};
const right = async () => {
  await turn();
  return 'right';
};

test('of a thousand wrong ones at once no more are judged than one after the other', async () => {
  const { judge } = attempts();
  let judged = 0;
  const guess = () =>
    judge('a', async () => {
      judged += 1;
      return await wrong();
    });
  const answers = await Promise.all(Array.from({ length: 1000 }, guess));
  assert.equal(judged, 3);
  assert.equal(answers.filter((answer) => answer === noRoom).length, 997);
});

test('of a thousand right ones at once none is refused', async () => {
  const { judge } = attempts();
  const answers = await Promise.all(Array.from({ length: 1000 }, () => judge('a', right)));
  assert.ok(answers.every((answer) => answer === 'right'));
  assert.equal(await judge('a', wrong), undefined);
});

test('once too many were wrong, a right one is refused as well, and other names are not', async () => {
  const { judge } = attempts();
  for (let times = 0; times < 3; times += 1) await judge('a', wrong);
  assert.equal(await judge('a', right), noRoom);
  assert.equal(await judge('b', right), 'right');
});

test('a fault counts as nothing, and a refusal as wrong', async () => {
  const { judge } = attempts();
  const failing = (error: Error) => judge('a', () => Promise.reject(error));
  for (let times = 0; times < 9; times += 1) await assert.rejects(failing(new Error('lost')));
  for (let times = 0; times < 3; times += 1) await assert.rejects(failing(new Refusal('busy')));
  assert.equal(await judge('a', right), noRoom);
});
