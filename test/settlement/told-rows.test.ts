import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { SettledRow } from '../../src/ports/processors/settled-row.ts';
import { closeBatch } from '../../src/settlement/close.ts';
import { type Report, reporting, rowsAt, settled, within } from './reporting.ts';
import { makeBank, openTill, type Till } from './till.ts';

/* Rows of reports that are told late, told again, or under another name than ours. */

const fixture = await makeBank({ after });
const { db, clock } = fixture;
const dayMs = 24 * 3_600_000;
const rowsOf = (till: Till) => rowsAt(fixture, till);

/** A till whose report was read once, when nothing was settled. */
async function openReported(t: Parameters<typeof openTill>[0]): Promise<Till> {
  const till = await openTill(t, { fixture });
  await till.close(reporting(till, settled([])));
  return till;
}

/** Reads these rows a day later; what comes of it as `mismatch 1 500`. */
async function told(till: Till, rows: readonly SettledRow[]): Promise<string[]> {
  clock.pass(dayMs);
  const made = await till.close(reporting(till, settled(rows)));
  return made.map(({ state, itemCount, processorCents }) =>
    [state, itemCount, processorCents].join(' '),
  );
}

async function become(till: Till, change: string): Promise<void> {
  await db.query(`update payments set ${change} where business_id = $1`, [till.caller.business.id]);
}

test('an unknown row is reported once, even if it is complete only after its day was read', async (t) => {
  const till = await openReported(t);
  clock.pass(dayMs);
  const settledAt = clock.now();
  const strange = { reference: '', processorId: 'late', cents: 500n, settledAt };
  assert.deepEqual(await told(till, []), []);
  assert.deepEqual(await told(till, [strange]), ['mismatch 0 500']);
  const other = { ...strange, processorId: 'later' };
  assert.deepEqual(await told(till, [strange, other]), ['mismatch 0 500']);
  assert.deepEqual(await told(till, [strange, other]), []);
});

test('where it was not remembered what was told, what was settled before is not told again', async (t) => {
  const till = await openReported(t);
  await till.pay();
  const [row] = await rowsOf(till);
  const settledAt = new Date(row!.settledAt.getTime() + 3_600_000);
  const again = { ...row!, processorId: 'second', settledAt };
  assert.deepEqual(await told(till, [row!, again]), ['mismatch 1 20000']);
  await db.query(
    'update batch_marks set told_rows = null, strangers_after = null where business_id = $1',
    [till.caller.business.id],
  );
  clock.pass(dayMs);
  assert.deepEqual(await till.close(reporting(till, within([row!, again], 1))), [], 'in parts');
  assert.deepEqual(await told(till, [row!, again]), []);
});

test('a charge that another account settled as well is told to a person', async (t) => {
  const till = await openReported(t);
  await till.pay();
  const [row] = await rowsOf(till);
  await become(till, `processor = 'spare', processor_id = 'of-spare'`);
  assert.deepEqual(await told(till, [row!]), ['mismatch 0 10000']);
  assert.deepEqual(await told(till, [row!]), []);
});

test('one account under two names tells of the charges of both, and nobody is asked', async (t) => {
  const till = await openReported(t);
  const { invoice } = await till.pay();
  await till.refund({ RefundType: 'Partial', Amount: '1.00', PaymentID: invoice });
  const rows = await rowsOf(till);
  await become(till, `processor = 'spare'`);
  await db.query(`update followups set processor = 'spare' where business_id = $1`, [
    till.caller.business.id,
  ]);
  const [charge] = rows;
  const within = rows.map((row) => ({ ...charge!, cents: row.cents }));
  assert.deepEqual(await told(till, rows), []);
  assert.deepEqual(await told(till, within), [], 'a refund as a part of its charge');
});

