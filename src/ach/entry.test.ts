import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { entryKeyOf, individualIdOf } from './entry.ts';

test('an entry is found by what stands in fifteen characters for the receiver', () => {
  assert.equal(individualIdOf({ businessId: 100_002n, id: 17n }), '00255U00000000H');
  const any = fc.record({
    businessId: fc.bigInt({ min: 1n, max: 36n ** 6n - 1n }),
    id: fc.bigInt({ min: 1n, max: 36n ** 9n - 1n }),
  });
  fc.assert(
    fc.property(any, (key) => {
      const text = individualIdOf(key);
      assert.match(text, /^[0-9A-Z]{15}$/);
      assert.deepEqual(entryKeyOf(text), { ...key });
      assert.deepEqual(entryKeyOf(` ${text.toLowerCase()} `), { ...key });
    }),
  );
});

test('what is no name of ours names nothing', () => {
  for (const text of ['', 'OFFSET', '00255U00000000', '00255U00000000HH', '00255U-0000000H']) {
    assert.equal(entryKeyOf(text), undefined, text);
  }
});

test('an entry that has no name in fifteen characters is a fault', () => {
  assert.throws(() => individualIdOf({ businessId: 36n ** 6n, id: 1n }), RangeError);
  assert.throws(() => individualIdOf({ businessId: 1n, id: 36n ** 9n }), RangeError);
});
