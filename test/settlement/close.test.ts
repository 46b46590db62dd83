import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { requestClose } from '../../src/settlement/ask.ts';
import { beginBatch } from '../../src/settlement/begin.ts';
import { changeTerms } from '../../src/settlement/change-terms.ts';
import { finishBatch } from '../../src/settlement/finish.ts';
import { cardFields } from '../caller.ts';
import { kindsOf, makeBank, openTill, type Till } from './till.ts';

const fixture = await makeBank({ after });

test('a batch closes captures with their refunds, and settles', async (t) => {
  const till = await openTill(t, { fixture });
  await changeTerms(
    till.world,
    till.caller.business.id,
    { cardFeeBps: 290, cardFeeCents: 30 },
    'test',
  );
  const plain = await till.pay();
  const held = await till.pay({ ChargeType: 'Authorize' });
  await till.authorization({ TransactionID: held.invoice, ChargeType: 'capture', Amount: '60.00' });
  await till.pay({ ChargeType: 'Authorize' });
  await till.pay({ CCNumber: '4000000000000002' });
  await till.refund({ RefundType: 'Partial', Amount: '12.00', PaymentID: plain.invoice });

  const [batch, ...more] = await till.close();
  assert.equal(more.length, 0);
  const { state, itemCount, netCents, feeCents, processorCount, processorCents } = batch!;
  assert.deepEqual(
    { state, itemCount, netCents, feeCents, processorCount, processorCents },
    {
      state: 'reconciled',
      itemCount: 3,
      netCents: 14_800n,
      feeCents: 320n + 204n,
      processorCount: 3,
      processorCents: 14_800n,
    },
  );
  assert.equal((await till.payment(plain.invoice)).state, 'settled');
  assert.equal((await till.payment(held.invoice)).state, 'settled');
  assert.deepEqual(await till.ledger(), {
    clearing: 14_800n - 524n,
    platform_fees: 524n,
    refunds: 1200n,
    sales: -16_000n,
  });
  assert.deepEqual(await kindsOf(till), ['batch.closed', 'batch.reconciled']);
  await till.audit();
});

test('nothing open is no batch and no error, also the second time', async (t) => {
  const till = await openTill(t, { fixture });
  assert.deepEqual(await till.close(), []);
  await till.pay();
  assert.equal((await till.close()).length, 1);
  assert.deepEqual(await till.close(), []);
  assert.equal((await till.batches()).length, 1);
});

test('bank payments and charges at the simulated bank of a live business are in no batch', async (t) => {
  const till = await openTill(t, { fixture });
  const { invoice } = await till.pay();
  await till.refund({ RefundType: 'Partial', Amount: '1.00', PaymentID: invoice });
  await fixture.db.query('update payments set is_test = true where business_id = $1', [
    till.caller.business.id,
  ]);
  assert.deepEqual(await till.close(), []);
});

test('a refund after its batch reduces the next batch, which may be below zero', async (t) => {
  const till = await openTill(t, { fixture });
  const { invoice } = await till.pay();
  await till.close();
  await till.refund({ RefundType: 'Partial', Amount: '25.00', PaymentID: invoice });
  const [second] = await till.close();
  assert.deepEqual([second!.itemCount, second!.netCents], [1, -2500n]);
  assert.deepEqual(await till.ledger(), { clearing: 7500n, refunds: 2500n, sales: -10_000n });
  await till.audit();
});

test('a settled payment cannot be voided, but is refunded if all of it is requested', async (t) => {
  const till = await openTill(t, { fixture });
  const { invoice } = await till.pay();
  await till.close();
  const voided = await till.authorization({ TransactionID: invoice, ChargeType: 'void' });
  assert.notEqual(voided.status, 200);
  const { body } = await till.refund({ PaymentID: invoice });
  assert.equal(body.Message, 'Refunded.');
  await till.audit();
});

test('an authorization holds the mark back, and its capture is in a later batch', async (t) => {
  const till = await openTill(t, { fixture });
  const held = await till.pay({ ChargeType: 'Authorize' });
  await till.pay();
  await till.close();
  fixture.clock.pass(3 * 24 * 3_600_000);
  await till.pay();
  await till.close();
  const [early] = await marks(till);
  await till.authorization({ TransactionID: held.invoice, ChargeType: 'capture' });
  const [third] = await till.close();
  assert.deepEqual([third!.itemCount, third!.netCents], [1, 10_000n]);
  fixture.clock.pass(2 * 24 * 3_600_000);
  await till.pay();
  await till.close();
  const [late] = await marks(till);
  assert.ok(late! > early!, `${late} is not behind ${early}`);
  await till.audit();
});

test('a payment with a smaller id than those of the last batch is found by the next', async (t) => {
  const till = await openTill(t, { fixture });
  // A process took its numbers, and lies about with them while another one works.
  const slow = await openTill(t, { fixture, world: await fixture.open() });
  const { id } = till.caller.business;
  const early = await slow.world.ids.next(id);
  for (let i = 0; i < 5; i += 1) await till.pay();
  const [first] = await till.close();
  assert.ok(early < first!.lastId);
  fixture.clock.pass(20 * 3_600_000);
  await fixture.db.query(
    `insert into payments select (p).* from (
       select jsonb_populate_record(p, jsonb_build_object('id', $2::bigint, 'order_number', 'slow',
         'batch_id', null, 'state', 'captured', 'invoice_id', $2::bigint, 'created_at', $3::timestamptz)) as p
       from payments p where business_id = $1 limit 1) one`,
    [id, early, fixture.clock.now()],
  );
  assert.equal((await till.close())[0]?.firstId, early);
});

test('more than goes into one batch is closed in several', async (t) => {
  const till = await openTill(t, { fixture });
  for (let i = 0; i < 5; i += 1) await till.pay({ Amount: `${i + 1}.00` });
  const sizes = [];
  for (let from: bigint | undefined = 0n; from !== undefined; ) {
    const begun = await beginBatch(till.world, till.caller.business, 'simulator', 'test', {
      currency: 'USD',
      from,
      most: 2,
    });
    if (!begun) break;
    sizes.push(begun.batch.itemCount);
    await finishBatch(till.world, begun.batch, await requestClose(till.world, begun.batch));
    from = begun.nextId;
  }
  assert.deepEqual(sizes, [2, 2, 1]);
  assert.deepEqual(await till.close(), []);
  await till.audit();
});

test('a partial capture counts with its captured amount', async (t) => {
  const till = await openTill(t, { fixture });
  const { invoice } = await till.pay({ ChargeType: 'Authorize', CCNumber: cardFields.CCNumber });
  await till.authorization({ TransactionID: invoice, ChargeType: 'capture', Amount: '0.01' });
  assert.equal((await till.close())[0]!.netCents, 1n);
  await till.audit();
});

async function marks({ caller }: Till): Promise<bigint[]> {
  const rows = await fixture.db.query<{ mark: bigint }>(
    'select from_payment_id as mark from batch_marks where business_id = $1',
    [caller.business.id],
  );
  return rows.map(({ mark }) => mark);
}
