import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startsProcesses, withImports } from './imports.ts';

test('of what the service imports nothing counts', () => {
  const found = withImports('test/crash/charges.deep.ts');
  assert.ok(found.has('test/crash/fixture.ts'));
  assert.deepEqual(
    [...found].filter((file) => file.startsWith('src/')),
    [],
  );
});

test('a file that starts processes is told by what it imports, directly or through others', () => {
  const [charges, ...others] = ['crash/charges', 'browser/menus', 'cli/processes', 'e2e/kills'];
  assert.ok(!startsProcesses(`test/${charges}.deep.ts`));
  for (const name of others) assert.ok(startsProcesses(`test/${name}.deep.ts`), name);
});
