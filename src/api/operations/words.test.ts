import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wordOf } from './words.ts';

const colour = wordOf('A colour.', { Red: [], 'Blue-Green': ['Teal', 'Cyan'] });

test('a word is known by all its spellings, in any letter case, with and without hyphens', () => {
  const spellings = {
    Red: ['Red', 'red', 'RED', 'R-E-D'],
    'Blue-Green': [
      'Blue-Green',
      'blue-green',
      'BlueGreen',
      'BLUE GREEN',
      'blue_green',
      'teal',
      'Cyan',
    ],
  };
  for (const [word, texts] of Object.entries(spellings)) {
    for (const text of texts) assert.deepEqual(colour.parse(text), { ok: true, value: word }, text);
  }
});

test('any other word is refused with the list of words, and is not repeated', () => {
  for (const text of [
    '',
    '-',
    'Re',
    'Redd',
    'Green',
    'Red,Teal',
    'constructor',
    '__proto__',
    'Rêd',
  ]) {
    const read = colour.parse(text);
    assert.ok(!read.ok, text);
    assert.deepEqual([read.code, read.rule], ['not_one_of', 'must be one of: Red, Blue-Green']);
  }
});
