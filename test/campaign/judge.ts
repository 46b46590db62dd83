import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Sql } from '../../src/base/sql.ts';
import { type House, openHouse } from '../../src/cli/open-house.ts';
import { readConfig } from '../../src/config.ts';
import { netCharges } from './bank-book.ts';
import type { Installation } from './installation.ts';
import type { Told } from './told.ts';
import { rowOf } from './wishes.ts';

export type Verdict = { readonly payments: number; readonly findings: readonly string[] };

/** What the auditor finds, and what this campaign finds by itself. */
export async function judge(
  installation: Installation,
  told: Told,
  clientLog: string,
): Promise<Verdict> {
  const house = await openHouse(readConfig(installation.env));
  const findings: string[] = [];
  let rows: PaymentRow[];
  try {
    const left = await drain(house);
    if (left > 0) findings.push(`${left} payments were not settled in time`);
    rows = await readPayments(house.world.db);
    findings.push(...(await ownFindings(installation, told, rows)));
  } finally {
    await house.close();
  }
  findings.push(...(await auditorsFindings(installation, clientLog)));
  return { payments: rows.length, findings };
}

const patienceMs = 90_000;

/** The worker finishes what is open. */
async function drain({ world }: House): Promise<number> {
  const giveUpAt = performance.now() + patienceMs;
  for (;;) {
    const [row] = await world.db.query<{ open: bigint }>(
      `select count(*) as open from payments where state in ('processing', 'unknown')`,
    );
    if (row!.open === 0n || performance.now() > giveUpAt) return Number(row!.open);
    await delay(200);
  }
}

type PaymentRow = {
  readonly business_id: bigint;
  readonly id: bigint;
  readonly order_number: string;
  readonly state: string;
  readonly method: string;
};

async function readPayments(sql: Sql): Promise<PaymentRow[]> {
  return await sql.query<PaymentRow>(
    'select business_id, id, order_number, state, method from payments',
  );
}

/** Every order number has at most one net charge, and what its client was told in the end is true. */
async function ownFindings(
  { env }: Installation,
  told: Told,
  rows: readonly PaymentRow[],
): Promise<string[]> {
  const findings = [...told.complaints];
  const charges = await netCharges(join(env.QUITTANCE_DATA!, 'simulated-bank.jsonl'));
  const taken = new Map<string, number[]>();
  for (const { business_id, id, order_number, state, method } of rows) {
    const reference = `${business_id.toString(36)}-${id.toString(36)}-1`;
    // No bank was asked yet for a bank payment: that it is queued is all there is.
    const cents = method === 'bank' && state === 'queued' ? 0 : charges.get(reference);
    charges.delete(reference);
    if (cents !== undefined) taken.set(order_number, [...(taken.get(order_number) ?? []), cents]);
  }
  for (const [reference, cents] of charges) {
    findings.push(`the bank charged ${cents} cents under ${reference}, for no payment`);
  }
  for (const [order, charged] of taken) {
    if (charged.length > 1) findings.push(`${order} was charged ${charged.length} times`);
  }
  for (const { wish, ends } of told.wishes.values()) {
    findings.push(...judgeWish(wish.name, ends, wish, taken.get(wish.order)));
  }
  return findings;
}

const tookMoney = ['captured', 'authorized', 'queued'];

function* judgeWish(
  name: string,
  ends: ReadonlySet<string>,
  { kind, cents }: { kind: Parameters<typeof rowOf>[0]; cents: number },
  charged: readonly number[] | undefined,
): Generator<string> {
  const heard = [...ends].join(', ');
  const possible = ['canceled', ...rowOf(kind).ends];
  if (!ends.isSubsetOf(new Set(possible))) yield `${name} (${kind}) was told ${heard}`;
  const wasToldYes = tookMoney.some((state) => ends.has(state));
  if (wasToldYes && !charged) yield `${name} (${kind}) was told ${heard}, and nothing was charged`;
  if (!wasToldYes && charged && ends.size > 0) {
    yield `${name} (${kind}) was told ${heard}, and was charged`;
  }
  const isBank = ends.has('queued');
  if (charged && !isBank && charged[0] !== cents) {
    yield `${name} (${kind}) was charged ${charged[0]} cents in place of ${cents}`;
  }
}

/** As an operator would ask it. */
async function auditorsFindings({ env }: Installation, clientLog: string): Promise<string[]> {
  const quittance = join(import.meta.dirname, '../../bin/quittance');
  const child = spawn(quittance, ['reconcile', '--client-log', clientLog], {
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
