import assert from 'node:assert/strict';
import { test } from 'node:test';
import { someAtOnce } from './some-at-once.ts';

const numbers = Array.from({ length: 30 }, (_, at) => at);

test('one that takes long holds up no other, and a few are under way at once', async () => {
  const slow = Promise.withResolvers<void>();
  const others = Promise.withResolvers<void>();
  let underWay = 0;
  let most = 0;
  let ended = 0;
  const sum = someAtOnce(numbers, async (one) => {
    underWay += 1;
    most = Math.max(most, underWay);
    if (one === 0) await slow.promise;
    await Promise.resolve();
    underWay -= 1;
    ended += 1;
    if (ended === numbers.length - 1) others.resolve();
    return one;
  });
  await others.promise;
  slow.resolve();
  assert.equal(await sum, (29 * 30) / 2);
  assert.equal(most, 8);
});

test('after a failure none is begun, and it is thrown once those under way have ended', async () => {
  const slow = Promise.withResolvers<void>();
  const begun: number[] = [];
  let isOver = false;
  const sum = someAtOnce(numbers, async (one) => {
    begun.push(one);
    if (one === 3) throw new Error('no');
    await slow.promise;
    return one;
  });
  const over = sum.finally(() => {
    isOver = true;
  });
  over.catch(() => {});
  await new Promise(setImmediate);
  assert.equal(isOver, false);
  slow.resolve();
  await assert.rejects(over, /^Error: no$/);
  assert.deepEqual(begun, numbers.slice(0, 8));
});

test('nothing is nothing', async () => {
  assert.equal(await someAtOnce([], async () => 1), 0);
});
