import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { connect } from '../src/database/connect.ts';
import { startEmbedded } from '../src/database/embedded.ts';
import { cpuSeconds, peakMemoryMb } from './cpu.ts';
import { load, median, percentile } from './load.ts';
import { checkPayment, paymentRequest } from './payments-load.ts';
import { findPgbench, preparePgbench, runPgbench } from './pgbench.ts';
import { firstStart, startService } from './service.ts';

/*
 * Card payments a second of the real service over HTTP, beside what the same PostgreSQL does with one plain
 * row per transaction, and beside the service with batches of one. All on the same machine in interleaved
 * rounds, since a shared machine's speed changes from minute to minute: only ratios mean anything. The peer with
 * batches of one may run a statement for every client, and is warmed up as long.
 *
 * Nobody asks for receipts, unless --receipts is given: those that are still to be sent when a round is over would
 * be sent beside the yardstick, and make it look slow.
 */
const { values } = parseArgs({
  options: {
    connections: { type: 'string', default: '64' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '6' },
    warm: { type: 'string', default: '15' },
    delay: { type: 'string', default: '0' },
    receipts: { type: 'boolean', default: false },
  },
});
const connections = Number(values.connections);
const rounds = Number(values.rounds);
const seconds = Number(values.seconds);

// More, and the server had no connection left for pgbench.
const peerLanes = Math.min(connections, 64);

const root = mkdtempSync(join(process.env.BENCH_FOLDER ?? tmpdir(), 'quittance-bench-'));
const folder = join(root, 'data');
mkdirSync(folder);
const simulator = { SIMULATOR_DELAY_MS: values.delay };
const service = await startService('all', folder, 8491, simulator);
const ones = await startService('serve', folder, 8492, {
  ...simulator,
  BATCH_ROWS: '1',
  BATCH_LANES: String(peerLanes),
  // And some for what else it does.
  DATABASE_CONNECTIONS: String(peerLanes + 8),
});
// Joins the server that the service runs.
const quiet = { info() {}, warn() {}, error: console.error };
const database = await startEmbedded({ folder: join(folder, 'postgres'), log: quiet });
const db = connect(database.url, { size: 1, tenants: 'all' });
const pgbench = findPgbench();
const script = pgbench && (await preparePgbench(db, root));

type Round = {
  rate: number;
  ones: number;
  pgbench: number;
  p50: number;
  p99: number;
  cpuUs: number;
};
const results: Round[] = [];
try {
  const next = paymentRequest(await firstStart(folder), { receipts: values.receipts });
  const pay = (port: number, forSeconds: number) =>
    load({ port, connections, seconds: forSeconds, next, check: checkPayment });
  // Until the compiler has seen enough of the code, rates still rise.
  await pay(service.port, Number(values.warm));
  await pay(ones.port, Number(values.warm));
  for (let round = 1; round <= rounds; round += 1) {
    const cpuBefore = cpuSeconds(service.process.pid!);
    const ours = await pay(service.port, seconds);
    const cpuUs = ((cpuSeconds(service.process.pid!) - cpuBefore) / ours.count) * 1e6;
    const yardstick =
      pgbench && script
        ? await runPgbench(pgbench, script, database.url, connections, seconds)
        : Number.NaN;
    const single = await pay(ones.port, seconds);
    const result = {
      rate: ours.count / ours.seconds,
      ones: single.count / single.seconds,
      pgbench: yardstick,
      p50: percentile(ours.latencies, 0.5),
      p99: percentile(ours.latencies, 0.99),
      cpuUs,
    };
    results.push(result);
    print(`round ${round}`, result);
  }
  report();
} finally {
  await db.close();
  await database.stop();
  await ones.stop();
  await service.stop();
  rmSync(root, { recursive: true, force: true });
}

function report(): void {
  const of = (name: keyof Round) => median(results.map((result) => result[name]));
  const ratio = (a: keyof Round, b: keyof Round) => median(results.map((r) => r[a] / r[b]));
  print('medians', {
    rate: of('rate'),
    ones: of('ones'),
    pgbench: of('pgbench'),
    p50: of('p50'),
    p99: of('p99'),
    cpuUs: of('cpuUs'),
  });
  console.log(`
${connections} connections, ${rounds} interleaved rounds of ${seconds} s, receipts ${values.receipts ? 'on' : 'off'}
  medians of the rounds' ratios; in batches of one up to ${peerLanes} statements of a kind run at once
  payments a second of pgbench's rows a second   ${pgbench ? ratio('rate', 'pgbench').toFixed(2) : 'SKIPPED: pgbench is not installed'}
  payments a second of those in batches of one   ${ratio('rate', 'ones').toFixed(1)}
  99th percentile of the median latency          ${ratio('p99', 'p50').toFixed(1)}
  peak memory of the service                     ${peakMemoryMb(service.process.pid!).toFixed(0)} MB`);
}

function print(label: string, { rate, ones: single, pgbench: rows, p50, p99, cpuUs }: Round): void {
  console.log(
    `${label.padEnd(9)} payments ${rate.toFixed(0)}/s  pgbench ${rows.toFixed(0)}/s  batches of one ` +
      `${single.toFixed(0)}/s  p50 ${p50.toFixed(1)} ms  p99 ${p99.toFixed(1)} ms  cpu ${cpuUs.toFixed(0)} us`,
  );
}
