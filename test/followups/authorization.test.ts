import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { workOnce } from '../../src/worker/worker.ts';
import { makeFixture } from '../fixture.ts';
import { openShop } from './shop.ts';

const fixture = await makeFixture({ after });
const authorize = { ChargeType: 'Authorize', OrderNumber: 'A-1' };

test('an authorization is captured', async (t) => {
  const { pay, authorization, payment, ledger } = await openShop(t, { fixture });
  const { invoice } = await pay(authorize);
  assert.deepEqual(await ledger(), {});
  await authorization({ TransactionID: invoice, ChargeType: 'capture' });
  assert.equal((await payment(invoice)).state, 'captured');
  assert.deepEqual(await ledger(), { 'receivable:simulator': 10000n, sales: -10000n });
});

test('an authorization that nobody captures expires after seven days, and its order may be paid anew', async (t) => {
  const shop = await openShop(t, { fixture });
  const { invoice } = await shop.pay(authorize);
  fixture.clock.pass(7 * 24 * 3_600_000 - 1000);
  while ((await workOnce(shop.world)) > 0);
  assert.equal((await shop.payment(invoice)).state, 'authorized');
  fixture.clock.pass(1000);
  while ((await workOnce(shop.world)) > 0);
  assert.equal((await shop.payment(invoice)).state, 'expired');
  const late = await shop.authorization({ TransactionID: invoice, ChargeType: 'Capture' });
  assert.equal(late.body.Message, 'This payment is not an open authorization.');
  const anew = await shop.pay({ ...authorize, ChargeType: 'Charge' });
  assert.equal(anew.state, 'captured');
});

test('captures and voids at once: one of them wins', async (t) => {
  const { pay, authorization, payment } = await openShop(t, { fixture });
  const { invoice } = await pay(authorize);
  const types = Array.from({ length: 20 }, (_, i) => (i % 2 === 0 ? 'Capture' : 'Void'));
  const told = await Promise.all(
    types.map((ChargeType) => authorization({ TransactionID: invoice, ChargeType })),
  );
  const done = new Set(told.filter(({ body }) => body.IsSuccess).map(({ body }) => body.Message));
  const { state } = await payment(invoice);
  assert.ok(['captured', 'voided'].includes(state), state);
  if (state === 'captured') assert.deepEqual([...done], ['Captured.']);
  else assert.ok(done.has('Voided.'));
});

test('a refund of an authorization lets all of it go, and of a part is refused', async (t) => {
  const { pay, refund, payment } = await openShop(t, { fixture });
  const { invoice } = await pay(authorize);
  const part = await refund({ RefundType: 'Partial', Amount: '1.00', PaymentID: invoice });
  assert.match(part.body.Message, /only authorized/);
  await refund({ PaymentID: invoice });
  assert.equal((await payment(invoice)).state, 'voided');
});
