import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MemoryBook } from '../../packages/sandbox/src/processor/book.ts';
import { readBookText } from '../../packages/sandbox/src/processor/book-view.ts';
import { formatFinding } from '../../src/backoffice/reconciliation/finding.ts';
import { reconcile } from '../../src/backoffice/reconciliation/reconcile.ts';
import { checkRule } from '../../src/backoffice/reconciliation/table-rules.ts';
import { type Progress, unwatched } from '../../src/kernel/progress.ts';
import { verifyLedger } from '../../src/payments/ledger/verify.ts';
import { verifyAuditLog } from '../../src/records/verify-audit-log.ts';
import type { Club } from '../subscriptions/club.ts';
import { copierOf } from './copies.ts';
import { measured, type Work } from './measured.ts';
import { playScenario } from './scenario.ts';

const copies = 4;
const times = 4;
/** What costs n log n reads little more than four times as much, and what costs n squared, sixteen times. */
const mostGrowth = 6;
/** Of less than this, what a statement reads in any case is the most. */
const fewest: Work = { rows: 50, pages: 10 };

test('four times as many payments are read in little more than four times as many rows, by every rule', async (t) => {
  const club = await playScenario(t);
  const copy = await copierOf(club);
  let book = (club.fixture.book as MemoryBook).text();
  const reads: Map<string, Work>[] = [];
  for (const [from, to] of [
    [1, copies],
    [copies + 1, times * copies],
  ] as const) {
    for await (const text of copy('apart', from, to)) book += text;
    for await (const text of copy('within', from + 1, to + 1)) book += text;
    // Else it is chance whether the server has counted the rows by now, and chosen another plan.
    await club.fixture.db.query('analyze');
    reads.push(await readByStep(club, book));
  }
  const [few, many] = reads as [Map<string, Work>, Map<string, Work>];

  const table = [...few].map(([name, { rows, pages }]) => ({
    name,
    rows: many.get(name)!.rows / Math.max(rows, fewest.rows),
    // As tables grow, the server goes over from reading them whole to finding each row by an index, a page or more for each.
    pages: many.get(name)!.pages / Math.max(pages, rows, fewest.pages),
  }));
  const worse = table.filter(({ rows, pages }) => Math.max(rows, pages) > mostGrowth);
  assert.deepEqual(
    worse.map(({ name }) => name),
    [readsEarlierEvents.name],
    table
      .map(({ name, rows, pages }) => `${name} ${rows.toFixed(1)} ${pages.toFixed(1)}`)
      .join('\n'),
  );
});

/** A rule as none may be, and one was: for each event of a kind it reads the earlier events of the business. */
const readsEarlierEvents = {
  name: 'reads_earlier_events',
  sql: `select e.business_id, e.object_id as payment_id, 'it is told twice' as says
    from events e
    where e.kind = 'payment.refunded' and (e.data ->> 'nothing' = 'at all' or not exists (
      select from events o where o.business_id = e.business_id and o.object_id + 0 = e.object_id
        and o.kind = e.kind and o.id <= e.id))`,
};

/** What each step of each command reads; nothing is wrong. */
async function readByStep({ fixture, world }: Club, book: string): Promise<Map<string, Work>> {
  const { db, take } = measured(fixture.db);
  const now = fixture.clock.now();
  const work = new Map<string, Work>();
  let step = '';
  const next = (name: string) => {
    if (step !== '') work.set(step, take());
    step = name;
  };
  const progress: Progress = { ...unwatched, step: next };
  const readBook = () => readBookText(book);
  const evidence = { db, now, progress, processor: 'simulator', readBook, vault: world.vault };
  const found = [
    ...(await Array.fromAsync(reconcile(evidence))),
    ...(await Array.fromAsync(
      verifyLedger({ db, now, progress, book: { processor: 'simulator', read: readBook } }),
    )),
  ];
  const { isWhole } = await verifyAuditLog(db, { progress, report() {} });
  assert.deepEqual(found.map(formatFinding), []);
  assert.ok(isWhole);
  next(readsEarlierEvents.name);
  for await (const one of checkRule(db, readsEarlierEvents)) assert.fail(formatFinding(one));
  next('');
  return work;
}
