import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { correctionRule, correctionRules } from '../src/ach/correction-codes.ts';
import { returnRule, returnRules } from '../src/ach/return-codes.ts';
import { achCodesDoc } from './ach-codes-doc.ts';

test('the page has one row for each code, and says what its rule says', () => {
  const rows = [...achCodesDoc().matchAll(/^\| ([RC]\d\d)( †)? \| ([^|]+) \|/gm)];
  assert.equal(rows.length, returnRules.length + correctionRules.length);
  for (const [, code = '', mark, title = ''] of rows) {
    const rule = code.startsWith('R') ? returnRule(code) : correctionRule(code);
    assert.notEqual(rule.title, 'Not a known code', code);
    assert.ok(title.startsWith(rule.title), code);
    assert.equal(mark !== undefined, 'isUnauthorized' in rule && rule.isUnauthorized, code);
  }
});
