import assert from 'node:assert/strict';
import { test } from 'node:test';
import { span } from '../../portal/src/data/span.ts';

test('how long something took is told as people say it', () => {
  const told = {
    0: '0 ms',
    999: '999 ms',
    2190: '2.2 s',
    9949: '9.9 s',
    9950: '10 s',
    19212: '19 s',
    59499: '59 s',
    59600: '1 min',
    111482: '1 min 51 s',
    3599000: '59 min 59 s',
    11100000: '3 h 5 min',
    86400000: '1 d',
    187200000: '2 d 4 h',
  };
  for (const [ms, words] of Object.entries(told)) assert.equal(span(Number(ms)), words, ms);
});
