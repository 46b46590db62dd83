import assert from 'node:assert/strict';
import { test } from 'node:test';
import { longestBody, receivedBody, storedBody } from './body.ts';

test('a card number that a payer writes is masked, however it is written', () => {
  const texts: [string, string][] = [
    ['4242 - 4242 - 4242 - 4242', '**** - **** - **** - 4242'],
    ['4242.4242.4242.4242', '****.****.****.4242'],
    ['4242  4242  4242  4242 exp 12/34 cvv 123', '****  ****  ****  4242 exp 12/34 cvv 123'],
    ['4242\r\n4242\r\n4242\r\n4242', '****\n****\n****\n4242'],
    ['4242\u00004242\u000042424242', '************4242'],
  ];
  for (const [text, kept] of texts) assert.equal(receivedBody(text), kept);
});

test('no half of a card number is left where a text is cut', () => {
  const text = `${'x'.repeat(longestBody - 10)}4242424242424242`;
  assert.equal(receivedBody(text), `${'x'.repeat(longestBody - 10)}**********`);
});

test('what a business writes is kept as it is', () => {
  assert.equal(storedBody('4242424242424242'), '4242424242424242');
});
