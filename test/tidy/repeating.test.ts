import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { seedOf } from '../size.ts';

test('a property that fails says the seed and the command that repeats it, and why it failed', async () => {
  const again = new RegExp(
    `repeat it: TEST_SIZE=\\w+ TEST_SEED=${seedOf('fast-check')} npm run t test/tidy/repeating\\.test\\.ts$`,
  );
  const isNo = new Error('no');
  const fail = () => {
    throw isNo;
  };
  const told = { message: again, cause: isNo };
  assert.throws(() => fc.assert(fc.property(fc.nat(), fail)), told);
  await assert.rejects(fc.assert(fc.asyncProperty(fc.nat(), async () => fail())), told);
});
