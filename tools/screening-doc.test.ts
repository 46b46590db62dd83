import { strict as assert } from 'node:assert';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { screeningDoc } from './screening-doc.ts';

test('the checked-in page about screening is current', () => {
  const page = new URL('../docs/operating/screening.md', import.meta.url);
  assert.equal(readFileSync(page, 'utf8'), screeningDoc(), 'run: npx node tools/screening-doc.ts');
});
