import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Secret } from '../../src/kernel/secret.ts';
import { accountsOf } from '../../src/payments/accounts/account.ts';
import { referenceOf } from '../../src/payments/payment.ts';
import { closeBatches } from '../../src/settlement/close.ts';
import { makeFixture } from '../fixture.ts';
import { minuteMs } from './live-business.ts';
import { findsLostAnswer, settlesInBatches } from './live-stories.ts';
import { key, openLive } from './stripe-business.ts';

/* A live business and its account at Stripe, from the card to the balance. */

const fixture = await makeFixture({ after });
const { db } = fixture;
const number = '4242424242424242';

test('Stripe: a live business sells, refunds what it took, authorizes, captures and voids', async (t) => {
  const live = await openLive(t, fixture);
  await live.connect();
  const sold = await live.pay({ Amount: '10.00', OrderNumber: 'sale' });
  assert.equal(sold.state, 'captured', sold.text);
  const refunded = await live.refund({ RefundType: 'Full', PaymentID: sold.invoice });
  assert.equal(refunded.state, 'succeeded', refunded.text);
  const held = await live.pay({ Amount: '20.00', OrderNumber: 'held', ChargeType: 'Authorize' });
  assert.equal(held.state, 'authorized', held.text);
  const capture = { ChargeType: 'Capture', TransactionID: held.invoice, Amount: '15.00' };
  const captured = await live.authorization(capture);
  assert.equal(captured.status, 200, captured.text);
  const other = await live.pay({ Amount: '30.00', OrderNumber: 'other', ChargeType: 'Authorize' });
  const voided = await live.refund({ RefundType: 'Full', PaymentID: other.invoice });
  assert.equal(voided.state, 'succeeded', voided.text);
  assert.deepEqual(live.done(), [
    ...['sale 1000', 'refund 1000', 'auth 2000', 'capture 1500', 'auth 3000', 'void 3000'],
  ]);
});

test('Stripe: what moved its balance is a batch, and what is refunded later comes in the next', async (t) => {
  await settlesInBatches(fixture, await openLive(t, fixture), 'stripe');
});

test('Stripe: a refund that fails after it was settled is a mismatch for a person', async (t) => {
  const live = await openLive(t, fixture);
  await settlesInBatches(fixture, live, 'stripe');
  const [refund] = await db.query<{ paymentId: bigint; n: number }>(
    `select payment_id as "paymentId", n from followups where business_id = $1 and kind = 'refund'`,
    [live.businessId],
  );
  assert.ok(refund);
  live.double.failRefund(referenceOf(live.businessId, refund.paymentId, refund.n));
  await live.pass(2 * 24 * 60 * minuteMs);
  const business = { id: live.businessId, cardAccounts: { USD: 'stripe' } };
  await closeBatches(live.world, business, 'system');
  const batches = await db.query<{ state: string; net: bigint; theirs: bigint }>(
    `select state, net_cents as net, processor_cents as theirs from batches
     where business_id = $1 order by id`,
    [live.businessId],
  );
  const told = batches.map(({ state, net, theirs }) => `${state} ${net} ${theirs}`);
  assert.deepEqual(told, ['reconciled 1000 1000', 'reconciled -400 -400', 'mismatch 0 400']);
});

test('Stripe: a lost answer is found out, and the card was charged once', async (t) => {
  await findsLostAnswer(await openLive(t, fixture));
});

test('Stripe: a card that never arrived is told within the hour, and takes nothing however late it comes', async (t) => {
  const live = await openLive(t, fixture);
  await live.connect();
  const twoDays = 2 * 24 * 3600;
  live.double.script(await live.nextReference(), { executes: { afterSeconds: twoDays } });
  const told = await live.pay({ Amount: '10.00', OrderNumber: 'gone' });
  assert.equal(told.status, 202, told.text);
  for (let minutes = 0; minutes < 60; minutes += 10) await live.pass(10 * minuteMs);
  assert.equal(await live.stateOf('gone'), 'canceled');
  for (let days = 0; days < 3; days += 1) await live.pass(24 * 60 * minuteMs);
  assert.equal(await live.stateOf('gone'), 'canceled');
  assert.deepEqual(live.done(), []);
});

