import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Processor } from '../../src/ports/processors/processor.ts';
import { requestClose } from '../../src/settlement/ask.ts';
import { beginBatch } from '../../src/settlement/begin.ts';
import { finishBatch } from '../../src/settlement/finish.ts';
import { resolveBatches } from '../../src/settlement/resolve.ts';
import { batchLeases } from '../../src/settlement/store.ts';
import { testRaces } from './races.ts';
import { makeBank, openTill } from './till.ts';

testRaces();

const fixture = await makeBank({ after });
const many = 50;
const indices = Array.from({ length: many }, (_, i) => i);

test('fifty partial refunds and two closings at once are all counted once', async (t) => {
  const till = await openTill(t, { fixture });
  const paid = await Promise.all(indices.map(() => till.pay()));
  const part = { RefundType: 'Partial', Amount: '10.00' };
  const refunds = paid.map(({ invoice }) => till.refund({ ...part, PaymentID: invoice }));
  await Promise.all([till.close(), till.close(await fixture.open()), ...refunds]);
  fixture.clock.pass(60_000);
  await resolveBatches(till.world);
  await till.close();
  const batches = await till.batches();
  assert.equal(
    batches.reduce((sum, { items }) => sum + items, 0),
    2 * many,
  );
  assert.deepEqual(await till.ledger(), {
    clearing: 450_000n,
    refunds: 50_000n,
    sales: -500_000n,
  });
  await till.audit();
});

test('captures and charges while a batch closes are in it or in the next', async (t) => {
  const till = await openTill(t, { fixture });
  const held = await Promise.all(indices.map(() => till.pay({ ChargeType: 'Authorize' })));
  const captures = held.map(({ invoice }) =>
    till.authorization({ TransactionID: invoice, ChargeType: 'capture' }),
  );
  const charges = indices.map(() => till.pay());
  await Promise.all([till.close(), ...captures, till.close(), ...charges]);
  await till.close();
  const batches = await till.batches();
  assert.equal(
    batches.reduce((sum, { items }) => sum + items, 0),
    2 * many,
  );
  assert.ok(batches.every(({ state }) => state === 'reconciled'));
  await till.audit();
});

test('of many who close at once one closes, and the others find its batch', async (t) => {
  const till = await openTill(t, { fixture });
  await Promise.all(indices.map(() => till.pay()));
  const worlds = await Promise.all([1, 2, 3, 4].map(() => fixture.open()));
  const closed = await Promise.all(worlds.map((world) => till.close(world)));
  const batches = await till.batches();
  assert.deepEqual(
    batches.map(({ items, state }) => [items, state]),
    [[many, 'reconciled']],
  );
  const seen = new Set(closed.flat().map(({ id }) => id));
  assert.deepEqual([...seen], [batches[0]!.id]);
  await till.audit();
});

test('a void that began first keeps its payment out, also when it fails', async (t) => {
  const till = await openTill(t, { fixture });
  const [one, other] = [await till.pay(), await till.pay()];
  await fixture.db.query(
    `update payments set state = 'voiding' where business_id = $1 and id = $2`,
    [till.caller.business.id, await newest(till.caller.business.id)],
  );
  const [batch] = await till.close();
  assert.deepEqual([batch!.itemCount, (await till.payment(one.invoice)).state], [1, 'settled']);
  await fixture.db.query(
    `update payments set state = 'captured' where business_id = $1 and state = 'voiding'`,
    [till.caller.business.id],
  );
  assert.equal((await till.close())[0]!.itemCount, 1);
  assert.equal((await till.payment(other.invoice)).state, 'settled');
  await till.audit();
});

test('a void that is being written down while a batch begins keeps its payment out', async (t) => {
  const till = await openTill(t, { fixture });
  await till.pay();
  await till.pay();
  const { id } = till.caller.business;
  const paymentId = await newest(id);
  let closing: Promise<unknown> = Promise.resolve();
  await fixture.db.begin(async (tx) => {
    await tx.query(`update payments set state = 'voiding' where business_id = $1 and id = $2`, [
      id,
      paymentId,
    ]);
    closing = till.close();
    await until(async () => (await waiting()) > 0n);
  });
  await closing;
  const rows = await fixture.db.query(
    'select state, batch_id from payments where business_id = $1 and id = $2',
    [id, paymentId],
  );
  assert.deepEqual(rows, [{ state: 'voiding', batch_id: null }]);
  assert.equal((await till.batches())[0]!.items, 1);
});

for (const answer of ['the same', 'nothing'] as const) {
  test(`an owner that paused and then hears ${answer} changes nothing`, async (t) => {
    const till = await openTill(t, { fixture });
    await till.pay();
    const processor = till.world.processors.get('simulator')!;
    const paused: Processor = {
      ...processor,
      async closeBatch(request) {
        const told = await processor.closeBatch!(request);
        fixture.clock.pass(40_000);
        await resolveBatches(till.world);
        assert.equal((await till.batches())[0]!.state, 'reconciled');
        return answer === 'nothing' ? { outcome: 'unknown', reason: 'lost' } : told;
      },
    };
    const slow = { ...till.world, processors: new Map([['simulator', paused]]) };
    const [batch] = await till.close(slow);
    assert.equal(batch!.state, 'reconciled');
    assert.deepEqual(await till.ledger(), { clearing: 10_000n, sales: -10_000n });
    await till.audit();
  });
}

test('an owner whose batch was taken over writes nothing while its successor still asks', async (t) => {
  const till = await openTill(t, { fixture });
  await till.pay();
  const { business } = till.caller;
  const begun = await beginBatch(till.world, business, 'simulator', 'test', { currency: 'USD' });
  const told = await requestClose(till.world, begun!.batch);
  fixture.clock.pass(40_000);
  const now = fixture.clock.now();
  const lease = { now, until: new Date(now.getTime() + 30_000) };
  const taken = await batchLeases.takeOver(fixture.db, begun!.batch, lease, 1);
  assert.equal(taken!.epoch, 2);
  const late = await finishBatch(till.world, begun!.batch, told);
  assert.deepEqual([late!.state, late!.epoch], ['closing', 2]);
  assert.equal((await till.ledger()).clearing, undefined);
  await finishBatch(till.world, taken!, told);
  await till.audit();
});

/** Sessions that wait for somebody's row. */
async function waiting(): Promise<bigint> {
  const rows = await fixture.db.query<{ count: bigint }>(
    `select count(*) as count from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows[0]!.count;
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise(setImmediate);
}

async function newest(businessId: bigint): Promise<bigint> {
  const rows = await fixture.db.query<{ id: bigint }>(
    'select max(id) as id from payments where business_id = $1',
    [businessId],
  );
  return rows[0]!.id;
}
