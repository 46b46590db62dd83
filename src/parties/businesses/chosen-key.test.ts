import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { flawInChosenKey } from './chosen-key.ts';

test('a key of few characters, of repeats or of sequences is refused', () => {
  const weak = [
    '1'.repeat(20),
    'a1'.repeat(12),
    'abcdefg'.repeat(3),
    '12345678901234567890',
    '98765432109876543210',
    'abcdefghijklmnopqrst',
    'zyxwvutsrqponmlkjihg',
    'qwertyuiopasdfghjklz',
    'Qwertyuiop1234567890',
    'Password123456789012',
    'PasswordPASSWORDpassword',
    'orchid-orchid-orchid-orchid',
    'secret-key secret-key secret-key',
  ];
  for (const key of weak) assert.equal(flawInChosenKey(key)?.code, 'too_simple', key);
});

test('a key is refused that is a well-known phrase, however it is written', () => {
  for (const key of [
    'correct horse battery staple',
    'correct-horse-battery-staple',
    'CorrectHorseBatteryStaple1',
    'May the Force be with you!',
  ]) {
    assert.match(flawInChosenKey(key)?.rule ?? key, /a well-known phrase$/, key);
  }
});

test('a key is refused that is made of the names of its owner', () => {
  const names = ['Bright Smile Dental', 'office@brightsmile.example', 'shop-4711'];
  const made = [
    'BrightSmileDental2027',
    'bright smile dental!',
    'office@brightsmile.example',
    'shop-4711 dental smile',
  ];
  for (const key of made) {
    assert.match(flawInChosenKey(key, names)?.rule ?? key, /^must not be made of the name/, key);
    assert.equal(flawInChosenKey(key), undefined, key);
  }
  assert.equal(flawInChosenKey('BrightSmile xK9-tulip-morning-42', names), undefined);
});

test('a key of many words or of random characters is taken', () => {
  const good = [
    'a key of twenty letters and more',
    'orange kettle bicycle thunder',
    'my correct horse battery staple likes 17 violets',
    '550e8400-e29b-41d4-a716-446655440000',
    'c2VjcmV0LWtleS1mb3ItbWU=',
  ];
  for (const key of good) assert.equal(flawInChosenKey(key), undefined, key);
  const character = fc.constantFrom(
    ...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789',
  );
  const random = fc.array(character, { minLength: 40, maxLength: 40, size: 'max' });
  fc.assert(
    fc.property(fc.noBias(random), (key) => flawInChosenKey(key.join('')) === undefined),
    { numRuns: 300 },
  );
});
