import assert from 'node:assert/strict';
import { test } from 'node:test';
import { customersKnown } from './search.ts';

function statements(q: string): string {
  const values: unknown[] = [1n];
  return customersKnown(q, (value) => `$${values.push(value)}`).join(' union all ');
}

test('texts of however many words are searched by few statements', () => {
  const texts = Array.from({ length: 50 }, (_, n) => 'a'.concat(' a'.repeat(n)));
  assert.equal(new Set(texts.map(statements)).size, 5);
});
