import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { countedBytes } from '../../../test/fixture.ts';
import { luhnValid } from '../../kernel/digits.ts';
import { Secret } from '../../kernel/secret.ts';
import { hasKeyForm, makeApiKey, makeBankToken, makeCardToken } from './api-key.ts';

const randomBytes = countedBytes();

test('an API key says which environment it opens and is recognised as ours', () => {
  assert.match(makeApiKey('sandbox', randomBytes), /^qk_test_[0-9A-Za-z]{49}$/);
  assert.match(makeApiKey('live', randomBytes), /^qk_live_[0-9A-Za-z]{49}$/);
  assert.equal(hasKeyForm(makeApiKey('sandbox', randomBytes)), true);
  assert.equal(hasKeyForm(new Secret(makeApiKey('live', randomBytes))), true);
});

test('the checksum and the alphabet of keys that are in use never change', () => {
  const zeros = (count: number) => Buffer.alloc(count);
  const counting = (count: number) => Buffer.from(Array.from({ length: count }, (_, i) => i));
  assert.equal(makeApiKey('sandbox', zeros), `qk_test_${'0'.repeat(43)}05LLMI`);
  assert.equal(
    makeApiKey('live', counting),
    'qk_live_0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefg3n2Wy9',
  );
});

test('one wrong character, or two that changed places, is noticed', () => {
  const characters = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'];
  fc.assert(
    fc.property(fc.nat(48), fc.constantFrom(...characters), (at, character) => {
      const key = makeApiKey('sandbox', randomBytes);
      const place = 'qk_test_'.length + at;
      const misspelt = key.slice(0, place) + character + key.slice(place + 1);
      assert.equal(hasKeyForm(misspelt), misspelt === key);
      const [left, right] = [key[place]!, key[place + 1] ?? ''];
      const swapped = key.slice(0, place) + right + left + key.slice(place + 2);
      assert.equal(hasKeyForm(swapped), swapped === key);
    }),
  );
});

test('a key of the other environment is not made by changing its prefix', () => {
  const key = makeApiKey('sandbox', randomBytes);
  assert.equal(hasKeyForm(key.replace('qk_test_', 'qk_live_')), false);
});

test('what is no key at all is not ours', () => {
  for (const text of ['', 'qk_test_', 'sk_live_abc', `x${makeApiKey('live', randomBytes)}`]) {
    assert.equal(hasKeyForm(text), false);
  }
  assert.equal(hasKeyForm(`${makeApiKey('live', randomBytes)}\n`), false);
});

test('bytes that would favour some characters are drawn again', () => {
  // 248 and above are left over after four rounds of 62.
  const draws = [Buffer.alloc(32, 248), Buffer.alloc(32, 255), Buffer.alloc(32, 247)];
  assert.equal(
    makeCardToken(() => draws.shift()!),
    `card_${'z'.repeat(24)}`,
  );
  assert.equal(draws.length, 0);
});

test('a card token has the form that callers know', () => {
  assert.match(makeCardToken(randomBytes), /^card_[0-9A-Za-z]{24}$/);
});

test('a bank token has 20 digits, begins with 9 and never passes for a card number', () => {
  for (let n = 0; n < 500; n += 1) {
    const token = makeBankToken(randomBytes);
    assert.match(token, /^9\d{19}$/);
    assert.equal(luhnValid(token), false, token);
  }
});
