import assert from 'node:assert/strict';
import { test } from 'node:test';
import { together } from './readiness.ts';

test('who asks while an answer is being found gets that one, unless it is not found for a second', async () => {
  let at = 0;
  const found: PromiseWithResolvers<string>[] = [];
  const ask = together(
    () => new Date(at),
    () => {
      const one = Promise.withResolvers<string>();
      found.push(one);
      return one.promise;
    },
  );
  const first = [ask(), ask()];
  assert.equal(found.length, 1);
  at = 1000;
  const second = [ask(), ask()];
  assert.equal(found.length, 2);
  found[1]!.resolve('ready');
  assert.deepEqual(await Promise.all(second), ['ready', 'ready']);
  const third = ask();
  assert.equal(found.length, 3);
  found[0]!.resolve('late');
  assert.deepEqual(await Promise.all(first), ['late', 'late']);
  // The late one ends nothing but itself.
  const fourth = ask();
  assert.equal(found.length, 3);
  found[2]!.reject(new Error('gone'));
  await assert.rejects(third);
  await assert.rejects(fourth);
});
