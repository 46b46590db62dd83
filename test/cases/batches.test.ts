import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Asked, type Desk, decide, makeDesk } from './queue.ts';
import { batchesOf, close, moved, silentBatch } from './silent-batch.ts';

test('a batch that was closed, as persons know, is booked with our totals', async (t) => {
  const desk = await makeDesk(t);
  const asked = await silentBatch(desk, { drops: false });
  const opened = await desk.caseAbout(asked);
  assert.deepEqual([opened.kind, opened.object.kind], ['batch_unknown', 'batch']);
  assert.deepEqual([opened.evidence.ourCount, opened.evidence.ourCents], [1, '1250']);
  const closed = await decide(await desk.open(), opened, 'closed');
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
  const opened = await desk.caseAbout(asked);
  const closed = await decide(await desk.open(), opened, 'not_closed');
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
  await decide(await desk.open(), await desk.caseAbout(asked), 'not_closed');
  desk.mood.hides = false;
  await desk.wait(2);
  const opened = await desk.caseAbout(asked);
  assert.equal(opened.kind, 'batch_contradicted');
  assert.deepEqual([opened.evidence.decision, opened.evidence.theirCents], ['not_closed', '1250']);
  assert.equal((await decide(await desk.open(), opened, 'noted')).state, 'closed');
});

test('a late answer of the bank goes before the decision of persons', async (t) => {
  const desk = await makeDesk(t);
  const asked = await silentBatch(desk, { drops: false });
  const opened = await desk.caseAbout(asked);
  desk.mood.hides = false;
  const closed = await decide(await desk.open(), opened, 'not_closed');
  assert.equal(closed.outcome, 'The batch is reconciled.');
  const [batch] = await batchesOf(desk, asked);
  assert.deepEqual([batch?.state, batch?.processorCents], ['reconciled', 1250n]);
  assert.deepEqual(await watches(desk), 0);
});

test('a person is asked too where it is sent again and again, in vain', async (t) => {
  const desk = await makeDesk(t);
  const asked = await silentBatch(desk, { drops: true, repeats: true });
  assert.equal((await desk.caseAbout(asked)).kind, 'batch_unknown');
});

async function watches({ fixture }: Desk): Promise<number> {
  return (await fixture.db.query(`select from jobs where kind = 'batch.watch'`)).length;
}

async function open({ fixture }: Desk, { businessId }: Asked): Promise<number> {
  const rows = await fixture.db.query(
    `select from open_questions where business_id = $1 and state <> 'closed'`,
    [businessId],
  );
  return rows.length;
}
