import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { OddRow } from '../../src/ports/processors/settled-row.ts';
import { type Report, reporting, rowsAt, settled } from './reporting.ts';
import { makeBank, openTill, type Till } from './till.ts';

/* Rows of reports that no rule reads. */

const fixture = await makeBank({ after });
const dayMs = 24 * 3_600_000;
const rowsOf = (till: Till) => rowsAt(fixture, till);
type Told = { readonly row: string; readonly reference: string; readonly reason: string };
type Evidence = Told & { readonly more?: readonly Told[] };

test('a row that no rule reads stops no other one, and a person is asked once about each', async (t) => {
  const till = await openTill(t, { fixture });
  await till.close(reporting(till, settled([])));
  fixture.clock.pass(dayMs);
  const { invoice } = await till.pay();
  const [first] = await rowsOf(till);
  await till.pay();
  const usual = (await rowsOf(till)).filter(({ reference }) => reference !== first!.reference);
  const reason = 'listed with the status couldNotVoid';
  const { cents: _, ...odd } = { ...first!, reason };
  const stranger = { ...odd, reference: 'POS-17', processorId: 't9' };
  const report: Report = async () => ({
    outcome: 'settled',
    rows: usual,
    oddRows: [odd, stranger],
  });
  const cases = async () =>
    await fixture.db.query<{ kind: string; evidence: Record<string, string> }>(
      `select object_kind as kind, evidence from open_questions
       where business_id = $1 and kind = 'odd_row' order by object_kind`,
      [till.caller.business.id],
    );
  const [batch] = await till.close(reporting(till, report));
  assert.deepEqual([batch?.state, batch?.itemCount], ['reconciled', 1]);
  assert.equal((await till.payment(invoice)).state, 'captured');
  const asked = await cases();
  assert.deepEqual(
    asked.map(({ kind, evidence: { row, reason: why } }) => [kind, row, why]),
    [
      ['business', 't9', reason],
      ['payment', odd.processorId, reason],
    ],
  );
  // Also once it is decided: the report is read again for days.
  await fixture.db.query(
    `update open_questions set state = 'closed' where business_id = $1 and kind = 'odd_row'`,
    [till.caller.business.id],
  );
  for (let day = 0; day < 2; day += 1) {
    fixture.clock.pass(dayMs);
    await till.close(reporting(till, report));
  }
  assert.equal((await cases()).length, 2);
  // Once it is told in the usual words it is settled.
  const told = (await rowsOf(till)).filter(({ reference }) => reference === first!.reference);
  const [late] = await till.close(reporting(till, settled(told)));
  assert.deepEqual([late?.state, late?.itemCount], ['reconciled', 1]);
});

