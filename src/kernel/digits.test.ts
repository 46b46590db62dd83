import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  abaCheckDigitValid,
  abaValid,
  allDigits,
  allSameDigit,
  digitPlaces,
  foldDigits,
  luhnValid,
  mayHoldDigits,
} from './digits.ts';

const digit = fc.integer({ min: 0, max: 9 });
const luhnNumber = fc.array(digit, { minLength: 1, maxLength: 30 }).map(withLuhnDigit);
const routingNumber = fc
  .array(digit, { minLength: 8, maxLength: 8 })
  .map(withAbaDigit)
  .filter((text) => text !== '000000000');

test('numbers with the right Luhn digit pass, be they short or long', () => {
  for (const text of ['0', '18', '79927398713', '4242424242424242', '0'.repeat(40)]) {
    assert.equal(luhnValid(text), true, text);
  }
  for (const text of ['', '1', '79927398710', '4242424242424243', '42 42', '٤٢', '4242-', 'x']) {
    assert.equal(luhnValid(text), false, text);
  }
});

test('Luhn notices every single wrong digit', () => {
  fc.assert(
    fc.property(luhnNumber, fc.nat(), fc.integer({ min: 1, max: 9 }), (text, where, change) => {
      assert.equal(luhnValid(text), true);
      assert.equal(luhnValid(withDigitChanged(text, where % text.length, change)), false);
    }),
  );
});

test('Luhn notices every swap of neighbours but 09 and 90', () => {
  fc.assert(
    fc.property(luhnNumber, fc.nat(), (text, where) => {
      const at = where % (text.length - 1);
      const pair = text.slice(at, at + 2);
      const swapped = text.slice(0, at) + pair[1]! + pair[0]! + text.slice(at + 2);
      const unnoticed = pair[0] === pair[1] || pair === '09' || pair === '90';
      assert.equal(luhnValid(swapped), unnoticed);
    }),
  );
});

test('routing numbers of real banks pass', () => {
  const real = ['021000021', '011401533', '091000019', '026009593', '121000248', '322271627'];
  real.push('111000025', '064000017', '000000518', '800000019', '110000000');
  for (const text of real) assert.equal(abaValid(text), true, text);
});

test('a routing number needs nine digits, its check digit and a prefix of the Federal Reserve', () => {
  for (const text of [
    '',
    '02100002',
    '0210000210',
    '021000022',
    '02100002a',
    ' 21000021',
    '000000000',
  ]) {
    assert.equal(abaValid(text), false, text);
    assert.equal(abaCheckDigitValid(text), false, text);
  }
  // Valid check digits, prefixes that were never assigned.
  for (const text of ['490000018', '130000006', '990000000', '600000002', '810000009']) {
    assert.equal(abaCheckDigitValid(text), true, text);
    assert.equal(abaValid(text), false, text);
  }
});

test('exactly the prefixes 00 to 12, 21 to 32, 61 to 72 and 80 are given out', () => {
  const taken: number[] = [];
  for (let prefix = 0; prefix < 100; prefix += 1) {
    const payload = [Math.floor(prefix / 10), prefix % 10, 1, 2, 3, 4, 5, 6];
    if (abaValid(withAbaDigit(payload))) taken.push(prefix);
  }
  assert.deepEqual(taken, [...range(0, 12), ...range(21, 32), ...range(61, 72), 80]);
});

test('the routing check notices every single wrong digit', () => {
  fc.assert(
    fc.property(routingNumber, fc.nat(8), fc.integer({ min: 1, max: 9 }), (text, at, change) => {
      assert.equal(abaCheckDigitValid(text), true);
      assert.equal(abaCheckDigitValid(withDigitChanged(text, at, change)), false);
    }),
  );
});

test('only ASCII digits are digits', () => {
  for (const text of ['0', '9', '0123456789']) assert.equal(allDigits(text), true, text);
  for (const text of ['', '/', ':', '1 ', '-1', '１', '٣', '1\n'])
    assert.equal(allDigits(text), false, text);
});

test('digits of every script are read', () => {
  const rows = ['٠١٢٣٤٥٦٧٨٩', '०१२३४५६७८९', '０１２３４５６７８９', '𝟎𝟏𝟐𝟑𝟒𝟓𝟔𝟕𝟖𝟗', '𝟶𝟷𝟸𝟹𝟺𝟻𝟼𝟽𝟾𝟿'];
  for (const row of rows) assert.equal(foldDigits(`x${row}ü`), 'x0123456789ü');
  for (const text of ['', '0123', 'naïve ½ Ⅳ ²']) assert.equal(foldDigits(text), text);
});

test('whoever looks for many digits passes over texts with fewer', () => {
  assert.equal(mayHoldDigits('1 Main Street 23', 4), false);
  assert.equal(mayHoldDigits('1 Main Street 234', 4), true);
  assert.equal(mayHoldDigits('٤٢٤٢', 4), true);
  assert.deepEqual(digitPlaces('a1b23'), [1, 3, 4]);
});

test('a row of one digit is seen as such', () => {
  for (const text of ['0', '0000', '7777777']) assert.equal(allSameDigit(text), true, text);
  for (const text of ['', '0001', '1000', 'aaaa']) assert.equal(allSameDigit(text), false, text);
});

/** By the definition, from the right: the digit that brings the sum to a multiple of ten. */
function withLuhnDigit(payload: number[]): string {
  const sum = payload
    .toReversed()
    .map((value, place) => (place % 2 === 0 ? 2 * value : value))
    .map((value) => (value > 9 ? value - 9 : value))
    .reduce((total, value) => total + value, 0);
  return `${payload.join('')}${(10 - (sum % 10)) % 10}`;
}

function withAbaDigit(payload: number[]): string {
  const weights = [3, 7, 1, 3, 7, 1, 3, 7];
  const sum = payload.reduce((total, value, place) => total + value * weights[place]!, 0);
  return `${payload.join('')}${(10 - (sum % 10)) % 10}`;
}

function withDigitChanged(text: string, at: number, change: number): string {
  return text.slice(0, at) + String((Number(text[at]) + change) % 10) + text.slice(at + 1);
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, step) => from + step);
}
