import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parsePostalCode, postalPattern } from './postal-code.ts';

const taken: readonly [text: string, kept: string][] = [
  ['10001', '10001'],
  ['02101-1234', '02101-1234'],
  ['021011234', '02101-1234'],
  ['02101 1234', '02101-1234'],
  ['k1a0b1', 'K1A 0B1'],
  ['K1A-0B1', 'K1A 0B1'],
  ['SW1A 1AA', 'SW1A 1AA'],
  ['N1C 4AB', 'N1C 4AB'],
  ['1012 AB', '1012 AB'],
];
const refused = [
  ...['1', '123', '1234', '123456', '12345678', '1234567890', '12345-', '12345-678', '-12345'],
  ...['K1A', 'K1A 0', 'K1A 0B', 'K1A0B', 'Boston', '<b>', '٠٢١٠١', '', ' 10001'],
];

for (const country of ['', 'US', 'CA']) {
  test(`a ZIP or postal code is whole, and is kept in one form, in "${country}"`, () => {
    for (const [text, value] of taken) {
      assert.deepEqual(parsePostalCode(text, country), { ok: true, value }, text);
    }
    for (const text of refused) assert.equal(parsePostalCode(text, country).ok, false, text);
  });
}

test('in other countries it may be anything that looks like one', () => {
  for (const text of ['2000', 'SW1A 1AA', '123456', '10115']) {
    assert.deepEqual(parsePostalCode(text, 'AU'), { ok: true, value: text });
  }
  for (const text of ['', 'x', '<b>', '10001;'])
    assert.equal(parsePostalCode(text, 'AU').ok, false);
});

test('a browser reads the pattern as we do', () => {
  for (const country of ['US', 'DE']) {
    // As the HTML standard defines the pattern attribute.
    const pattern = new RegExp(`^(?:${postalPattern(country)})$`, 'v');
    for (const text of [...taken.map(([one]) => one), ...refused]) {
      assert.equal(pattern.test(text), parsePostalCode(text, country).ok, text);
    }
  }
});
