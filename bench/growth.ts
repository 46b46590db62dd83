import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { connect } from '../src/database/connect.ts';
import { startEmbedded } from '../src/database/embedded.ts';
import type { Database } from '../src/runtime/sql.ts';
import { cpuSeconds } from './cpu.ts';
import { load, median } from './load.ts';
import { checkPayment, paymentRequest } from './payments-load.ts';
import { firstStart, type Service, startService } from './service.ts';
import { rowsOfPayments } from './stored-payments.ts';

/*
 * Does a payment cost more when many are stored? Two installations side by side, one empty and one filled,
 * under the same load in interleaved rounds; the processor time of the service and its database counts, and with it
 * that of the receipts, which everybody asks for.
 */
const { values } = parseArgs({
  options: {
    stored: { type: 'string', default: '1000000' },
    connections: { type: 'string', default: '64' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '6' },
  },
});
const stored = Number(values.stored);
const rounds = Number(values.rounds);
const connections = Number(values.connections);
const root = mkdtempSync(join(process.env.BENCH_FOLDER ?? tmpdir(), 'quittance-growth-'));

type Fixture = { readonly service: Service; readonly next: () => string };
const empty = await open('empty', 8493);
const full = await open('full', 8494);
try {
  await fill(join(root, 'full', 'data'));
  for (const fixture of [empty, full]) await cpuPerPayment(fixture, 3);
  const ratios: number[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const few = await cpuPerPayment(empty, Number(values.seconds));
    const many = await cpuPerPayment(full, Number(values.seconds));
    ratios.push(many / few);
    console.log(
      `round ${round}  empty ${few.toFixed(0)} us  ${stored} stored ${many.toFixed(0)} us  ratio ${(many / few).toFixed(2)}`,
    );
  }
  console.log(
    `\n${connections} connections, ${rounds} interleaved rounds of ${values.seconds} s, receipts on\n` +
      `processor time per payment with ${stored} stored, of that with none: ${median(ratios).toFixed(2)}`,
  );
} finally {
  await empty.service.stop();
  await full.service.stop();
  rmSync(root, { recursive: true, force: true });
}

async function open(name: string, port: number): Promise<Fixture> {
  const folder = join(root, name, 'data');
  mkdirSync(folder, { recursive: true });
  const service = await startService('all', folder, port);
  return { service, next: paymentRequest(await firstStart(folder)) };
}

async function cpuPerPayment({ service, next }: Fixture, seconds: number): Promise<number> {
  const before = cpuSeconds(service.process.pid!);
  const { count } = await load({
    port: service.port,
    connections,
    seconds,
    next,
    check: checkPayment,
  });
  return ((cpuSeconds(service.process.pid!) - before) / count) * 1e6;
}

async function fill(folder: string): Promise<void> {
  const quiet = { info() {}, warn() {}, error: console.error };
  const database = await startEmbedded({ folder: join(folder, 'postgres'), log: quiet });
  const db = connect(database.url, { size: 1, tenants: 'all' });
  const perChunk = 50_000;
  for (let from = 1; from <= stored; from += perChunk) {
    const to = Math.min(from + perChunk - 1, stored);
    for (const text of rowsOfPayments) await db.query(text, [from, to]);
  }
  await settle(db);
  await db.close();
  await database.stop();
}

async function settle(db: Database): Promise<void> {
  await db.query(
    `insert into business_ids (business_id, next) values (100001, $1)
     on conflict (business_id) do update set next = greatest(business_ids.next, $1)`,
    [3 * stored + 1_000_000],
  );
  await db.query('vacuum (analyze) customers, payments, invoices, transfers, events');
  await db.query('checkpoint');
}
