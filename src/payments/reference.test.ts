import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { businessInReference, partsOfReference, paymentOfReceipt, referenceOf } from './payment.ts';

test('a reference names its business, its payment and the exchange', () => {
  const parts = { businessId: 100_002n, paymentId: 17n, n: 3 };
  const { businessId, paymentId, n } = parts;
  assert.deepEqual(partsOfReference(referenceOf(businessId, paymentId, n)), parts);
});

test('an order number of somebody else with numbers that no column holds is no reference of ours', () => {
  for (const foreign of [
    'inv-2024-32768',
    'po-1001-90210',
    'a-zzzzzzzzzzzzzz-1',
    'zzzzzzzzzzzzzz-a-1',
  ])
    assert.equal(partsOfReference(foreign), undefined, foreign);
  assert.ok(partsOfReference('inv-2024-32767'));
  assert.equal(businessInReference('zzzzzzzzzzzzzz-a-1'), undefined);
});

test('no text is the receipt number of a payment that no column holds', () => {
  assert.equal(paymentOfReceipt(35n, 'RZ000000H'), 17n);
  for (const text of ['RZ00000H', 'RY000000H', 'RZZZZZZZZZZZZZZ', 'RZ', '', 'RZ00000-0H'])
    assert.equal(paymentOfReceipt(35n, text), undefined, text);
});
