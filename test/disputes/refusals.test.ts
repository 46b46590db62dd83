import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { refusals } from '../../src/kernel/refusal.ts';
import { bindings, callBy, resultText } from '../asmx/bindings.ts';
import { makeBank } from '../settlement/till.ts';
import { openDisputedShop } from './disputed-shop.ts';

/* What the bank took back is not refunded as well. */

const fixture = await makeBank({ after });
const { message } = refusals.payment_disputed;

test('while a dispute is open every binding refuses a refund, and nothing moves', async (t) => {
  const shop = await openDisputedShop(t, fixture);
  const sold = await shop.sell();
  await shop.tell([await shop.row(sold, { cents: 1000n })]);
  const { caller, baseUrl } = shop;
  for (const binding of bindings) {
    for (const how of [
      { RefundType: 'Full', Amount: '' },
      { RefundType: 'Partial', Amount: '1.00' },
    ]) {
      const sent = { Token: caller.apiKey, Username: caller.username, OrderNumber: '', ...how };
      const fields = { ...sent, PaymentID: sold.invoice };
      const { body } = await callBy(binding, baseUrl, 'ProcessRefundNoCC', fields);
      const answer = JSON.parse(resultText(binding, 'ProcessRefundNoCC', body)!);
      assert.equal(answer.IsSuccess, false);
      assert.equal(answer.Message, message, binding);
    }
  }
  const { refunded, refunding } = await shop.payment(sold.invoice);
  assert.deepEqual([refunded, refunding], [0n, 0n]);
  await shop.isSound();
});

test('a payment whose batch is open is not voided while it is disputed', async (t) => {
  const shop = await openDisputedShop(t, fixture);
  const { invoice } = await shop.pay();
  const [{ id } = { id: 0n }] = await fixture.db.query<{ id: bigint }>(
    'select id from payments where business_id = $1',
    [shop.businessId],
  );
  await shop.tell([await shop.row({ id }, {})]);
  const told = await shop.authorization({ TransactionID: invoice, ChargeType: 'Void' });
  assert.equal(told.status, 409);
  assert.equal(told.body.Message, message);
  await shop.tell([await shop.row({ id }, { state: 'won', day: 1 })]);
  const voided = await shop.authorization({ TransactionID: invoice, ChargeType: 'Void' });
  assert.equal(voided.status, 200, voided.text);
  await shop.isSound();
});

test('an inquiry may be refunded; what was won may be again; what was lost is gone', async (t) => {
  const shop = await openDisputedShop(t, fixture);
  const refund = async (sold: { invoice: string }, cents?: number) =>
    await shop.refund({
      ...{ RefundType: cents === undefined ? 'Full' : 'Partial', PaymentID: sold.invoice },
      ...(cents !== undefined && { Amount: (cents / 100).toFixed(2) }),
    });
  const asked = await shop.sell();
  await shop.tell([await shop.row(asked, { state: 'inquiry' })]);
  assert.equal((await refund(asked)).state, 'succeeded');

  const won = await shop.sell();
  await shop.tell([await shop.row(won, {})]);
  assert.equal((await refund(won, 100)).body.Message, message);
  await shop.tell([await shop.row(won, { state: 'won', day: 1 })]);
  assert.equal((await refund(won)).state, 'succeeded');
  assert.equal(await shop.remaining(won), 0n);

  const lost = await shop.sell();
  const part = { cents: 3000n, id: 'part' };
  await shop.tell([await shop.row(lost, { ...part, state: 'lost' })]);
  assert.match((await refund(lost, 7001)).text, /more than is left/);
  const rest = await refund(lost);
  assert.equal(rest.state, 'succeeded', rest.text);
  assert.equal((await shop.payment(lost.invoice)).refunded, 7000n);
  assert.deepEqual((await refund(lost)).body, rest.body, 'all of it once more is the same refund');
  await shop.isSound();
});

test('one of two disputes that is open holds the refund back, though the other was lost', async (t) => {
  const shop = await openDisputedShop(t, fixture);
  const sold = await shop.sell();
  const [one, other] = [
    { id: 'one', cents: 1000n },
    { id: 'other', cents: 1000n },
  ];
  await shop.tell([
    await shop.row(sold, { ...one, state: 'lost' }),
    await shop.row(sold, { ...other, state: 'open' }),
  ]);
  const request = { RefundType: 'Partial', Amount: '1.00', PaymentID: sold.invoice };
  assert.equal((await shop.refund(request)).body.Message, message);
  await shop.tell([await shop.row(sold, { ...other, state: 'lost', day: 1 })]);
  assert.equal((await shop.refund(request)).state, 'succeeded');
  await shop.isSound();
});

test('a refund that was made before is replayed, also while a dispute is open', async (t) => {
  const shop = await openDisputedShop(t, fixture);
  const sold = await shop.sell();
  const request = { RefundType: 'Partial', Amount: '40.00', PaymentID: sold.invoice };
  const first = await shop.refund(request, 'key-1');
  await shop.tell([await shop.row(sold, {})]);
  assert.equal((await shop.refund(request, 'key-1')).text, first.text);
  assert.equal((await shop.refund(request, 'key-2')).body.Message, message);
  // It was taken twice: what is left is nothing, and never less.
  assert.equal(await shop.remaining(sold), -4000n);
  await shop.isSound();
});

test('refunds and a dispute at one moment: no refund begins after the bank took the money', async (t) => {
  const shop = await openDisputedShop(t, fixture);
  const sold = await shop.sell();
  const row = await shop.row(sold, {});
  const request = { RefundType: 'Partial', Amount: '1.00', PaymentID: sold.invoice };
  const refunds = Array.from({ length: 20 }, (_, i) => shop.refund(request, `at-once-${i}`));
  const [answers] = await Promise.all([Promise.all(refunds), shop.tell([row])]);
  const made = answers.filter(({ state }) => state === 'succeeded').length;
  assert.equal((await shop.payment(sold.invoice)).refunded, BigInt(made) * 100n);
  assert.equal((await shop.refund(request, 'later')).body.Message, message);
  const late = await fixture.db.query(
    `select from followups f join disputes d on d.business_id = f.business_id and d.payment_id = f.payment_id
     where f.business_id = $1 and f.created_at > d.created_at`,
    [shop.businessId],
  );
  assert.deepEqual(late, []);
  await shop.isSound();
});
