import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { anyText } from '../../test/any-text.ts';
import { flawInLength, lengths } from './lengths.ts';

test('the lengths that callers were promised', () => {
  const { name, address, email, description, orderNumber, externalId } = lengths;
  assert.deepEqual([name, address, email], [100, 150, 254]);
  assert.deepEqual([description, orderNumber, externalId], [500, 50, 100]);
  const { statementDescriptor, smsText, url, customField } = lengths;
  assert.deepEqual([statementDescriptor, smsText, url, customField], [22, 1600, 2048, 100]);
});

test('a text may be as long as the limit and no longer, counted in characters', () => {
  fc.assert(
    fc.property(anyText({ maxLength: 40 }), fc.nat(40), (text, most) => {
      const flaw = flawInLength(text, most);
      assert.equal(flaw === undefined, Array.from(text).length <= most);
    }),
  );
  assert.equal(flawInLength('🙂'.repeat(22), 22), undefined);
  assert.equal(flawInLength('🙂'.repeat(23), 22)?.rule, 'must have at most 22 characters');
});
