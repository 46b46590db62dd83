import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { SettledRow } from '../../src/ports/processors/settled-row.ts';
import { closeBatches } from '../../src/settlement/close.ts';
import { type Report, reporting, rowsAt, settled, within } from './reporting.ts';
import { makeBank, openTill, type Till } from './till.ts';

/** Where the processor closes batches by its own clock, and reports what it settled. */
const fixture = await makeBank({ after });
const dayMs = 24 * 3_600_000;
const rowsOf = (till: Till) => rowsAt(fixture, till);

test('reported rows form an even batch, and the rest stays open', async (t) => {
  const till = await openTill(t, { fixture });
  const { invoice } = await till.pay();
  await till.refund({ RefundType: 'Partial', Amount: '1.00', PaymentID: invoice });
  const rows = await rowsOf(till);
  await till.pay();
  const [batch, ...more] = await till.close(reporting(till, settled(rows)));
  assert.deepEqual(more, []);
  assert.deepEqual([batch?.state, batch?.itemCount, batch?.netCents], ['reconciled', 2, 9900n]);
  assert.equal((await till.payment(invoice)).state, 'settled');
  await till.audit();
});

test('a row of an earlier report is in no second batch, and a late row is in the next', async (t) => {
  const till = await openTill(t, { fixture });
  await till.pay();
  const first = await rowsOf(till);
  await till.pay();
  const both = await rowsOf(till);
  await till.close(reporting(till, settled(first)));
  fixture.clock.pass(dayMs);
  // The second was settled in the time of the first report, and was found only now.
  const [next] = await till.close(reporting(till, settled(both)));
  assert.deepEqual([next?.state, next?.itemCount], ['reconciled', 1]);
  assert.deepEqual(await till.close(reporting(till, settled(both))), []);
  assert.equal((await till.batches()).length, 2);
});

test('a row of nobody here, another amount, or a row that was not paid: a person is asked', async (t) => {
  const strange = { reference: 'x-y-1', processorId: 't0', cents: 500n };
  const changes: readonly ((rows: readonly SettledRow[]) => readonly SettledRow[])[] = [
    (rows) => [...rows, { ...strange, settledAt: new Date(fixture.clock.now()) }],
    (rows) => [...rows, { ...strange, reference: '', settledAt: new Date(fixture.clock.now()) }],
    (rows) => rows.map((row) => ({ ...row, cents: row.cents - 1n })),
    (rows) => rows.map((row) => ({ ...row, cents: 0n })),
  ];
  for (const change of changes) {
    const till = await openTill(t, { fixture });
    await till.close(reporting(till, settled([])));
    fixture.clock.pass(dayMs);
    await till.pay();
    const [batch] = await till.close(reporting(till, settled(change(await rowsOf(till)))));
    assert.equal(batch?.state, 'mismatch');
    const cases = await fixture.db.query(
      `select from open_questions where business_id = $1 and kind = 'batch_mismatch' and object_id = $2`,
      [till.caller.business.id, batch?.id],
    );
    assert.equal(cases.length, 1);
  }
});

test('two rows with wrong amounts that cancel out are a mismatch', async (t) => {
  const till = await openTill(t, { fixture });
  await till.pay();
  await till.pay();
  const [first, second] = await rowsOf(till);
  const rows = [
    { ...first!, cents: first!.cents + 100n },
    { ...second!, cents: second!.cents - 100n },
  ];
  const [batch] = await till.close(reporting(till, settled(rows)));
  assert.equal(batch?.state, 'mismatch');
});

