import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matching } from './matching.ts';

test('only what is given is asked for, in its place', () => {
  assert.deepEqual(matching({ state: 'open', phone: undefined, id: 7n }, 2), {
    sql: ' and state = $3 and id = $4',
    values: ['open', 7n],
  });
  assert.deepEqual(matching({ state: undefined }, 1), { sql: '', values: [] });
});
