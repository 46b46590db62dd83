import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { parseCardNumber } from '../../../../src/kernel/card.ts';
import { behaviour } from './behaviours.ts';
import { centsOfAmount, chooseBehaviour, ownRange, testCards } from './test-cards.ts';

test('every listed number is a card number of its brand, and is listed once', () => {
  const brands: Record<string, string> = {
    'American Express': 'amex',
    'Diners Club': 'diners',
  };
  for (const { number, brand } of testCards) {
    const read = parseCardNumber(number);
    assert.ok(read.ok, number);
    assert.equal(read.value.brand, brands[brand] ?? brand.toLowerCase(), number);
  }
  assert.equal(new Set(testCards.map(({ number }) => number)).size, testCards.length);
});

test('the numbers that integrators know by heart do what they do everywhere', () => {
  const known = {
    '4242424242424242': 'approve',
    '4111111111111111': 'approve',
    '5555555555554444': 'approve',
    '378282246310005': 'approve',
    '4000000000000002': 'card_declined',
    '4000000000009995': 'insufficient_funds',
    '4000000000009987': 'lost_card',
    '4000000000009979': 'stolen_card',
    '4000000000000069': 'expired_card',
    '4000000000000127': 'incorrect_cvc',
    '4000000000000119': 'processing_error',
    '4242424242424241': 'incorrect_number',
  };
  for (const [number, does] of Object.entries(known))
    assert.equal(chooseBehaviour(number, 100n), does);
});

test('only our own numbers make an outcome unknown', () => {
  for (const { number, does } of testCards) {
    if (number.startsWith(ownRange)) continue;
    assert.notEqual(does, 'by_amount', number);
    assert.equal(behaviour(does as Exclude<typeof does, 'by_amount'>).answers, 'truth', number);
  }
});

test('a number that is not listed approves when its check digit is right', () => {
  assert.equal(chooseBehaviour('4539578763621486', 5n), 'approve');
  assert.equal(chooseBehaviour('4539578763621487', 5n), 'incorrect_number');
  assert.equal(chooseBehaviour('453957876362148x', 5n), 'incorrect_number');
  assert.equal(chooseBehaviour('42', 5n), 'incorrect_number');
});

test('one card looks at the cents of the amount, and no other does', () => {
  const { number } = testCards.find((row) => row.does === 'by_amount')!;
  for (const [cents, { does }] of centsOfAmount) {
    assert.equal(chooseBehaviour(number, 200_000n + BigInt(cents)), does);
    assert.equal(chooseBehaviour('4242424242424242', 200_000n + BigInt(cents)), 'approve');
  }
  assert.equal(chooseBehaviour(number, 1000n), 'approve');
});
