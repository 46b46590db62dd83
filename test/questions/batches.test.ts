import assert from 'node:assert/strict';
import { test } from 'node:test';
import { confirmAndCarryOut } from '../../src/decisions/carry-out.ts';
import { propose } from '../../src/questions/decide.ts';
import type { Batch } from '../../src/settlement/batch.ts';
import { closeBatch } from '../../src/settlement/close.ts';
import { listBatches } from '../../src/settlement/store.ts';
import { life } from '../mortal.ts';
import { type Asked, ann, ben, type Desk, decide, makeDesk } from './queue.ts';

const batchesOf = async ({ house }: Desk, { businessId }: Asked): Promise<Batch[]> =>
  await listBatches(house.db, businessId, { state: undefined, limit: 10 });

const close = async (desk: Desk, { businessId }: Asked) =>
  await closeBatch(await desk.open(), businessId, 'simulator', 'system');

/** A batch of which the bank says nothing for longer than anybody has patience. */
async function silentBatch(
  desk: Desk,
  mood: { drops: boolean; repeats?: boolean },
): Promise<Asked> {
  const asked = await desk.pay();
  Object.assign(desk.mood, { loses: true, hides: true, repeats: false }, mood);
  const [batch] = await close(desk, asked);
  assert.equal(batch?.state, 'unknown');
  await desk.wait(9);
  return asked;
}

test('a batch that was closed, as persons know, is booked with our totals', async (t) => {
  const desk = await makeDesk(t);
  const asked = await silentBatch(desk, { drops: false });
  const question = await desk.questionAbout(asked);
  assert.deepEqual([question.kind, question.object.kind], ['batch_unknown', 'batch']);
  assert.deepEqual([question.evidence.ourCount, question.evidence.ourCents], [1, '1250']);
  const closed = await decide(await desk.open(), question, 'closed');
  assert.deepEqual([closed.state, closed.outcome], ['closed', 'The batch is reconciled.']);
  const [batch] = await batchesOf(desk, asked);
  assert.deepEqual([batch?.state, batch?.processorCents], ['reconciled', undefined]);
  assert.equal((await desk.payment(asked)).state, 'settled');
  assert.equal(await moved(desk, asked), 1250n);

  // The bank says the same, later: nothing is asked, and nobody looks any more.
  desk.mood.hides = false;
  await desk.wait(2);
  assert.deepEqual(await watches(desk), 0);
  assert.equal(await open(desk, asked), 0);
});

test('a batch that was not closed is dissolved, and what was in it goes into the next', async (t) => {
  const desk = await makeDesk(t);
  const asked = await silentBatch(desk, { drops: true });
  const question = await desk.questionAbout(asked);
  const closed = await decide(await desk.open(), question, 'not_closed');
  assert.deepEqual(
    [closed.state, closed.outcome],
    ['closed', 'The batch is dissolved: what was in it is open again.'],
  );
  assert.deepEqual(await batchesOf(desk, asked), []);
  const { state, batchId } = await desk.payment(asked);
  assert.deepEqual([state, batchId], ['captured', undefined]);
  assert.equal(await moved(desk, asked), 0n);
  Object.assign(desk.mood, { loses: false, hides: false, drops: false });
  assert.deepEqual(
    (await close(desk, asked)).map((batch) => batch.state),
    ['reconciled'],
  );
  assert.equal(await moved(desk, asked), 1250n);
  await desk.wait(8);
  assert.deepEqual(await watches(desk), 0, 'nobody looks for longer than a week');
  assert.equal(await open(desk, asked), 0);
});

test('a bank that says after all that it closed what was taken for open puts it before a person', async (t) => {
  const desk = await makeDesk(t);
  const asked = await silentBatch(desk, { drops: false });
  await decide(await desk.open(), await desk.questionAbout(asked), 'not_closed');
  desk.mood.hides = false;
  await desk.wait(2);
  const question = await desk.questionAbout(asked);
  assert.equal(question.kind, 'batch_contradicted');
  assert.deepEqual(
    [question.evidence.decision, question.evidence.theirCents],
    ['not_closed', '1250'],
  );
  assert.equal((await decide(await desk.open(), question, 'noted')).state, 'closed');
});

test('what the bank says in the last moment goes before what persons decide', async (t) => {
  const desk = await makeDesk(t);
  const asked = await silentBatch(desk, { drops: false });
  const question = await desk.questionAbout(asked);
  desk.mood.hides = false;
  const closed = await decide(await desk.open(), question, 'not_closed');
  assert.equal(closed.outcome, 'The batch is reconciled.');
  const [batch] = await batchesOf(desk, asked);
  assert.deepEqual([batch?.state, batch?.processorCents], ['reconciled', 1250n]);
  assert.deepEqual(await watches(desk), 0);
});

test('a person is asked too where it is sent again and again, in vain', async (t) => {
  const desk = await makeDesk(t);
  const asked = await silentBatch(desk, { drops: true, repeats: true });
  assert.equal((await desk.questionAbout(asked)).kind, 'batch_unknown');
});

for (const decision of ['closed', 'not_closed'] as const) {
  test(`${decision}: whoever confirms may die at any statement, commit or call, and it is done once`, async (t) => {
    const desk = await makeDesk(t);
    let deaths = 0;
    for (let moments = 1, died = true; died; moments += 1) {
      assert.ok(moments < 100, 'it never survives');
      Object.assign(desk.mood, { loses: false, hides: false });
      const asked = await silentBatch(desk, { drops: true });
      const question = await desk.questionAbout(asked);
      await propose(await desk.open(), question, ann, { decision, note: 'asked the bank' });
      const span = life(moments);
      const mortal = await desk.open(span);
      span.begin();
      await confirmAndCarryOut(mortal, question, ben).catch(() => {});
      died = span.isOver;
      if (died) deaths += 1;
      const world = await desk.open();
      desk.house.clock.pass(3_600_000);
      if ((await desk.reread(question)).state !== 'closed') {
        await confirmAndCarryOut(world, question, ben);
      }
      assert.equal((await desk.reread(question)).state, 'closed', `life ${moments}`);
      const isClosed = decision === 'closed';
      assert.equal((await batchesOf(desk, asked)).length, isClosed ? 1 : 0);
      assert.equal(await moved(desk, asked), isClosed ? 1250n : 0n, `life ${moments}`);
      assert.equal((await desk.payment(asked)).state, isClosed ? 'settled' : 'captured');
      const decided = await desk.house.db.query(
        `select from audit_trail where business_id = $1 and act = 'batch.decided'`,
        [asked.businessId],
      );
      assert.equal(decided.length, 1, `life ${moments}`);
      await desk.house.db.query('delete from jobs where kind = $1', ['batch.watch']);
    }
    assert.ok(deaths > 8, `only ${deaths} deaths`);
  });
}

async function moved({ house }: Desk, { businessId }: Asked): Promise<bigint> {
  const [row] = await house.db.query<{ cents: bigint }>(
    `select coalesce(sum(cents), 0)::int8 as cents from transfers
     where business_id = $1 and batch_id is not null and debit = 'clearing'`,
    [businessId],
  );
  return row!.cents;
}

async function watches({ house }: Desk): Promise<number> {
  return (await house.db.query(`select from jobs where kind = 'batch.watch'`)).length;
}

async function open({ house }: Desk, { businessId }: Asked): Promise<number> {
  const rows = await house.db.query(
    `select from open_questions where business_id = $1 and state <> 'closed'`,
    [businessId],
  );
  return rows.length;
}
