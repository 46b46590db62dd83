import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type Installation as OpenInstallation,
  openInstallation,
} from '../../src/cli/open-installation.ts';
import { readConfig } from '../../src/config.ts';
import type { Sql } from '../../src/runtime/sql.ts';
import { readBankBook } from './bank-book.ts';
import type { ClientLog } from './client-log.ts';
import { type Installation, logOf, quittance } from './installation.ts';
import { judgeBatches } from './judge-batches.ts';
import { judgeFiles } from './judge-files.ts';
import { judgeFollowUps, readFollowUps } from './judge-follow-ups.ts';
import { judgePurchases, readPayments } from './judge-purchases.ts';

export type Verdict = {
  readonly payments: number;
  readonly followUps: number;
  readonly findings: readonly string[];
};

/** Findings of the reconciliation, and of the campaign's own checks. What is judged stands still: `stop` ends all services. */
export async function judge(
  installation: Installation,
  log: ClientLog,
  logPath: string,
  stop: () => Promise<void>,
): Promise<Verdict> {
  const findings: string[] = [...log.findings];
  let payments = 0;
  let followUps = 0;
  await withOpen(installation, async ({ world }) => {
    findings.push(...(await drain(world.db)));
  });
  await stop();
  await withOpen(installation, async ({ world: { db } }) => {
    const { stories, batches } = await readBankBook(installation.book);
    const wanted = await readPayments(db);
    const done = await readFollowUps(db);
    payments = wanted.length;
    followUps = done.length;
    findings.push(...judgePurchases(log, wanted, done, stories));
    findings.push(...judgeFollowUps(log, wanted, done, stories));
    findings.push(...(await judgeBatches(db, batches)));
    findings.push(...(await judgeFiles(installation, db)));
  });
  findings.push(...faultsIn(await readFile(logOf(installation), 'utf8')));
  findings.push(...(await reconciliationFindings(installation, logPath)));
  return { payments, followUps, findings };
}

async function withOpen(
  installation: Installation,
  work: (opened: OpenInstallation) => Promise<void>,
): Promise<void> {
  const quiet = { print() {}, err: { write() {} } };
  const opened = await openInstallation(readConfig(installation.env), quiet);
  try {
    await work(opened);
  } finally {
    await opened.close();
  }
}

/** So Node.js ends a process over an error that nobody caught; what was killed says nothing. */
function faultsIn(serviceLog: string): string[] {
  const parts = serviceLog.split(/^Node\.js v\d.*$/m).slice(0, -1);
  return parts.map((before) => `a process ended by an error:${before.slice(-1000)}`);
}

const patienceMs = 3_600_000;

/** The worker finishes what is open; what it left open is a finding. */
async function drain(sql: Sql): Promise<string[]> {
  const giveUpAt = performance.now() + patienceMs;
  for (;;) {
    const open = await sql.query<{ what: string; times: bigint }>(
      `select what, count(*) as times from (
         select 'payments that are ' || state as what from payments
         where state in ('processing', 'unknown', 'capturing', 'voiding')
         union all
         select kind || 's that are ' || state from followups where state in ('processing', 'unknown')
         union all
         select 'batches that are ' || state from batches where state in ('closing', 'unknown')
         union all
         select 'jobs ' || kind from jobs where kind = 'payment.give_back'
       ) open group by what order by what`,
    );
    if (open.length === 0) return [];
    if (performance.now() > giveUpAt) {
      return open.map(({ what, times }) => `${times} ${what} were not settled in time`);
    }
    await askSooner(sql);
    await delay(200);
  }
}

/**
 * After some inquiries in vain the next one follows minutes later. That is no fault, but too long for a campaign: what
 * waits so long is asked about now. A row that nobody would ask about again stays as it is, and is found.
 */
async function askSooner(sql: Sql): Promise<void> {
  const later = `now() + interval '15 seconds'`;
  await sql.query(`update followups set resolve_at = now() where resolve_at > ${later}`);
  await sql.query(`update batches set resolve_at = now() where resolve_at > ${later}`);
  await sql.query(
    `update payment_watches set look_at = now() where kind = 'unknown' and look_at > ${later}`,
  );
}

/** Reconciles by the command, as an operator does. */
async function reconciliationFindings(
  { env, book }: Installation,
  logPath: string,
): Promise<string[]> {
  const child = spawn(quittance, ['reconcile', '--book', book, '--client-log', logPath], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (piece: string) => {
    text += piece;
  });
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  const lines = text.split('\n').filter((line) => line !== '' && !/^\d+ findings\.$/.test(line));
  const isWhole = /^\d+ findings\.$/m.test(text) && (code === 0) === (lines.length === 0);
  return isWhole ? lines : [...lines, `the reconciliation ended with ${code}: ${text}`];
}
