import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseCountry, parseRegion, parseState, usualCountry } from './places.ts';

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

test('a region is a code in the US and Canada, and free text of up to 30 characters elsewhere', () => {
  assert.deepEqual(parseRegion('ny', 'US'), { ok: true, value: 'NY' });
  assert.deepEqual(parseRegion('on', 'CA'), { ok: true, value: 'ON' });
  assert.equal(pairs.filter((pair) => parseRegion(pair, 'CA').ok).length, 10 + 3);
  assert.equal(parseRegion('ON', 'US').ok, false);
  assert.equal(parseRegion('NY', 'CA').ok, false);
  assert.deepEqual(parseRegion('Île-de-France', 'FR'), { ok: true, value: 'Île-de-France' });
  assert.equal(parseRegion('é'.repeat(30), 'FR').ok, true);
  for (const text of ['x'.repeat(31), 'a\tb', '\ud800']) {
    assert.equal(parseRegion(text, 'FR').ok, false, JSON.stringify(text));
  }
  const masked = parseRegion('4242424242424242', 'FR');
  assert.deepEqual(masked, { ok: true, value: '************4242' });
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
