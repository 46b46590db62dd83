import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseCountry, parseState, usualCountry } from './places.ts';

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const pairs = letters.flatMap((first) => letters.map((second) => first + second));

test('codes are taken in any letter case and given in upper case', () => {
  for (const text of ['ny', 'NY', 'nY', 'Ny']) {
    assert.deepEqual(parseState(text), { ok: true, value: 'NY' });
  }
  assert.deepEqual(parseCountry('us'), { ok: true, value: 'US' });
});

test('there are 50 states, the district, 8 territories and associated states, 3 of the armed forces', () => {
  assert.equal(pairs.filter((pair) => parseState(pair).ok).length, 50 + 1 + 8 + 3);
  for (const code of 'DC PR VI GU AS MP FM MH PW AA AE AP'.split(' ')) {
    assert.equal(parseState(code).ok, true, code);
  }
});

test('other letters, names and provinces are no states', () => {
  for (const text of [
    '',
    'N',
    'XX',
    'ON',
    'N Y',
    'NYC',
    'New York',
    'N1',
    ' NY',
    'ıN',
    'ſC',
    'ﬀ',
    'UK',
  ]) {
    assert.equal(parseState(text).ok, false, text);
  }
});

test('the countries are the 249 of ISO 3166-1, as far as the platform knows them', () => {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  const taken = pairs.filter((pair) => parseCountry(pair).ok);
  assert.equal(taken.length, 249);
  for (const code of taken) assert.notEqual(names.of(code), undefined, code);
});

test('codes that are reserved, withdrawn or merely in use are no countries', () => {
  for (const text of [
    '',
    'XK',
    'EU',
    'UK',
    'UN',
    'AN',
    'CS',
    'SU',
    'ZZ',
    'USA',
    'U',
    'u$',
    'ſA',
    'ıN',
  ]) {
    assert.equal(parseCountry(text).ok, false, text);
  }
});

test('the usual country is one', () => {
  assert.deepEqual(parseCountry(usualCountry), { ok: true, value: usualCountry });
});
