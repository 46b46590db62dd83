import assert from 'node:assert/strict';
import { test } from 'node:test';
import { statementNames } from './statement-names.ts';

test('only so many texts get names, and those that have one keep it', () => {
  const nameOf = statementNames(2);
  const names = ['select 1', 'select 2', 'select 3', 'select 1', 'select 3'].map(nameOf);
  assert.deepEqual(
    names.map((name) => name !== undefined),
    [true, true, false, true, false],
  );
  assert.equal(names[3], names[0]);
  assert.notEqual(names[1], names[0]);
});
