import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import test from 'node:test';
import fc from 'fast-check';
import { contexts, seal, takeKey, unseal } from './cipher.ts';

const key = takeKey(randomBytes(32));
const doesNotOpen = { code: 'does_not_open' };

test('what was sealed opens, whatever it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (text, context) => {
      const sealed = seal(key, randomBytes(12), context, text);
      assert.equal(unseal(key, context, sealed, 'It').toString(), text);
      assert.equal(sealed.length, 12 + Buffer.byteLength(text) + 16);
    }),
  );
});

test('another key, another context or any changed bit does not open', () => {
  const sealed = seal(key, randomBytes(12), 'here', '4242424242424242');
  assert.throws(() => unseal(takeKey(randomBytes(32)), 'here', sealed, 'It'), doesNotOpen);
  assert.throws(() => unseal(key, 'there', sealed, 'It'), doesNotOpen);
  for (let bit = 0; bit < sealed.length * 8; bit += 1) {
    const changed = Buffer.from(sealed);
    changed[bit >> 3]! ^= 1 << (bit & 7);
    assert.throws(() => unseal(key, 'here', changed, 'It'), doesNotOpen);
  }
});

test('bytes cut off or added do not open', () => {
  const sealed = seal(key, randomBytes(12), 'here', '4242424242424242');
  for (let length = 0; length < sealed.length; length += 1) {
    assert.throws(() => unseal(key, 'here', sealed.subarray(0, length), 'It'), doesNotOpen);
  }
  assert.throws(() => unseal(key, 'here', Buffer.concat([sealed, sealed]), 'It'), doesNotOpen);
});

test('two different places never have the same context', () => {
  const part = fc.string({ unit: fc.constantFrom('1', '2', '\n', 'a'), maxLength: 4 });
  const place = fc.record({
    business: fc.bigInt(0n, 30n),
    owner: part,
    field: part,
    key: fc.nat(30),
  });
  fc.assert(
    fc.property(place, place, (a, b) => {
      const isSame =
        JSON.stringify(Object.values(a).map(String)) ===
        JSON.stringify(Object.values(b).map(String));
      const [left, right] = [a, b].map((p) => contexts.record(p.business, p.owner, p.field, p.key));
      assert.equal(left === right, isSame);
    }),
    { numRuns: 2000 },
  );
});

test('taking a key wipes the bytes it was made from', () => {
  const bytes = randomBytes(32);
  const copy = Buffer.from(bytes);
  assert.deepEqual(takeKey(bytes).export(), copy);
  assert.deepEqual(bytes, Buffer.alloc(32));
});