test('each odd row is put before a person, also while a case about another one is open', async (t) => {
  const till = await openTill(t, { fixture });
  await till.close(reporting(till, settled([])));
  fixture.clock.pass(dayMs);
  await till.pay();
  const [row] = await rowsOf(till);
  const reason = 'listed with an amount that cannot be read';
  const { cents: _, ...odd } = { ...row!, reason };
  const nameless = { ...odd, reference: 'POS-17', processorId: '' };
  const both = (of: OddRow) => [of, { ...of, settledAt: fixture.clock.now() }];
  const read = async (oddRows: readonly OddRow[]) => {
    fixture.clock.pass(dayMs);
    await till.close(reporting(till, async () => ({ outcome: 'settled', rows: [], oddRows })));
    const cases = await fixture.db.query<{ kind: string; state: string; evidence: Evidence }>(
      `select object_kind as kind, state, evidence from open_questions
       where business_id = $1 and kind = 'odd_row' order by object_kind, id`,
      [till.caller.business.id],
    );
    return cases.map(({ kind, state, evidence: { row, reference, reason: why, more = [] } }) => ({
      is: `${kind} ${state}`,
      rows: [{ row, reference, reason: why }, ...more].map((one) =>
        [one.row, one.reference, one.reason].join(' '),
      ),
    }));
  };
  const id = odd.processorId;
  const [named, unnamed] = [`${id} ${odd.reference} ${reason}`, ` POS-17 ${reason}`];
  const first = [odd, nameless, { ...nameless, reference: 'POS-18' }];
  const atFirst = await read(first);
  assert.deepEqual(atFirst, [
    { is: 'business open', rows: [unnamed, ` POS-18 ${reason}`] },
    { is: 'payment open', rows: [named] },
  ]);
  assert.deepEqual(await read(first), atFirst, 'the same again');
  const propose = `update open_questions set state = 'proposed', proposal = 'noted',
    proposed_by = 'Ann', proposed_at = created_at, note = 'seen' where business_id = $1`;
  await fixture.db.query(propose, [till.caller.business.id]);
  const later = [...first, ...both({ ...odd, reason: 'listed with the status underReview' })];
  const atLast = await read(later);
  const status = `${id} ${odd.reference} listed with the status underReview`;
  assert.deepEqual(atLast, [
    { ...atFirst[0], is: 'business proposed' },
    { is: 'payment open', rows: [named, status, status] },
  ]);
  const acts = await fixture.db.query<{ act: string; actor: string }>(
    `select act, actor from audit_trail where business_id = $1 and act = 'question.rejected'`,
    [till.caller.business.id],
  );
  assert.deepEqual(acts, [{ act: 'question.rejected', actor: 'system' }]);
  assert.deepEqual(await read(later), atLast);
});

test('cents of another currency are in no batch, and a person is asked once', async (t) => {
  const till = await openTill(t, { fixture });
  await till.close(reporting(till, settled([])));
  fixture.clock.pass(dayMs);
  const { invoice } = await till.pay();
  const [row] = await rowsOf(till);
  const canadian = { ...row!, currency: 'CAD' };
  const stranger = { ...canadian, reference: '', processorId: 't9' };
  const second = { ...canadian, processorId: 't10' };
  const report = reporting(till, settled([canadian, stranger, second]));
  for (let day = 0; day < 2; day += 1) {
    fixture.clock.pass(dayMs);
    assert.deepEqual(await till.close(report), []);
  }
  const cases = await fixture.db.query<{ kind: string; evidence: Evidence }>(
    `select object_kind as kind, evidence from open_questions
     where business_id = $1 and kind = 'odd_row' order by object_kind`,
    [till.caller.business.id],
  );
  const reason = 'settled in CAD, and the account takes USD';
  assert.deepEqual(
    cases.map(({ kind, evidence: { row: id, more = [], ...told } }) => [
      kind,
      told.reason,
      [id, ...more.map((one) => one.row)],
    ]),
    [
      ['business', reason, ['t9']],
      ['payment', reason, [row!.processorId, 't10']],
    ],
  );
  assert.equal((await till.payment(invoice)).state, 'captured');
  const [batch] = await till.close(reporting(till, settled([row!])));
  assert.deepEqual([batch?.state, batch?.itemCount], ['reconciled', 1]);
});

test('an odd row that another business here had carried out, or one of before, is asked of nobody', async (t) => {
  const till = await openTill(t, { fixture });
  const other = await openTill(t, { fixture });
  await other.pay();
  const [theirs] = await rowsOf(other);
  const reason = 'listed with the status underReview';
  const before = { reference: 'POS-17', processorId: 't9', settledAt: fixture.clock.now(), reason };
  await till.close(reporting(till, settled([])));
  fixture.clock.pass(dayMs);
  const { cents: _, ...odd } = { ...theirs!, settledAt: fixture.clock.now(), reason };
  const oddRows = [odd, { ...before, settledAt: new Date(before.settledAt.getTime() - dayMs) }];
  await till.close(reporting(till, async () => ({ outcome: 'settled', rows: [], oddRows })));
  const cases = await fixture.db.query(
    `select from open_questions where business_id = $1 and kind = 'odd_row'`,
    [till.caller.business.id],
  );
  assert.equal(cases.length, 0);
});