test('a refund that was taken for not done waits while it is watched, and is settled once', async (t) => {
  const till = await openTill(t, { fixture });
  await till.close(reporting(till, settled([])));
  const { invoice } = await till.pay();
  await till.refund({ RefundType: 'Partial', Amount: '1.00', PaymentID: invoice });
  const rows = await rowsOf(till);
  const { id } = till.caller.business;
  const become = async (state: string) =>
    await fixture.db.query('update followups set state = $2 where business_id = $1', [id, state]);
  await become('failed');
  const [refund] = await fixture.db.query<{ id: bigint }>(
    'select id from followups where business_id = $1',
    [id],
  );
  const at = new Date(fixture.clock.now().getTime() + 30 * dayMs);
  await fixture.db.query(
    `insert into jobs (business_id, kind, key, run_at) values ($1, 'followup.watch', $2, $3)`,
    [id, String(refund!.id), at],
  );
  fixture.clock.pass(dayMs);
  const [first] = await till.close(reporting(till, settled(rows)));
  assert.deepEqual([first?.state, first?.netCents], ['reconciled', 10000n]);
  await become('succeeded');
  await fixture.db.query(`delete from jobs where business_id = $1 and kind = 'followup.watch'`, [
    id,
  ]);
  fixture.clock.pass(dayMs);
  const [second] = await till.close(reporting(till, settled(rows)));
  assert.deepEqual([second?.state, second?.netCents], ['reconciled', -100n]);
});

test('a double settlement under one reference is found, also in a later report', async (t) => {
  const till = await openTill(t, { fixture });
  await till.pay();
  const rows = await rowsOf(till);
  const [batch] = await till.close(reporting(till, settled([...rows, ...rows])));
  assert.equal(batch?.state, 'reconciled', 'the same row twice is one');
  fixture.clock.pass(dayMs);
  const again = { ...rows[0]!, processorId: 'another', settledAt: fixture.clock.now() };
  fixture.clock.pass(dayMs);
  const [second] = await till.close(reporting(till, settled([...rows, again])));
  assert.deepEqual([second?.state, second?.processorCents], ['mismatch', again.cents]);
  fixture.clock.pass(dayMs);
  assert.deepEqual(await till.close(reporting(till, settled([...rows, again]))), []);
});

test('an unknown payment waits for the next report, and a contradiction is reported once', async (t) => {
  const till = await openTill(t, { fixture });
  await till.close(reporting(till, settled([])));
  fixture.clock.pass(dayMs);
  await till.pay();
  const rows = await rowsOf(till);
  const { id } = till.caller.business;
  const become = async (state: string) =>
    await fixture.db.query('update payments set state = $2 where business_id = $1', [id, state]);
  await become('unknown');
  assert.deepEqual(await till.close(reporting(till, settled(rows))), []);
  await become('captured');
  fixture.clock.pass(dayMs);
  const [batch] = await till.close(reporting(till, settled(rows)));
  assert.equal(batch?.state, 'reconciled');

  fixture.clock.pass(dayMs);
  await till.pay();
  const more = (await rowsOf(till)).map((row) => ({ ...row, settledAt: fixture.clock.now() }));
  fixture.clock.pass(dayMs);
  await fixture.db.query(
    `update payments set state = 'canceled' where business_id = $1 and batch_id is null`,
    [id],
  );
  const [wrong] = await till.close(reporting(till, settled(more)));
  assert.deepEqual([wrong?.state, wrong?.itemCount], ['mismatch', 0]);
  fixture.clock.pass(dayMs);
  assert.deepEqual(await till.close(reporting(till, settled(more))), []);
});

test('a stranger of a gateway whose clock is behind ours is not taken for one of an earlier report', async (t) => {
  const till = await openTill(t, { fixture });
  await till.close(reporting(till, settled([])));
  fixture.clock.pass(60_000);
  const settledAt = new Date(fixture.clock.now().getTime() - 4 * 60_000);
  const strange = { reference: '', processorId: 'behind', cents: 500n, settledAt };
  fixture.clock.pass(dayMs);
  const [batch] = await till.close(reporting(till, within([strange])));
  assert.equal(batch?.state, 'mismatch');
});

test('without a report nothing is settled, and the next report begins where the last one ended', async (t) => {
  const till = await openTill(t, { fixture });
  await till.pay();
  const asked: Date[] = [];
  const silent: Report = async (since) => {
    asked.push(since);
    return { outcome: 'unknown', reason: 'no answer in time' };
  };
  await till.close(reporting(till, settled([])));
  fixture.clock.pass(dayMs);
  assert.deepEqual(await till.close(reporting(till, silent)), []);
  fixture.clock.pass(dayMs);
  assert.deepEqual(await till.close(reporting(till, silent)), []);
  assert.equal(asked[0]?.getTime(), asked[1]?.getTime());
  assert.deepEqual(await till.batches(), []);
});

