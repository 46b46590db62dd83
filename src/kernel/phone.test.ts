import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { hasGeographicArea, parsePhone, phoneTyped, textable } from './phone.ts';

const tenDigits = fc.stringMatching(/^[0-9]{10}$/);

test('up to ten digits are taken as they are', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[0-9]{1,10}$/), (text) => {
      assert.deepEqual(parsePhone(text), { ok: true, value: text });
    }),
  );
});

test('a leading 1 or +1 before ten digits is dropped', () => {
  fc.assert(
    fc.property(tenDigits, fc.constantFrom('1', '+1'), (text, prefix) => {
      assert.deepEqual(parsePhone(prefix + text), { ok: true, value: text });
    }),
  );
});

test('formatting, other countries and too many digits are refused', () => {
  const bad = [
    '',
    '212-555-1234',
    '(212) 555-1234',
    '212 555 1234',
    '212.555.1234',
    '+12125551',
    '+',
  ];
  bad.push(
    '+442071838750',
    '22125551234',
    '112125551234',
    '+1+2125551234',
    '1 2125551234',
    '２125551234',
  );
  bad.push('2125551234x5', '+1212555123a', '1212555123a', '++12125551234', '+112125551234');
  for (const text of bad) {
    const phone = parsePhone(text);
    assert.equal(phone.ok ? 'ok' : phone.code, 'malformed', text);
  }
});

test('a number that is typed to find somebody is read in any form, also its beginning', () => {
  const whole = ['2125551234', '(212) 555-1234', '212.555.1234', '+1 212 555 1234', '+12125551234'];
  whole.push('1-212-555-1234', ' 1 (212) 555 1234');
  for (const text of whole) assert.equal(phoneTyped(text), '2125551234', text);
  for (const text of ['(212) 555', '+1 212 555', '212555'])
    assert.equal(phoneTyped(text), '212555', text);
  for (const text of ['', '21255', '+1 212', '+442071838750', '212555123x', '22125551234', '48.20'])
    assert.equal(phoneTyped(text), undefined, text);
});

test('a text goes to numbers in the North American shape only', () => {
  for (const text of ['2125551234', '9892000000', '8005550100'])
    assert.equal(textable(text), true, text);
  const bad = ['', '212555123', '1125551234', '0125551234', '9115551234', '2115551234'];
  bad.push('2121551234', '2120551234', '21255512345', '+12125551234', '212555123x', '2125551234\n');
  for (const text of bad) assert.equal(textable(text), false, text);
});

test('of all area codes and exchanges exactly the lawful ones can be texted', () => {
  fc.assert(
    fc.property(tenDigits, (text) => {
      const area = Number(text.slice(0, 3));
      const lawful = area >= 200 && area % 100 !== 11 && Number(text.slice(3, 6)) >= 200;
      assert.equal(textable(text), lawful);
    }),
    { numRuns: 2000 },
  );
});

test('toll-free, premium, personal and service codes are of no place', () => {
  for (const area of '201 212 520 617 702 787 810 907 951'.split(' ')) {
    assert.equal(hasGeographicArea(`${area}5550200`), true, area);
  }
  const nowhere = '800 833 888 880 900 500 521 700 710 211 911 290 370 960 012 112';
  for (const area of nowhere.split(' ')) {
    assert.equal(hasGeographicArea(`${area}5550200`), false, area);
  }
});