test('a row waits while another account is still asked about its payment', async (t) => {
  for (const [processorId, expected] of [
    ['another', ['mismatch 0 10000']],
    ['the same', []],
  ] as const) {
    const till = await openReported(t);
    await till.pay();
    const [row] = await rowsOf(till);
    await become(till, `processor = 'spare', processor_id = null, state = 'unknown'`);
    assert.deepEqual(await told(till, [row!]), []);
    const id = processorId === 'the same' ? row!.processorId : processorId;
    await become(till, `processor_id = '${id}', state = 'captured'`);
    assert.deepEqual(await told(till, []), expected);
  }
});

test('a refund within its charge that is told again does not stand for the next one', async (t) => {
  const till = await openReported(t);
  const { invoice } = await till.pay();
  for (const _ of [1, 2]) {
    const refund = { RefundType: 'Partial', Amount: '1.00', PaymentID: invoice };
    const { state, text } = await till.refund(refund);
    assert.equal(state, 'succeeded', text);
    clock.pass(dayMs / 2);
  }
  const [charge] = await rowsOf(till);
  const back = () => ({ ...charge!, cents: -100n, settledAt: clock.now() });
  const first = back();
  assert.deepEqual(await told(till, [charge!, first]), ['reconciled 2 9900']);
  assert.deepEqual(await told(till, [charge!, first]), [], 'the same again');
  const second = back();
  assert.deepEqual(await told(till, [charge!, first, second]), ['reconciled 1 -100']);
  const third = back();
  assert.deepEqual(await told(till, [second, third]), ['mismatch 0 -100'], 'there were two');
});

test('two equal refunds within a charge that are settled at one moment are told and told again as two', async (t) => {
  const till = await openReported(t);
  const { invoice } = await till.pay();
  for (const _ of [1, 2]) {
    await till.refund({ RefundType: 'Partial', Amount: '1.00', PaymentID: invoice });
    clock.pass(dayMs / 2);
  }
  const [charge] = await rowsOf(till);
  const back = { ...charge!, cents: -100n };
  const rows = [charge!, back, { ...back, turn: 2 }];
  assert.deepEqual(await told(till, rows), ['reconciled 3 9800']);
  assert.deepEqual(await told(till, rows), [], 'the same again');
  assert.deepEqual(await told(till, [{ ...back, turn: 3 }]), ['mismatch 0 -100'], 'there were two');
});

test('a row of nobody that two names of one account tell is put before a person once', async (t) => {
  const till = await openReported(t);
  const { id } = till.caller.business;
  const as = async (name: string, rows: readonly SettledRow[]) => {
    const world = reporting(till, settled(rows));
    const processor = { ...world.processors.get('simulator')!, name };
    const processors = new Map([...world.processors, [name, processor]]);
    const made = await closeBatch({ ...world, processors }, id, name, 'api:test');
    return made.map(({ state, processorCents }) => `${state} ${processorCents}`);
  };
  assert.deepEqual(await as('spare', []), []);
  clock.pass(dayMs);
  const row = (processorId: string) =>
    ({ reference: '', processorId, cents: 500n, settledAt: clock.now() }) as const;
  const [first, second] = [row('t1'), row('t2')];
  clock.pass(dayMs);
  assert.deepEqual(await as('simulator', [first]), ['mismatch 500']);
  assert.deepEqual(await as('spare', [first, second]), ['mismatch 500']);
  clock.pass(dayMs);
  assert.deepEqual(await as('simulator', [first, second]), []);
});

test('what was refused at its settlement stays open, is told once, and is settled another night', async (t) => {
  const till = await openReported(t);
  await till.pay();
  const [row] = await rowsOf(till);
  const refused = { ...row!, cents: 0n };
  assert.deepEqual(await told(till, [refused]), ['mismatch 0 0']);
  assert.deepEqual(await told(till, [refused]), [], 'the same again');
  const later = { ...row!, settledAt: clock.now() };
  assert.deepEqual(await told(till, [refused, later]), ['reconciled 1 10000']);
  assert.deepEqual(await told(till, [refused, later]), []);
  await till.pay();
  const next = (await rowsOf(till)).find(({ reference }) => reference !== row!.reference)!;
  const both = [
    { ...next, cents: 0n },
    { ...next, settledAt: clock.now() },
  ];
  assert.deepEqual(await told(till, both), ['reconciled 1 10000'], 'both in one report');
});