test('what is not known for longer than a report is read again is counted once it is decided', async (t) => {
  const decided = async (state: string, days: number, processorId: string | null) => {
    const till = await openTill(t, { fixture });
    await till.close(reporting(till, settled([])));
    await till.pay();
    const [row] = await rowsOf(till);
    const report = reporting(till, within([row!, { ...row!, processorId: 'second' }]));
    const become = async (next: string) =>
      await fixture.db.query(
        'update payments set state = $2, processor_id = $3 where business_id = $1',
        [till.caller.business.id, next, processorId],
      );
    await become('unknown');
    for (let day = 0; day < days; day += 1) {
      fixture.clock.pass(dayMs);
      assert.deepEqual(await till.close(report), []);
    }
    await become(state);
    const [batch] = await till.close(report);
    fixture.clock.pass(dayMs);
    assert.deepEqual(await till.close(report), [], 'a contradiction is told once');
    return `${batch?.state} ${batch?.itemCount} of ${batch?.processorCount}`;
  };
  assert.equal(await decided('captured', 9, null), 'mismatch 1 of 2', 'executed twice');
  assert.equal(await decided('canceled', 9, null), 'mismatch 0 of 2', 'it was charged');
  assert.equal(await decided('canceled', 1, null), 'mismatch 0 of 2', 'soon after');
});

test('a report that is too long is read in parts, and nothing of it is lost', async (t) => {
  const till = await openTill(t, { fixture });
  await till.close(reporting(till, settled([])));
  const rows: SettledRow[] = [];
  for (let day = 0; day < 6; day += 1) {
    fixture.clock.pass(dayMs);
    await till.pay();
    rows.push((await rowsOf(till)).at(-1)!);
  }
  const strange = { reference: '', processorId: 't0', cents: 500n, settledAt: rows[4]!.settledAt };
  fixture.clock.pass(dayMs);
  const batches = await till.close(reporting(till, within([...rows, strange], 2)));
  assert.ok(batches.length > 1, 'each part is a batch');
  assert.equal(
    batches.map(({ itemCount }) => itemCount).reduce((a, b) => a + b),
    6,
  );
  const states = batches.map(({ state }) => state);
  assert.equal(states.filter((state) => state === 'mismatch').length, 1, 'the stranger, once');
  fixture.clock.pass(dayMs);
  assert.deepEqual(await till.close(reporting(till, within([...rows, strange], 2))), []);
});

test('when no report is got for days, a person is asked', async (t) => {
  const till = await openTill(t, { fixture });
  await till.close(reporting(till, settled([])));
  const silent: Report = async () => ({ outcome: 'unknown', reason: 'no answer in time' });
  const asked: number[] = [];
  for (let day = 1; day <= 4; day += 1) {
    fixture.clock.pass(dayMs);
    await till.close(reporting(till, silent));
    const cases = await fixture.db.query<{ evidence: { processor: string; reason: string } }>(
      `select evidence from open_questions where business_id = $1 and kind = 'no_report'`,
      [till.caller.business.id],
    );
    asked.push(cases.length);
    for (const { evidence } of cases)
      assert.deepEqual([evidence.processor, evidence.reason], ['simulator', 'no answer in time']);
  }
  assert.deepEqual(asked, [0, 0, 1, 1]);
});

test('two who read one report make one batch of it', async (t) => {
  const till = await openTill(t, { fixture });
  await till.pay();
  const world = reporting(till, settled(await rowsOf(till)));
  const made = await Promise.all(
    [1, 2, 3].map(() => closeBatches(world, till.caller.business, 'system')),
  );
  assert.equal(made.flat().length, 1);
  assert.equal((await till.batches()).length, 1);
});

test('when one processor fails, the batches of the others are closed', async (t) => {
  const till = await openTill(t, { fixture });
  await till.pay();
  const world = reporting(till, settled(await rowsOf(till)));
  const settledRows = () => Promise.reject(new Error('its key does not open'));
  const broken = { ...world.processors.get('simulator')!, settledRows };
  const processors = new Map([['broken', broken], ...world.processors]);
  const closing = closeBatches({ ...world, processors }, till.caller.business, 'system');
  await assert.rejects(closing, /does not open/);
  assert.equal((await till.batches()).length, 1);
});
