import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from 'node:util';
import fc from 'fast-check';
import { parseEin, parseSsn } from './tax-numbers.ts';

const nineDigits = fc.stringMatching(/^[0-9]{9}$/);
const possibleSsn = nineDigits.filter((text) => !/^(?:000|666|9)|^...00|0000$/.test(text));
const neither = [
  '',
  '12345678',
  '1234567890',
  '12345678a',
  '١٢٣٤٥٦٧٨٩',
  '123 45 6789',
  '123.456789',
];
neither.push(' 123456789', '123456789\n', '-123456789', '+12345678', '1e3456789', '123456789-');

test('nine digits are a social security number, and a secret from then on', () => {
  fc.assert(
    fc.property(possibleSsn, (text) => {
      const ssn = parseSsn(text);
      assert.ok(ssn.ok);
      assert.equal(ssn.value.reveal(), text);
      assert.ok(!(inspect(ssn) + JSON.stringify(ssn)).includes(text));
    }),
  );
});

test('a social security number has no hyphens and nothing else beside its digits', () => {
  for (const text of [...neither, '123-45-6789', '12-3456789']) {
    const ssn = parseSsn(text);
    assert.equal(ssn.ok ? 'ok' : ssn.code, 'malformed', text);
  }
});

test('a social security number that nobody was ever given is refused', () => {
  const bad = ['000123456', '666123456', '900123456', '999999999', '123001234', '123450000'];
  for (const text of bad) {
    const ssn = parseSsn(text);
    assert.equal(ssn.ok ? 'ok' : ssn.code, 'invalid', text);
  }
  for (const text of ['001010001', '665123456', '667123456', '899999999']) {
    assert.equal(parseSsn(text).ok, true, text);
  }
});

test('a tax identification number of one digit over and over, or of prefix 00, is none', () => {
  for (const text of ['000000000', '00-0000000', '001234567', '11-1111111', '999999999']) {
    const ein = parseEin(text);
    assert.equal(ein.ok ? 'ok' : ein.code, 'malformed');
  }
});

test('a tax identification number is the same with and without its hyphen', () => {
  fc.assert(
    fc.property(
      nineDigits.filter((text) => !/^00|^(.)\1+$/.test(text)),
      (text) => {
        assert.deepEqual(parseEin(text), { ok: true, value: text });
        const usual = `${text.slice(0, 2)}-${text.slice(2)}`;
        assert.deepEqual(parseEin(usual), { ok: true, value: text });
      },
    ),
  );
});

test('a tax identification number has its hyphen behind two digits or nowhere', () => {
  for (const text of [...neither, '123-45-6789', '123-456789', '1-23456789', '12--3456789']) {
    const ein = parseEin(text);
    assert.equal(ein.ok ? 'ok' : ein.code, 'malformed', text);
  }
});
