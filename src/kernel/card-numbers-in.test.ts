import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cardNumbersIn } from './card-numbers-in.ts';

const visa = '4539578763621486';

for (const [text, ...numbers] of [
  [visa, visa],
  [`A-${visa}`, visa],
  [`ORDER${visa}X`, visa],
  [`2026-${visa}-1`, visa],
  ['4539-5787-6362-1486', visa],
  ['4539 5787 6362 1486', visa],
  ['4539.5787.6362.1486', visa],
  ['4539\u00a05787\u00a06362\u00a01486', visa],
  ['4539 – 5787 – 6362 – 1486', visa],
  ['2026-4539-5787-6362-1486-12', visa],
  ['4539-5787-6362-1486-124', visa],
  ['٤٥٣٩٥٧٨٧٦٣٦٢١٤٨٦', visa],
  ['3782 822463 10005', '378282246310005'],
  ['378282246310005', '378282246310005'],
  ['3056 930902 5904', '30569309025904'],
  ['4222222222222', '4222222222222'],
  ['6205 5000 0000 0000 004', '6205500000000000004'],
  [`${visa} and 5555555555554444`, visa, '5555555555554444'],
] as const) {
  test(`in ${text} there is a card number`, () => {
    assert.deepEqual(cardNumbersIn(text), numbers);
  });
}

for (const [what, text] of [
  ['a wrong check digit', '4539578763621487'],
  ['no known brand', '1234567812345670'],
  ['a length that the brand does not have', '42424242424242'],
  ['a part of more digits', `1${visa}`],
  ['the same with more behind it', `${visa}0`],
  ['one digit again and again', '0000000000000000'],
  ['other groups', '45395-787636-21486'],
  ['two kinds of gaps', '4539-5787 6362-1486'],
  ['words between the groups', '4539 and 5787 and 6362 and 1486'],
  ['a UUID', '45395787-6362-4148-9653-395787636214'],
  ['a UUID with the groups of a card in it', 'aaaa4539-5787-6362-1486-aaaaaaaaaaaa'],
  ['a hash', `${visa}a3b1d2c4`],
  ['an order number of ours', `Q-ABC${visa}F`],
  ['a moment in milliseconds', '1767366000000'],
  ['a moment', '20260302150000'],
  ['a short text', '4242'],
] as const) {
  test(`${what} is no card number`, () => {
    assert.deepEqual(cardNumbersIn(text), []);
  });
}

test('there are as many looks at a text as it has places, however long it is', () => {
  assert.deepEqual(cardNumbersIn('4539-'.repeat(2000)), []);
  assert.deepEqual(cardNumbersIn('a'.repeat(10_000)), []);
});
