import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { LineKind } from '../parties/businesses/invoice-fields.ts';
import { outcomeOf, transfersOf } from './outcome.ts';
import type { Payment } from './payment.ts';

const payment = {
  state: 'captured',
  capture: true,
  processor: 'bank',
  amountCents: 1000n,
  capturedCents: 1000n,
} as Payment;
const kinds: LineKind[] = ['subtotal', 'tax', 'tip', 'fee', 'discount', 'other'];
const line = fc.record({
  name: fc.constant('a part'),
  kind: fc.constantFrom(...kinds),
  cents: fc.bigInt({ min: 0n, max: 2000n }).map(String),
});

test('the ledger gets exactly what was taken, whatever the parts say', () => {
  fc.assert(
    fc.property(fc.array(line), fc.bigInt({ min: 1n, max: 99_999_999n }), (lines, amountCents) => {
      const transfers = transfersOf({ ...payment, capturedCents: amountCents }, lines);
      assert.equal(
        transfers.reduce((sum, { cents }) => sum + cents, 0n),
        amountCents,
      );
      assert.ok(transfers.every(({ cents, debit, credit }) => cents > 0n && debit !== credit));
    }),
  );
});

test('tax, tip and fees have accounts of their own, and the rest is sales', () => {
  const lines = [
    { name: 'Tax', kind: 'tax' as const, cents: '80' },
    { name: 'Tip', kind: 'tip' as const, cents: '100' },
    { name: 'Delivery fee', kind: 'fee' as const, cents: '20' },
  ];
  assert.deepEqual(transfersOf(payment, lines), [
    { debit: 'receivable:bank', credit: 'tax', cents: 80n },
    { debit: 'receivable:bank', credit: 'tip', cents: 100n },
    { debit: 'receivable:bank', credit: 'fees', cents: 20n },
    { debit: 'receivable:bank', credit: 'sales', cents: 800n },
  ]);
});

test('where nothing was captured, nothing moves', () => {
  const lines = [{ name: 'Tax', kind: 'tax' as const, cents: '80' }];
  assert.deepEqual(transfersOf({ ...payment, capturedCents: 0n }, lines), []);
});

test('an approval captures or authorizes, as it was asked', () => {
  const approval = {
    outcome: 'approved',
    reference: 'r',
    processorId: 'p',
    amountCents: 1000n,
    authorizationCode: '1',
  } as const;
  assert.equal(outcomeOf(payment, approval).state, 'captured');
  assert.equal(outcomeOf({ ...payment, capture: false }, approval).state, 'authorized');
});

test('only what is certain lets go of a payment', () => {
  const unsure = [{ outcome: 'unknown', reason: 'time-out' }, { outcome: 'not_found' }] as const;
  for (const answer of unsure) assert.equal(outcomeOf(payment, answer).state, 'unknown');
  const sure = [
    { outcome: 'not_sent', reason: 'refused' },
    { outcome: 'canceled', reference: 'r' },
  ] as const;
  for (const answer of sure) assert.equal(outcomeOf(payment, answer).state, 'canceled');
});
