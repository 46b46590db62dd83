import assert from 'node:assert/strict';
import { test } from 'node:test';
import { programOf } from './version.ts';

test('the commit is known where the build wrote it down', () => {
  const version = '0.2.0';
  assert.deepEqual(programOf(JSON.stringify({ version })), { version, commit: undefined });
  assert.deepEqual(programOf(JSON.stringify({ version, gitHead: '1a2b' })), {
    version,
    commit: '1a2b',
  });
});
