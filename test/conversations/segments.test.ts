import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { SegmentedMessage } from 'sms-segments-calculator';
import { segmentsOf } from '../../src/notify/conversations/segments.ts';
import { sizeOf } from '../size.ts';

const gsm7 =
  '@£$¥èéùìòÇ\nØøÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?' +
  '¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
const extended = '^{}\\[~]|€';

test('texts are cut into as many parts as others count', () => {
  const basic = fc.constantFrom(...gsm7);
  const sign = fc.oneof(
    { weight: 10, arbitrary: basic },
    { weight: 3, arbitrary: fc.constantFrom(...extended) },
  );
  const wide = fc.oneof(sign, fc.constantFrom('ж', '中', 'あ', '’', '`', '🙂', '🚗', '😀', '\t'));
  const text = (of: fc.Arbitrary<string>, maxLength: number) =>
    fc.array(of, { maxLength, size: 'max' }).map((signs) => signs.join(''));
  const any = fc.oneof(text(sign, 700), text(wide, 300), text(fc.constantFrom('🙂', 'a'), 150));
  fc.assert(
    fc.property(any, (body) => {
      const most = Math.max(1, new SegmentedMessage(body).segmentsCount);
      assert.equal(segmentsOf(body), most);
    }),
    { numRuns: sizeOf({ gate: 250, usual: 1000, full: 10_000 }) },
  );
});

const borders: readonly (readonly [string, number])[] = [
  ['', 1],
  ['a'.repeat(160), 1],
  ['a'.repeat(161), 2],
  ['a'.repeat(306), 2],
  ['a'.repeat(307), 3],
  ['€'.repeat(80), 1],
  ['€'.repeat(81), 2],
  // The escape sign and what it belongs to stay together.
  [`${'a'.repeat(152)}€${'a'.repeat(151)}`, 2],
  [`${'a'.repeat(152)}€${'a'.repeat(152)}`, 3],
  ['ж'.repeat(70), 1],
  ['ж'.repeat(71), 2],
  ['ж'.repeat(134), 2],
  ['ж'.repeat(135), 3],
  ['🙂'.repeat(35), 1],
  ['🙂'.repeat(36), 2],
  ['🙂'.repeat(67), 3],
];

test('a part more begins where one is full, and no sign is cut in two', () => {
  for (const [body, parts] of borders) {
    assert.equal(segmentsOf(body), parts, `${[...body].length} of ${[...body][0]}`);
  }
});
