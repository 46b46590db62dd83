import assert from 'node:assert/strict';
import { test } from 'node:test';
import { simulatedNumber } from '../../packages/sandbox/src/odfi/accounts.ts';
import { representByHand } from '../../src/ach/returns/represent-by-hand.ts';
import { makePayout } from '../../src/settlement/payout.ts';
import { switchPayouts } from '../../src/settlement/switch-payouts.ts';
import { openAchShop } from '../ach/returns-fixture.ts';
import { giveBankAccount, makeBank, openTill } from '../settlement/till.ts';

/* What is sound must not be found fault with, however it came about: an alarm that is false is soon not heard. */

test('a debit that is presented again for less is split as it was booked', async (t) => {
  const shop = await openAchShop(t, { terms: { represents: false } });
  const { pay, until, entries, world, businessId } = shop;
  const parts = {
    SubtotalAmount: '42.00',
    TipAmount: '40.00',
    TaxAmount: '8.00',
    ConvAmount: '10.00',
  };
  const id = await pay(simulatedNumber('return_first', 'R11'), parts);
  await until('2030-01-18 12:00');
  const [entry] = await entries(id);
  const request = { businessId, id: entry!.id, amountCents: 2000n, actor: 'operator:ada' };
  const presented = await representByHand(world, request);
  assert.ok(!('refused' in presented), 'it was refused');
  await until('2030-01-29 18:00');
  assert.equal((await shop.payment(id)).captured_cents, 2000n);
  assert.equal((await shop.ledger()).tip, -4000n);
  assert.deepEqual(await shop.findings(), []);
});

test('a batch of refunds that is closed while a deposit waits for its file is no fault', async (t) => {
  const fixture = await makeBank(t);
  const till = await openTill(t, { fixture });
  const { business } = till.caller;
  await giveBankAccount(fixture, business);
  await switchPayouts(till.world, business.id, true, { actor: 'operator:ann', reason: 'opened' });
  const { invoice } = await till.pay();
  await till.close();
  assert.ok(await makePayout(till.world, business.id));
  await till.refund({ RefundType: 'Partial', Amount: '70.00', PaymentID: invoice });
  await till.close();
  await till.audit();
});
