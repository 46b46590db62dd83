import { spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { type House, openHouse } from '../../src/cli/open-house.ts';
import { readConfig } from '../../src/config.ts';
import { readBankBook } from './bank-book.ts';
import { type Installation, quittance } from './installation.ts';
import { judgeBatches } from './judge-batches.ts';
import { judgeDeeds, readFollowUps } from './judge-deeds.ts';
import { judgeFiles } from './judge-files.ts';
import { judgeWishes, readPayments } from './judge-wishes.ts';
import type { Told } from './told.ts';

export type Verdict = {
  readonly payments: number;
  readonly followUps: number;
  readonly findings: readonly string[];
};

/** What the auditor finds, and what this campaign finds by itself. */
export async function judge(
  installation: Installation,
  told: Told,
  clientLog: string,
): Promise<Verdict> {
  const house = await openHouse(readConfig(installation.env), { say() {} });
  const findings: string[] = [...told.complaints];
  let payments = 0;
  let followUps = 0;
  try {
    findings.push(...(await drain(house)));
    const { stories, batches } = await readBankBook(installation.book);
    const wanted = await readPayments(house.world.db);
    const done = await readFollowUps(house.world.db);
    payments = wanted.length;
    followUps = done.length;
    findings.push(...judgeWishes(told, wanted, done, stories));
    findings.push(...judgeDeeds(told, wanted, done, stories));
    findings.push(...(await judgeBatches(house.world.db, batches)));
    findings.push(...(await judgeFiles(installation, house.world.db)));
  } finally {
    await house.close();
  }
  findings.push(...(await auditorsFindings(installation, clientLog)));
  return { payments, followUps, findings };
}

const patienceMs = 120_000;

/** The worker finishes what is open; what it left open is a finding. */
async function drain({ world }: House): Promise<string[]> {
  const giveUpAt = performance.now() + patienceMs;
  for (;;) {
    const open = await world.db.query<{ what: string; times: bigint }>(
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
    await delay(200);
  }
}

/** As an operator would ask it. */
async function auditorsFindings({ env, book }: Installation, clientLog: string): Promise<string[]> {
  const child = spawn(quittance, ['reconcile', '--book', book, '--client-log', clientLog], {
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
  return isWhole ? lines : [...lines, `the auditor ended with ${code}: ${text}`];
}
