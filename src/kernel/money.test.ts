import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  amountWithCode,
  formatMoney,
  maxCents,
  moneyWords,
  parseAmountToPay,
  parseMoney,
} from './money.ts';
import type { Parsed } from './parsed.ts';

const cents = fc.bigInt({ min: 0n, max: maxCents });

test('an amount may have no, one or two decimals', () => {
  const good: [string, bigint][] = [
    ['1', 100n],
    ['1.5', 150n],
    ['1.10', 110n],
    ['10.00', 1000n],
    ['0', 0n],
    ['0.00', 0n],
    ['0.01', 1n],
    ['0.1', 10n],
    ['007.50', 750n],
    ['00000000000000000000000000001.00', 100n],
    ['999999.99', maxCents],
    ['999999', 99_999_900n],
    // A float would make these wrong by a cent.
    ['1.15', 115n],
    ['8.41', 841n],
    ['262144.43', 26_214_443n],
  ];
  for (const [text, value] of good) assert.deepEqual(parseMoney(text), { ok: true, value }, text);
});

test('what is not plainly an amount is refused', () => {
  const bad = [
    '',
    '.',
    '.5',
    '5.',
    '1.',
    '1.234',
    '1.100',
    '1.2.3',
    '1..2',
    '+1',
    '-1',
    '-0',
    '$1',
  ];
  bad.push(
    '1,000.00',
    '1,5',
    '1 000',
    ' 1',
    '1 ',
    '1e2',
    '1E2',
    '1.0e1',
    '0x10',
    'Infinity',
    'NaN',
  );
  bad.push(
    '١٢',
    '１.00',
    '1۔5',
    '1_000',
    '12a',
    '1:',
    '1/',
    'a',
    '1.a',
    '1.0\n',
    '\u00001',
    '0'.repeat(33),
  );
  for (const text of bad) assert.equal(codeOf(parseMoney(text)), 'malformed', JSON.stringify(text));
});

test('an amount above 999,999.99 is refused', () => {
  for (const text of ['1000000', '1000000.00', '999999999999.99', '9'.repeat(32)]) {
    assert.equal(codeOf(parseMoney(text)), 'too_large', text);
  }
});

test('zero is an amount, but not one to pay', () => {
  for (const text of ['0', '0.0', '0.00', '000']) {
    assert.deepEqual(parseMoney(text), { ok: true, value: 0n });
    assert.equal(codeOf(parseAmountToPay(text)), 'too_small');
  }
  assert.deepEqual(parseAmountToPay('0.01'), { ok: true, value: 1n });
  assert.equal(codeOf(parseAmountToPay('1e2')), 'malformed');
});

test('cents are shown with two decimals, also below zero', () => {
  const shown: [bigint, string][] = [
    [0n, '0.00'],
    [5n, '0.05'],
    [100n, '1.00'],
    [123_456n, '1234.56'],
    [-5n, '-0.05'],
    [-12_345n, '-123.45'],
  ];
  for (const [amount, text] of shown) assert.equal(formatMoney(amount), text);
});

test('every amount reads back as it was shown', () => {
  fc.assert(
    fc.property(cents, (amount) => {
      assert.deepEqual(parseMoney(formatMoney(amount)), { ok: true, value: amount });
    }),
  );
});

test('a larger amount is never shown as a smaller number', () => {
  fc.assert(
    fc.property(cents, cents, (one, other) => {
      assert.equal(one < other, Number(formatMoney(one)) < Number(formatMoney(other)));
    }),
  );
});

test('whatever the text, the answer agrees with a plain pattern', () => {
  const texts = fc.oneof(
    fc.stringMatching(/^[0-9.,+$e -]{0,12}$/),
    fc.stringMatching(/^[0-9]{1,9}(\.[0-9]{0,3})?$/),
    fc.string(),
  );
  fc.assert(
    fc.property(texts, (text) => {
      const shape = /^([0-9]+)(?:\.([0-9]{1,2}))?$/.exec(text);
      const expected = shape && BigInt(shape[1]! + (shape[2] ?? '').padEnd(2, '0'));
      const money = parseMoney(text);
      const taken = expected !== null && expected <= maxCents;
      assert.equal(money.ok, taken);
      if (money.ok) assert.equal(money.value, expected);
    }),
    { numRuns: 2000 },
  );
});

function codeOf<T>(result: Parsed<T>): string {
  return result.ok ? 'ok' : result.code;
}

test('people read of every amount in which dollars it is', () => {
  assert.equal(moneyWords(123450n, 'USD'), '$1,234.50');
  assert.equal(moneyWords(-5n, 'USD'), '-$0.05');
  assert.equal(moneyWords(123450n, 'CAD'), 'CA$1,234.50');
  assert.equal(moneyWords(-123456789n, 'CAD'), '-CA$1,234,567.89');
});

test('tables name every currency but US dollars', () => {
  assert.equal(amountWithCode(1250n, 'USD'), '12.50');
  assert.equal(amountWithCode(-1250n, 'CAD'), '-12.50 CAD');
});
