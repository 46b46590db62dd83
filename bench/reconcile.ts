import { createWriteStream, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import type { MemoryBook } from '../packages/sandbox/src/processor/book.ts';
import { readBook } from '../packages/sandbox/src/processor/book-view.ts';
import { formatFinding } from '../src/backoffice/reconciliation/finding.ts';
import { reconcile as reconcileAll } from '../src/backoffice/reconciliation/reconcile.ts';
import { connect } from '../src/database/connect.ts';
import { startEmbedded } from '../src/database/embedded.ts';
import { migrate } from '../src/database/migrate.ts';
import { verifyLedger } from '../src/payments/ledger/verify.ts';
import { verifyAuditLog } from '../src/records/verify-audit-log.ts';
import type { Database } from '../src/runtime/sql.ts';
import { template, urlVariable, withDatabase } from '../test/global-setup.ts';
import { copierOf } from '../test/reconciliation/copies.ts';
import { playScenario } from '../test/reconciliation/scenario.ts';
import type { Club } from '../test/subscriptions/club.ts';
import { watchSteps } from './reconcile-steps.ts';

/*
 * How long the three commands that judge the books take, rule by rule, and how much memory: of so many payments, with
 * their invoices, events, receipts, webhooks, refunds, batches and bank transfers, half of them of one business and
 * half of businesses with sixty each.
 */
const { values } = parseArgs({ options: { payments: { type: 'string', default: '50000' } } });
const wanted = Number(values.payments);

const root = mkdtempSync(join(process.env.BENCH_FOLDER ?? tmpdir(), 'quittance-reconcile-'));
const folder = join(root, 'postgres');
mkdirSync(folder);
const cleanUp: (() => Promise<void>)[] = [];
const quiet = { info() {}, warn() {}, error: console.error };
// Nothing here has to survive a power cut, and reading costs the same.
const settings = { fsync: 'off', synchronous_commit: 'off', max_wal_size: '8GB' };
const server = await startEmbedded({ folder, log: quiet, settings });
try {
  await prepareTemplate();
  process.env[urlVariable] = server.url;
  const club = await playScenario({ after: (work) => void cleanUp.push(work) });
  const bookFile = join(root, 'book.jsonl');
  const stored = await store(club, bookFile);
  await measure(club, bookFile, stored);
} finally {
  for (const work of cleanUp) await work();
  await server.stop();
  rmSync(root, { recursive: true, force: true });
}

async function prepareTemplate(): Promise<void> {
  const admin = connect(server.url, { size: 1 });
  await admin.query(`create database ${template}`);
  await admin.close();
  const db = connect(withDatabase(server.url, template), { size: 1, tenants: 'all' });
  await migrate(db);
  await db.close();
}

/** Returns how many payments there are. */
async function store(club: Club, bookFile: string): Promise<number> {
  const { db } = club.fixture;
  const each = await countOf(db, 'payments');
  const copies = Math.max(1, Math.round(wanted / each / 2));
  const book = createWriteStream(bookFile);
  book.write((club.fixture.book as MemoryBook).text());
  const copy = await copierOf(club);
  const begun = performance.now();
  for await (const text of copy('apart', 1, copies)) book.write(text);
  for await (const text of copy('within', 2, copies + 1)) book.write(text);
  book.end();
  await finished(book);
  await db.query('vacuum (analyze)');
  const payments = await countOf(db, 'payments');
  const [{ size } = { size: '' }] = await db.query<{ size: string }>(
    'select pg_size_pretty(pg_database_size(current_database())) as size',
  );
  const seconds = ((performance.now() - begun) / 1000).toFixed(0);
  console.log(
    `${payments} payments in ${copies + 1} businesses, ${size}, stored in ${seconds} s\n`,
  );
  return payments;
}

async function countOf(db: Database, table: string): Promise<number> {
  const [row] = await db.query<{ n: number }>(`select count(*)::float8 as n from ${table}`);
  return row!.n;
}

async function measure(club: Club, bookFile: string, payments: number): Promise<void> {
  const { fixture, world } = club;
  const { db, clock } = fixture;
  const now = clock.now();
  const book = () => readBook(bookFile);
  const steps = watchSteps(db, payments);
  const { vault } = world;
  const evidence = { db, vault, processor: 'simulator', readBook: book, now };

  const reconcile = steps.command('reconcile');
  for await (const one of reconcileAll({ ...evidence, progress: reconcile }))
    steps.found(formatFinding(one));
  await steps.end();

  const ledger = steps.command('ledger verify');
  const besides = { processor: 'simulator', read: book };
  for await (const one of verifyLedger({ db, now, book: besides, progress: ledger })) {
    steps.found(formatFinding(one));
  }
  await steps.end();

  const auditLog = steps.command('audit verify');
  const report = ({ businessId }: { businessId: bigint }) => steps.found(`chain of ${businessId}`);
  await verifyAuditLog(db, { report, progress: auditLog });
  await steps.end();
}
