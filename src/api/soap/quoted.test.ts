import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quoted } from './quoted.ts';

test('what is told again has no card number, whole or in half', () => {
  assert.equal(quoted('4242.4242.4242.4242'), '****.****.****.4242');
  assert.equal(quoted(`${'x'.repeat(190)}4242424242424242`), `${'x'.repeat(190)}**********...`);
});

test('it is cut, and has no control characters', () => {
  assert.equal(quoted('a\u0001b'), 'a\ufffdb');
  assert.equal(quoted('x'.repeat(200)), 'x'.repeat(200));
  assert.equal(quoted('x'.repeat(201)), `${'x'.repeat(200)}...`);
});
