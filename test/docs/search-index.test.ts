import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brotliCompressSync, constants } from 'node:zlib';
import { openLibrary } from '../../src/api/docs/library.ts';
import { searchIndex, wordsOf } from '../../src/api/docs/search-index.ts';
import { describeInterfaces } from '../../src/api/v1/reference/described.ts';

const index = searchIndex(openLibrary(), describeInterfaces());

/** The headings of the parts that have a word. */
function headingsWith(word: string): readonly string[] {
  let place = 0;
  return (index.places[index.words.indexOf(word)] ?? []).map((number) => {
    place += number >> 1;
    return index.parts[place]![2];
  });
}

test('words of headings, texts, tables, names in camelCase and endpoints are found where they stand', () => {
  assert.ok(headingsWith('idempotency').includes('Repeating a request'));
  assert.ok(headingsWith('createpayment').length > 3);
  assert.ok(headingsWith('quittanceunknownoutcomes').length > 0);
  assert.ok(headingsWith('capture').some((one) => one.includes('(payments.capture)')));
  assert.deepEqual([...wordsOf('CreatePayment of the ACH-file 12345678')].sort(), [
    'ach',
    'create',
    'createpayment',
    'file',
    'of',
    'payment',
    'the',
  ]);
});

test('words are sorted for the search by their beginning, and every number is a part', () => {
  const { words } = index;
  assert.deepEqual(words, [...words].sort());
  for (const word of words)
    assert.ok(
      headingsWith(word).every((heading) => heading !== undefined),
      word,
    );
  for (const [page, at] of index.parts) {
    assert.ok(index.pages[page]);
    assert.match(at, /^\/(?:docs|reference)(?:[/#]|$)/);
  }
});

test('the index is small enough to be asked for at the first key', () => {
  const text = JSON.stringify(index);
  const small = brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });
  assert.ok(small.length < 200_000, `${small.length} bytes`);
});
