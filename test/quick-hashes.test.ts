import assert from 'node:assert/strict';
import { argon2 } from 'node:crypto';
import { test } from 'node:test';
import { quickArgon2 } from './quick-hashes.ts';

const recommended = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };
const given = { message: 'orchid', nonce: Buffer.alloc(16), ...recommended };

test('a test that computes a slow hash fails if less is asked for than is recommended', () => {
  const compute = quickArgon2(argon2, () => true);
  const done = () => assert.fail('it was computed');
  for (const less of [{ memory: 19_455 }, { passes: 1 }, { tagLength: 16 }]) {
    assert.throws(() => compute('argon2id', { ...given, ...less }, done), /19456/, `${less}`);
  }
  assert.throws(() => compute('argon2i', given, done), /argon2id/);
});