test('a refund within its charge that was taken for not done waits while it is watched', async (t) => {
  const till = await openReported(t);
  const { invoice } = await till.pay();
  await till.refund({ RefundType: 'Partial', Amount: '1.00', PaymentID: invoice });
  const [charge] = await rowsOf(till);
  const rows = [charge!, { ...charge!, cents: -100n }];
  const { id } = till.caller.business;
  await db.query(`update followups set state = 'failed' where business_id = $1`, [id]);
  await db.query(
    `insert into jobs (business_id, kind, key, run_at)
     select business_id, 'followup.watch', id::text, $2 from followups where business_id = $1`,
    [id, new Date(clock.now().getTime() + 30 * dayMs)],
  );
  assert.deepEqual(await told(till, rows), ['reconciled 1 10000']);
  await db.query(`update followups set state = 'succeeded' where business_id = $1`, [id]);
  assert.deepEqual(await told(till, rows), ['reconciled 1 -100']);
  await db.query(`delete from jobs where business_id = $1 and kind = 'followup.watch'`, [id]);
});

test('a refund whose row names nothing of ours is known by the id of the processor', async (t) => {
  const till = await openReported(t);
  const { invoice } = await till.pay();
  await till.refund({ RefundType: 'Partial', Amount: '1.00', PaymentID: invoice });
  const [charge, refund] = await rowsOf(till);
  const nameless = { ...refund!, reference: '' };
  assert.deepEqual(await told(till, [charge!, nameless]), ['reconciled 2 9900']);
  assert.deepEqual(await told(till, [charge!, nameless]), []);
  // The name of another counts, whatever the id is.
  const named = { ...refund!, reference: 'x-y-2' };
  const other = { ...named, settledAt: clock.now() };
  assert.deepEqual(await told(till, [other]), ['mismatch 0 -100']);
});

test('our own row that is complete long after its day was read is settled all the same', async (t) => {
  const till = await openReported(t);
  const { invoice } = await till.pay();
  await till.refund({ RefundType: 'Partial', Amount: '1.00', PaymentID: invoice });
  const rows = await rowsOf(till);
  const strange = { ...rows[0]!, reference: '', processorId: 'of nobody' };
  for (let day = 0; day < 6; day += 1) {
    clock.pass(dayMs);
    assert.deepEqual(await till.close(reporting(till, within([]))), []);
  }
  const late = reporting(till, within([...rows, strange]));
  const [batch, ...more] = await till.close(late);
  assert.deepEqual([batch?.state, batch?.netCents, more], ['reconciled', 9900n, []]);
  clock.pass(dayMs);
  assert.deepEqual(await till.close(late), []);
});

test('that an earlier time cannot be read keeps back nothing', async (t) => {
  const till = await openReported(t);
  await till.pay();
  const [old] = await rowsOf(till);
  clock.pass(6 * dayMs);
  await till.close(reporting(till, within([])));
  await till.pay();
  const rows = (await rowsOf(till)).map((row) => ({ ...row, settledAt: clock.now() }));
  const fresh = rows.filter(({ reference }) => reference !== old!.reference);
  clock.pass(dayMs);
  const asked: Date[] = [];
  const report: Report = async (since, until) => {
    asked.push(since);
    const isFirst = asked.length === 1;
    return isFirst ? within(fresh)(since, until) : { outcome: 'unknown', reason: 'too long ago' };
  };
  const made = await till.close(reporting(till, report));
  assert.deepEqual(
    made.map(({ state, itemCount }) => `${state} ${itemCount}`),
    ['reconciled 1'],
  );
  assert.ok(asked.length === 2 && asked[1]! < asked[0]!);
});
