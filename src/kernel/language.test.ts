import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Language, languages, preferredLanguage } from './language.ts';
import { moneyWords } from './money.ts';

const headers: readonly (readonly [header: string | undefined, language: Language | undefined])[] =
  [
    [undefined, undefined],
    ['', undefined],
    ['*', undefined],
    ['es', 'es'],
    ['ES-MX', 'es'],
    ['fr-CA,fr;q=0.9,en;q=0.8', 'fr'],
    ['en-US,en;q=0.9,es;q=0.8', 'en'],
    ['de-DE, de;q=0.9, es;q=0.7, en;q=0.3', 'es'],
    ['de, ja;q=0.9', undefined],
    ['en;q=0.2, es;q=0.8', 'es'],
    ['en;q=0.5,fr;q=0.5', 'en'],
    ['fr;q=0.5,en;q=0.5', 'fr'],
    ['es;q=0', undefined],
    ['es;q=0, en;q=0.1', 'en'],
    ['es-MX;q=0.5, en;q=0.7, es;q=0.9', 'es'],
    [' es ; q=1.000 , en ; q=0.999 ', 'es'],
    ['es;Q=0.9, en;q=0.5', 'es'],
    ['es;q=1.5, fr;q=0.4', 'fr'],
    ['es;q=0.1234, fr;q=0.05', 'fr'],
    ['es;q=, fr', 'fr'],
    ['es;level=1, fr;q=0.1', 'fr'],
    ['es_MX, fr;q=0.1', 'fr'],
    ['espanol, francais', undefined],
    ['estonian-language-name, es', 'es'],
    [',,;q=1,es', 'es'],
    ['<script>alert(1)</script>, es;q=0.1', 'es'],
    [`${'x, '.repeat(29)}es`, 'es'],
    [`${'x, '.repeat(30)}es`, undefined],
    [`es${' '.repeat(1000)}`, undefined],
    ['constructor, __proto__, es;q=0.1', 'es'],
  ];

for (const [header, language] of headers) {
  test(`Accept-Language ${JSON.stringify(header)?.slice(0, 60)} prefers ${language}`, () => {
    assert.equal(preferredLanguage(header), language);
  });
}

test('a header made to be slow is read in one step', () => {
  assert.equal(preferredLanguage(`${'a-'.repeat(400)};q=0.`), undefined);
  assert.equal(preferredLanguage('0'.repeat(100_000)), undefined);
});

test('amounts are written as the reader writes them, exact to the last digit', () => {
  const written = (cents: bigint, currency: 'USD' | 'CAD') =>
    languages.map((language) => moneyWords(cents, currency, language).replaceAll('\u00a0', '_'));
  assert.deepEqual(written(123_450n, 'USD'), ['$1,234.50', '$1,234.50', '1_234,50_$_US']);
  assert.deepEqual(written(123_450n, 'CAD'), ['CA$1,234.50', 'CAD_1,234.50', '1_234,50_$']);
  assert.deepEqual(written(-5n, 'USD'), ['-$0.05', '-$0.05', '-0,05_$_US']);
  assert.deepEqual(written(9_007_199_254_740_993n, 'USD')[2], '90_071_992_547_409,93_$_US');
});
