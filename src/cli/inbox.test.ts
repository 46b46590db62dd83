import assert from 'node:assert/strict';
import { test } from 'node:test';
import { beginningOf } from './inbox.ts';

const address = 'https://pay.example.com/pay/AbCdEfGhIjKlMnOpQrStUv';

test('of a long text its first eighty signs are shown, and no sign is cut in two', () => {
  assert.equal(beginningOf('Ready.'), 'Ready.');
  assert.equal(beginningOf('x'.repeat(81)), 'x'.repeat(80));
  assert.equal(beginningOf('🙂'.repeat(81)), '🙂'.repeat(80));
});

test('an address is shown to its end, wherever the cut would fall in it', () => {
  for (let before = 0; before < 80; before += 1) {
    const text = `${'🙂'.repeat(before)} ${address} Thank you for everything, and come again soon.`;
    const told = beginningOf(text);
    assert.ok(text.startsWith(told));
    if (before < 79) assert.ok(told.includes(address), `${before} signs before it`);
    if (before > 80 - address.length) assert.equal(told.includes('Thank'), false);
  }
});

test('what stands behind an address that was shown whole is cut as ever', () => {
  const text = `${address} ${'x'.repeat(100)}`;
  assert.equal(beginningOf(text).length, 80);
});

test('of two addresses only the one in which the cut falls is shown to its end', () => {
  assert.equal(beginningOf(`${address} ${address} ${address}`), `${address} ${address}`);
});
