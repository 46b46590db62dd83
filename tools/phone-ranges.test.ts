import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { areaCodesOf, type Metadata, rangesOf } from './phone-ranges.ts';

type Patterns = readonly (readonly [string] | 0)[];

/** One territory beside the United States, with the arrays as the package has them. */
function metadataOf(patterns: Patterns, us: Patterns = [['212[2-9]\\d{6}'], ['']]): Metadata {
  const entry = (leading: string, types: Patterns) => [...Array(10).fill(0), leading, types];
  return {
    country_calling_codes: { 1: ['US', 'AG'] },
    countries: { US: entry('', us), AG: entry('268', patterns) },
  };
}

test('neighbouring exchanges of one kind are written as a run', () => {
  const found = rangesOf(metadataOf([['268(?:46[0-3]|484)\\d{4}'], ['2687\\d{6}']]));
  assert.deepEqual(found, [
    ['AG', '268', 'landline', '460-463 484'],
    ['AG', '268', 'mobile', '700-799'],
  ]);
});

test('an exchange that two kinds share is left out', () => {
  const found = rangesOf(metadataOf([['26846[0-4]\\d{4}'], ['26846[4-6]\\d{4}']]));
  assert.deepEqual(found, [
    ['AG', '268', 'landline', '460-463'],
    ['AG', '268', 'mobile', '465-466'],
  ]);
});

test('an exchange is parted by the first digit of the line, and no further', () => {
  const found = rangesOf(metadataOf([['268521[0369]\\d{3}'], ['26852113\\d{2}|2685214\\d{3}']]));
  assert.deepEqual(found, [
    ['AG', '268', 'landline', '5210 5213 5216 5219'],
    ['AG', '268', 'mobile', '5214'],
  ]);
});

test('a kind that the metadata does not mention has no exchanges', () => {
  assert.deepEqual(rangesOf(metadataOf([['268460\\d{4}']])), [['AG', '268', 'landline', '460']]);
});

test('pagers and their like count as another kind', () => {
  const found = rangesOf(
    metadataOf([['26846[01]\\d{4}'], [''], 0, 0, 0, 0, 0, ['268460\\d{4}'], ['268480\\d{4}']]),
  );
  assert.deepEqual(found, [
    ['AG', '268', 'landline', '461'],
    ['AG', '268', 'voip', '480'],
  ]);
});

test('a pattern that says something of the last three digits gives no exchange', () => {
  assert.deepEqual(rangesOf(metadataOf([['2684600[0-5]\\d{2}']])), []);
});

test('the United States have area codes and no kinds of their own', () => {
  const metadata = metadataOf([['']], [['(?:212|983[2-57-9])[2-9]\\d{6}|(?:983[2-57-9])\\d{6}']]);
  assert.deepEqual(areaCodesOf(metadata, 'US'), ['212', '983']);
  assert.deepEqual(rangesOf(metadata), []);
});
