import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { correctedDataLength, correctionRule, correctionRules } from './correction-codes.ts';

test('every code from C01 to C14 and from C61 to C69 has one row', () => {
  const numbers = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14];
  numbers.push(61, 62, 63, 64, 65, 66, 67, 68, 69);
  const expected = numbers.map((number) => `C${`${number}`.padStart(2, '0')}`);
  assert.deepEqual(
    correctionRules.map(({ code }) => code),
    expected,
  );
  assert.equal(new Set(correctionRules.map(({ title }) => title)).size, expected.length);
});

test('the columns of a code lie within the corrected data and nowhere over each other', () => {
  for (const { code, columns } of correctionRules) {
    let last = 0;
    for (const [from, to] of Object.values(columns).toSorted(([a], [b]) => a - b)) {
      assert.ok(from > last && to >= from && to <= correctedDataLength, code);
      last = to;
    }
  }
});

test('a token is corrected by exactly those codes that carry a number or kind of an account', () => {
  const bankFields = ['accountNumber', 'routingNumber', 'accountKind'];
  for (const { code, action, columns } of correctionRules) {
    const carries = Object.keys(columns).some((field) => bankFields.includes(field));
    assert.equal(action === 'correct_token', carries, code);
  }
  const correcting = correctionRules.filter(({ action }) => action === 'correct_token');
  assert.deepEqual(
    correcting.map(({ code }) => code),
    ['C01', 'C02', 'C03', 'C05', 'C06', 'C07'],
  );
});

test('a refused notification is stored, since nobody waits for us', () => {
  for (const { code, action, columns } of correctionRules) {
    assert.equal(action === 'store', code >= 'C61', code);
    if (code >= 'C61') assert.deepEqual(columns, {});
  }
});

test('of a correction that nobody knows a person makes sense', () => {
  for (const code of ['C00', 'C15', 'C60', 'C70', 'c01', 'R01', '', 'constructor']) {
    assert.deepEqual(correctionRule(code).columns, {});
    assert.equal(correctionRule(code).action, 'ask_person');
    assert.equal(correctionRule(code).code, code);
  }
});
