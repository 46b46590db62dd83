import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withImports } from './imports.ts';

test('of what the service imports nothing counts', () => {
  const found = withImports('test/crash/charges.deep.ts');
  assert.ok(found.has('test/crash/fixture.ts'));
  assert.deepEqual(
    [...found].filter((file) => file.startsWith('src/')),
    [],
  );
});
