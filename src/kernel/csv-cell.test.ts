import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvLine, isFormula, textOfCell } from './csv-cell.ts';

test('what begins like a formula is written as a text, and read as it was', () => {
  const texts = ['=1+1', '+1 212', '-x', '@SUM(A1)', '\tx', "'=1", "''@x", "it's", "'quoted'", 'a'];
  for (const text of texts) {
    const cell = csvLine([text]).slice(0, -2);
    assert.doesNotMatch(cell, /^[=+\-@\t\r]/);
    assert.equal(textOfCell(cell), text);
  }
});

test('numbers and objects are written as they are, and quotes are doubled', () => {
  assert.equal(
    csvLine([-5, true, null, undefined, 'a,"b"', { a: 1 }]),
    '-5,true,,,"a,""b""","{""a"":1}"\r\n',
  );
});

test('phones and numbers are no formulas', () => {
  assert.deepEqual(
    ['=A1', ' =A1', '@x', "+cmd|' /C calc'!A0", '-a'].map(isFormula),
    Array(5).fill(true),
  );
  assert.deepEqual(
    ["'=A1", '+1 (212) 555-0100', '-12.50', '--', 'a=b', ''].map(isFormula),
    Array(6).fill(false),
  );
});
