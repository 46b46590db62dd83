import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parsePercentage } from './percentage.ts';

test('every percentage from 0 to 100 is read to its hundredths', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10_000 }), (hundredths) => {
      const text = `${Math.floor(hundredths / 100)}.${String(hundredths % 100).padStart(2, '0')}`;
      assert.deepEqual(parsePercentage(text), { ok: true, value: BigInt(hundredths) });
    }),
  );
});

test('decimals may be left out', () => {
  const read = (text: string) => {
    const percentage = parsePercentage(text);
    return percentage.ok ? percentage.value : percentage.code;
  };
  assert.deepEqual(['10', '12.5', '007', '0', '100.0'].map(read), [
    1000n,
    1250n,
    700n,
    0n,
    10_000n,
  ]);
});

test('more than the whole is too much', () => {
  for (const text of ['100.01', '101', '999999999', '100.1']) {
    const percentage = parsePercentage(text);
    assert.equal(percentage.ok ? 'ok' : percentage.code, 'too_large', text);
  }
});

test('signs, percent signs, exponents and thirds of a hundredth are refused', () => {
  const bad = [
    '',
    '-1',
    '+1',
    '10%',
    '$10',
    '1e1',
    '1.005',
    '.5',
    '5.',
    '1,5',
    '1 0',
    '١٠',
    '0x10',
  ];
  bad.push('NaN', 'ten', '10\n', ' 10', '1.2.3', '9'.repeat(400));
  for (const text of bad) {
    const percentage = parsePercentage(text);
    assert.equal(percentage.ok ? 'ok' : percentage.code, 'malformed', text);
  }
});
