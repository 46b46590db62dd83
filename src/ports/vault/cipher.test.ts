import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { countedBytes } from '../../../test/fixture.ts';
import { contexts, seal, takeKey, unseal } from './cipher.ts';

const randomBytes = countedBytes();

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

// A few characters, so that random parts resemble each other; parts are separated by line breaks.
const part = fc.string({ unit: fc.constantFrom('1', '2', '\n', 'a'), maxLength: 4 });
const place = fc.record({
  businessId: fc.bigInt(0n, 30n),
  owner: part,
  field: part,
  keyVersion: fc.nat(30),
});
type Place = typeof place extends fc.Arbitrary<infer P> ? P : never;
const contextOf = ({ businessId, owner, field, keyVersion }: Place) =>
  contexts.record(businessId, owner, field, keyVersion);

for (const name of ['businessId', 'owner', 'field', 'keyVersion'] as const) {
  test(`of two places whose ${name} alone differs, each has a context of its own`, () => {
    fc.assert(
      fc.property(place, place, (one, { [name]: other }) => {
        fc.pre(one[name] !== other);
        assert.notEqual(contextOf(one), contextOf({ ...one, [name]: other }));
      }),
    );
  });
}

test('owner and field are kept apart, whatever they contain', () => {
  const [a, b] = [
    { owner: 'a\nb', field: 'c' },
    { owner: 'a', field: 'b\nc' },
  ];
  const where = { businessId: 7n, keyVersion: 1 };
  assert.notEqual(contextOf({ ...where, ...a }), contextOf({ ...where, ...b }));
  // The same text, split at other places.
  fc.assert(
    fc.property(
      fc.array(part, { minLength: 3, maxLength: 6 }),
      fc.nat(),
      fc.nat(),
      (parts, m, n) => {
        const cut = (at: number) => ({
          ...where,
          owner: parts.slice(0, at).join('\n'),
          field: parts.slice(at).join('\n'),
        });
        const [left, right] = [m, n].map((number) => 1 + (number % (parts.length - 1)));
        fc.pre(left !== right);
        assert.notEqual(contextOf(cut(left!)), contextOf(cut(right!)));
      },
    ),
  );
});

test('of two keys whose place differs in one part, each has a context of its own, and so has each kind', () => {
  const all = [
    contexts.root(1),
    contexts.root(2),
    contexts.namedKey('pepper', 1, 1),
    contexts.namedKey('shuffle', 1, 1),
    contexts.namedKey('pepper', 2, 1),
    contexts.namedKey('pepper', 1, 2),
    contexts.dataKey(7n, 1, 1),
    contexts.dataKey(8n, 1, 1),
    contexts.dataKey(7n, 2, 1),
    contexts.dataKey(7n, 1, 2),
    contexts.record(7n, '1', '', 1),
  ];
  assert.equal(new Set(all).size, all.length);
});

test('taking a key wipes the bytes it was made from', () => {
  const bytes = randomBytes(32);
  const copy = Buffer.from(bytes);
  assert.deepEqual(takeKey(bytes).export(), copy);
  assert.deepEqual(bytes, Buffer.alloc(32));
});
