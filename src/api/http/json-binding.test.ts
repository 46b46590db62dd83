import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readBasic } from './json-binding.ts';

const encode = (text: string) => Buffer.from(text).toString('base64');
const ann = { username: 'ann', apiKey: 'key' };

test('credentials are the base64 of username, colon and key', () => {
  assert.deepEqual(readBasic(`Basic ${encode('ann:key')}`), ann);
});

test('a key may have colons, a username may not', () => {
  const { username, apiKey } = readBasic(`Basic ${encode('ann:k:e:y')}`)!;
  assert.deepEqual([username, apiKey], ['ann', 'k:e:y']);
});

test('credentials are UTF-8', () => {
  assert.equal(readBasic(`Basic ${encode('änn:këy')}`)?.apiKey, 'këy');
});

test('the scheme matches in any letter case, with any number of spaces around it', () => {
  for (const scheme of ['basic', 'BASIC', '  Basic  ']) {
    assert.deepEqual(readBasic(`${scheme} ${encode('ann:key')} `), ann, scheme);
  }
});

test('padding may be left out', () => {
  assert.deepEqual(readBasic(`Basic ${encode('ann:key').replaceAll('=', '')}`), ann);
});

test('anything else is no credentials', () => {
  const nothing = [
    undefined,
    '',
    'Basic',
    'Basic ',
    `Bearer ${encode('ann:key')}`,
    encode('ann:key'),
    `Basic ${encode('ann:key')} more`,
    'Basic ann:key',
    'Basic !!!!',
    `Basic ${encode('ann')}`,
    `Basic ${encode(':key')}`,
    `Basic ${encode('ann:')}`,
    'Basic ====',
  ];
  for (const header of nothing) assert.equal(readBasic(header), undefined, String(header));
});

test('a header of more than a kilobyte is not looked at', () => {
  const header = (length: number) => `Basic ${encode(`ann:${'k'.repeat(length)}`)}`;
  assert.deepEqual([header(758).length, header(759).length], [1022, 1026]);
  assert.equal(readBasic(header(758))?.username, 'ann');
  assert.equal(readBasic(header(759)), undefined);
});
