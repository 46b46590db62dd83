import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { phoneType, phoneTypes } from '../src/parties/phones/phone-type.ts';
import { phoneTypesDoc } from './phone-types-doc.ts';

test('the page names every kind', () => {
  for (const type of phoneTypes) assert.ok(phoneTypesDoc().includes(`\`${type}\``), type);
});

test('what the page says of its test numbers is what they answer', () => {
  const rows = [
    ...phoneTypesDoc().matchAll(/^\| 555-(\d{4}) to 555-(\d{4}) \| `(\w+)` \| (.+) \|$/gm),
  ];
  assert.equal(rows.length, 5);
  for (const [, from, to, type, carrier] of rows) {
    for (const line of [from, to]) {
      const facts = phoneType(`212555${line}`, 'sandbox');
      assert.deepEqual([facts.type, facts.carrier ?? 'null'], [type, carrier]);
    }
  }
});
