import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { invoiceIdOf, invoiceNumberOf } from './invoice-number.ts';

const keys = {
  derive: (_: 'shuffle', businessId: bigint) =>
    createHmac('sha256', 'a key of the test').update(String(businessId)).digest(),
};

test('every invoice number has ten digits and leads back to its invoice', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 1n, max: 8_999_999_999n }),
      fc.bigInt({ min: 1n, max: 10_000n }),
      (id, business) => {
        const number = invoiceNumberOf(keys, business, id);
        assert.match(number, /^[1-9]\d{9}$/);
        assert.equal(invoiceIdOf(keys, business, number), id);
      },
    ),
  );
});

test('no two invoices of a business share a number, and neighbours look unrelated', () => {
  const numbers = Array.from({ length: 20_000 }, (_, i) =>
    invoiceNumberOf(keys, 7n, BigInt(i + 1)),
  );
  assert.equal(new Set(numbers).size, numbers.length);
  const steps = numbers.slice(1).map((number, i) => Math.abs(Number(number) - Number(numbers[i])));
  const near = steps.filter((step) => step < 1_000_000).length;
  // About one pair in 4,500 random numbers is that close.
  assert.ok(near < 50, `${near} neighbouring pairs are near each other`);
});

test('another business has other numbers for the same ids', () => {
  const ours = Array.from({ length: 100 }, (_, i) => invoiceNumberOf(keys, 1n, BigInt(i + 1)));
  const theirs = Array.from({ length: 100 }, (_, i) => invoiceNumberOf(keys, 2n, BigInt(i + 1)));
  assert.equal(ours.filter((number) => theirs.includes(number)).length, 0);
});

test('what is no invoice number leads nowhere', () => {
  for (const text of ['', '0123456789', '123456789', '12345678901', 'abcdefghij', '-123456789']) {
    assert.equal(invoiceIdOf(keys, 1n, text), undefined);
  }
});