test('Stripe: what was lost before the card was sent is told as not charged at once', async (t) => {
  const live = await openLive(t, fixture);
  await live.connect();
  live.double.script(await live.nextReference(), { before: { answer: 'lost' } });
  const told = await live.pay({ Amount: '10.00', OrderNumber: 'early' });
  assert.equal(told.status, 503, told.text);
  const again = await live.pay({ Amount: '10.00', OrderNumber: 'early' });
  assert.equal(again.state, 'captured', again.text);
  assert.deepEqual(live.done(), ['sale 1000']);
});

test('Stripe: a refund that never arrived is sent again under its key, and is made once', async (t) => {
  const live = await openLive(t, fixture);
  await live.connect();
  const reference = await live.nextReference();
  const sold = await live.pay({ Amount: '10.00', OrderNumber: 'sale' });
  live.double.script(reference.replace(/-1$/, '-2'), { executes: { afterSeconds: 1800 } });
  const part = { RefundType: 'Partial', Amount: '4.00', PaymentID: sold.invoice };
  const told = await live.refund(part);
  assert.notEqual(told.state, 'succeeded', told.text);
  live.double.script(reference.replace(/-1$/, '-2'), {});
  for (let minutes = 0; minutes < 120; minutes += 10) await live.pass(10 * minuteMs);
  const [refund] = await db.query<{ state: string }>(
    'select state from followups where business_id = $1',
    [live.businessId],
  );
  assert.equal(refund?.state, 'succeeded');
  assert.deepEqual(live.done(), ['sale 1000', 'refund 400']);
});

test('Stripe: a wrong key, one of the other mode and one with too few rights are not connected', async (t) => {
  const live = await openLive(t, fixture);
  await assert.rejects(live.connect({ key: new Secret('sk_live_wrong') }), /refuses the key/);
  const testing = await openLive(t, fixture, { secretKey: 'sk_test_Canary' });
  await assert.rejects(testing.connect({ key: new Secret('sk_test_Canary') }), /test mode/);
  const blind = await openLive(t, fixture, { hides: ['/v1/disputes'] });
  await assert.rejects(blind.connect(), /permissions/);
  assert.deepEqual(await accountsOf(db, live.businessId), []);
});

test('Stripe: an account that may not send numbers of cards is stopped, and nothing is charged', async (t) => {
  const live = await openLive(t, fixture, { takesCards: false });
  await live.connect();
  const refused = await live.pay({ Amount: '10.00', OrderNumber: 'raw' });
  assert.equal(refused.status, 503, refused.text);
  const [account] = await accountsOf(db, live.businessId);
  assert.equal(account!.state, 'stopped');
  assert.match(account!.stoppedBecause!, /credit card numbers directly/);
  assert.deepEqual(live.done(), []);
});

test('Stripe: neither the key nor the card is in the log, in the journal or in what is kept', async (t) => {
  const live = await openLive(t, fixture);
  await live.connect();
  await live.pay({ Amount: '10.00', CardNumber: number, CVV: '739', FirstName: 'Canary-Payer' });
  await live.world.gateways.idle();
  const kept = await db.query('select * from gateway_conversations where business_id = $1', [
    live.businessId,
  ]);
  assert.ok(kept.length > 0);
  const rows = JSON.stringify(kept, (_, one) => (typeof one === 'bigint' ? String(one) : one));
  for (const text of [fixture.logged.join(''), live.double.journal(), rows]) {
    for (const secret of [key, number, 'Canary-Payer', '"739"']) assert.ok(!text.includes(secret));
  }
  assert.match(rows, /amount=1000/);
  assert.equal(live.done().length, 1);
});
