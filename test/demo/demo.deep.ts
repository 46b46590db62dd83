import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { memoryBook } from '../../packages/sandbox/src/processor/book.ts';
import { makeFirstBusiness } from '../../src/parties/businesses/first-start.ts';
import { verifyAuditLog } from '../../src/records/verify-audit-log.ts';
import { envBeside, officeOf } from '../cli/office.ts';
import { startCaptured } from '../e2e/start-captured.ts';
import { scratch } from '../embedded.ts';
import { type Fixture, makeFixture } from '../fixture.ts';
import { findings as ledgerFindings } from '../settlement/till.ts';
import { findingsIn } from '../subscriptions/club.ts';
import { fillOne, sentFiles } from './filling.ts';

/** What the books say, without ids and secrets. */
const books = {
  payments: `select created_at, state, method, amount_cents, captured_cents, refunded_cents, brand, last4,
      regexp_replace(order_number, '^SUB-\\d+', 'SUB') as number from payments where business_id = $1`,
  ledger: 'select made_at, debit, credit, cents from transfers where business_id = $1',
  batches:
    'select created_at, state, item_count, net_cents, fee_cents from batches where business_id = $1',
  customers: 'select created_at, phone, email, first_name from customers where business_id = $1',
  subscriptions: 'select created_at, state, plan_code from subscriptions where business_id = $1',
  links: 'select created_at, state, opened_at from pay_links where business_id = $1',
  texts: `select created_at, direction, state, body from messages
    where business_id = $1 and kind = 'chat'`,
  entries: 'select created_at, kind, state, amount_cents from ach_entries where business_id = $1',
  leads: 'select created_at, state, answered_at from leads where business_id = $1',
  disputes: 'select created_at, state, amount_cents from disputes where business_id = $1',
} as const;

async function booksOf({ db }: Fixture, businessId: bigint): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const [name, text] of Object.entries(books)) {
    const rows = await db.query<Record<string, unknown>>(text, [businessId]);
    found[name] = rows.map((row) => Object.values(row).map(String).join(' ')).sort();
  }
  return found;
}

/** As the first start leaves an installation, and then some weeks later. */
async function openFilled(t: TestContext, seed: number) {
  const fixture = await makeFixture(t, { book: memoryBook() });
  const world = await fixture.open();
  const first = await makeFirstBusiness({ ...world, db: fixture.db }, async () => {});
  const businessId = BigInt(first!.username);
  await fillOne(fixture, businessId, { seed, days: 20 });
  return { fixture, businessId, books: await booksOf(fixture, businessId) };
}

async function assertClean(fixture: Fixture, businessId: bigint): Promise<void> {
  assert.deepEqual(await findingsIn(fixture), []);
  assert.deepEqual(await ledgerFindings(fixture as never, businessId), []);
  const breaks: unknown[] = [];
  const { isWhole } = await verifyAuditLog(fixture.db, { report: (one) => breaks.push(one) });
  assert.deepEqual([isWhole, breaks], [true, []]);
}

test('the same seed gives the same books, in which nothing is wrong; another seed gives others', async (t) => {
  const one = await openFilled(t, 7);
  const again = await openFilled(t, 7);
  assert.deepEqual(again.books, one.books);
  for (const [name, rows] of Object.entries(one.books)) assert.ok(rows.length > 0, name);
  const states = await one.fixture.db.query<{ state: string }>(
    'select distinct state from payments order by state',
  );
  for (const state of ['declined', 'settled', 'unknown']) {
    assert.ok(
      states.some((found) => found.state === state),
      state,
    );
  }
  await assertClean(one.fixture, one.businessId);
  const files = await one.fixture.db.query<{ name: string }>(
    `select name from ach_files where business_id = $1 and direction = 'out' order by name`,
    [one.businessId],
  );
  const names = files.map(({ name }) => name);
  assert.ok(names.length > 0);
  assert.deepEqual(await sentFiles(one.fixture, one.businessId), names);

  const other = await openFilled(t, 8);
  assert.notDeepEqual(other.books.payments, one.books.payments);
});

test('an operator fills a business beside a running service, and then another below it', async (t) => {
  const service = await startCaptured(t, await scratch(t), { LOG_LEVEL: 'error' });
  const { run } = officeOf(envBeside(service));
  const { out, err } = await run('demo', '--months', '1', '--json');
  const filled = JSON.parse(out || '{}');
  assert.equal(filled.business, service.username, err);
  assert.ok(filled.payments > 30 && filled.customers > 15, out);

  const checked = await run('reconcile');
  assert.deepEqual([checked.code, checked.out], [0, '0 findings.\n'], checked.err);
  const refused = await run('demo', '--business', service.username);
  const says = `quittance: Business ${service.username} has data already. quittance demo without --business makes a sandbox business of its own.\n`;
  assert.deepEqual([refused.code, refused.err], [1, says]);
  const again = await run('demo', '--months', '1');
  assert.equal(again.code, 0, again.err);
  const [made, counted] = again.out.split('\n');
  assert.match(made!, new RegExp(`^Business ${service.username} has data already, .* below it\\.`));
  assert.match(counted!, /^Business \d+ has \d+ payments of \d+ customers now\.$/);
  const both = await run('reconcile');
  assert.deepEqual([both.code, both.out.split('\n')[0]], [0, '0 findings.'], both.err);
  assert.equal(service.said.stderr, '');
});
