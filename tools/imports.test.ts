import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startsProcesses, withImports } from './imports.ts';
import { testFiles } from './run-tests.ts';

test('a file that starts processes, itself or by what it imports of the tests, is known', () => {
  assert.ok(startsProcesses('test/simulation/broken-builds-found.deep.ts'));
  assert.ok(startsProcesses('test/e2e/tour.deep.ts'), 'a service');
  assert.ok(startsProcesses('test/browser/portal.deep.ts'), 'a browser');
  assert.ok(!startsProcesses('test/crash/charges.deep.ts'));
  assert.deepEqual(testFiles('test').filter(startsProcesses), []);
});

test('of what the service imports nothing counts', () => {
  const found = withImports('test/crash/charges.deep.ts');
  assert.ok(found.has('test/crash/fixture.ts'));
  assert.deepEqual(
    [...found].filter((file) => file.startsWith('src/')),
    [],
  );
});
