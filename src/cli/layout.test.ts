import assert from 'node:assert/strict';
import { test } from 'node:test';
import { facts, rowsOf, sections, table, toJson } from './layout.ts';

test('columns are as wide as their widest cell', () => {
  const rows = [
    [1n, 'Zoë', undefined],
    [100_002n, 'Park', new Date('2030-01-15T15:00:00.123Z')],
  ];
  assert.equal(
    table(['id', 'name', 'at'], rows),
    'id      name  at\n1       Zoë\n100002  Park  2030-01-15T15:00:00Z',
  );
});

test('what is not there is left out', () => {
  assert.equal(facts({ id: 7n, name: '', 'sent at': undefined, last: null, n: 0 }), 'id  7\nn   0');
  const nothing = rowsOf(['a'], [], () => []);
  assert.equal(sections({ '': 'id  7', keys: nothing, more: 'a\nb' }), 'id  7\n\nMore\n  a\n  b');
});

test('what somebody sent does not move the cursor', () => {
  assert.equal(facts({ name: '\u001b[2JPark\nFlowers' }), 'name   [2JPark Flowers');
});

test('JSON has ids as texts and nothing that is not there', () => {
  const data = { id: 2n ** 60n, at: new Date(0), none: null, list: [1, 'a'] };
  const text = '{"id":"1152921504606846976","at":"1970-01-01T00:00:00.000Z","list":[1,"a"]}';
  assert.deepEqual(JSON.parse(toJson(data)), JSON.parse(text));
});
