import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { resolveBatches } from '../../src/settlement/resolve.ts';
import { kindsOf, makeBank, openTill } from './till.ts';

/** What may go wrong between us and the processor. */
const fixture = await makeBank({ after });

test('an answer that was lost is found out, and settled once', async (t) => {
  const till = await openTill(t, { fixture });
  await till.pay();
  fixture.bank.script({ batch: 'timeout_after_booking' });
  const [batch] = await till.close();
  assert.equal(batch!.state, 'unknown');
  fixture.clock.pass(3000);
  await resolveBatches(till.world);
  assert.equal((await till.batches())[0]!.state, 'reconciled');
  await till.audit();
});

test('a closing that never arrived is sent again under the same reference once it cannot arrive any more', async (t) => {
  const till = await openTill(t, { fixture });
  await till.pay();
  fixture.bank.script({ batch: 'timeout_before_booking' });
  const [batch] = await till.close();
  for (const seconds of [3, 15]) {
    fixture.clock.pass(seconds * 1000);
    await resolveBatches(till.world);
    assert.equal((await till.batches())[0]!.state, 'unknown');
  }
  fixture.clock.pass(5 * 60_000);
  await resolveBatches(till.world);
  const [stored, ...more] = await till.batches();
  assert.deepEqual([stored!.id, stored!.state, more.length], [batch!.id, 'reconciled', 0]);
  await till.audit();
});

test('a processor that cannot be reached is asked later; meanwhile nothing else is closed', async (t) => {
  const till = await openTill(t, { fixture });
  await till.pay();
  fixture.bank.outage(true);
  t.after(() => fixture.bank.outage(false));
  assert.equal((await till.close())[0]!.state, 'unknown');
  const second = await till.pay({ OrderNumber: 'meanwhile' });
  assert.equal(second.body.IsSuccess, false);
  assert.equal((await till.close())[0]!.state, 'unknown');
  assert.equal((await till.batches()).length, 1);
  fixture.bank.outage(false);
  fixture.clock.pass(30 * 60_000);
  await till.pay();
  // Who closes looks after the one of before, and goes on with what is open behind it.
  const closed = await till.close();
  assert.deepEqual(
    closed.map(({ state }) => state),
    ['reconciled', 'reconciled'],
  );
  await till.audit();
});

test('items that the processor refuses are open again, and in the next batch', async (t) => {
  const till = await openTill(t, { fixture });
  const { invoice } = await till.pay();
  await till.refund({ RefundType: 'Partial', Amount: '1.00', PaymentID: invoice });
  const processor = till.world.processors.get('simulator')!;
  const refusing = {
    ...till.world,
    processors: new Map([
      [
        'simulator',
        { ...processor, closeBatch: async () => ({ outcome: 'rejected', message: 'no' }) as const },
      ],
    ]),
  };
  assert.deepEqual(await till.close(refusing), []);
  assert.deepEqual(await till.batches(), []);
  assert.deepEqual(await kindsOf(till), ['batch.rejected']);
  const { body } = await till.refund({ PaymentID: invoice });
  assert.equal(body.Message, 'Refunded.');
  const [next] = await till.close();
  assert.deepEqual([next!.itemCount, next!.netCents, next!.state], [3, 0n, 'reconciled']);
  await till.audit();
});

test('an answer for another batch is not believed', async (t) => {
  const till = await openTill(t, { fixture });
  await till.pay();
  const processor = till.world.processors.get('simulator')!;
  const mixing = {
    ...till.world,
    processors: new Map([
      [
        'simulator',
        {
          ...processor,
          closeBatch: async () => {
            const [count, cents] = [1, 10_000n];
            return { outcome: 'closed', reference: 'x', processorId: 'y', count, cents } as const;
          },
        },
      ],
    ]),
  };
  assert.equal((await till.close(mixing))[0]!.state, 'unknown');
});
