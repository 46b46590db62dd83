import assert from 'node:assert/strict';
import { test } from 'node:test';
import { minorOf } from '../../portal/src/data/minor.ts';

test('a comma in an amount groups thousands, or it is no amount', () => {
  const read = {
    ...{
      '12.50': 1250,
      '1,234.5': 123450,
      '$1,234,567': 123456700,
      '1234': 123400,
      '.5': undefined,
    },
    ...{
      '12,50': undefined,
      '1,23': undefined,
      '1,2345': undefined,
      '12,345,6': undefined,
      ',5': undefined,
    },
    ...{ '12.505': undefined, '1.234,50': undefined, '': undefined, '2.': 200 },
  };
  for (const [typed, cents] of Object.entries(read))
    assert.equal(minorOf(typed, 'USD'), cents, typed);
});
