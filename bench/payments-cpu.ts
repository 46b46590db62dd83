import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { connect } from '../src/database/connect.ts';
import { startEmbedded } from '../src/database/embedded.ts';
import { type Cpu, cpuOfTree, parentOf, since, sum } from './cpu.ts';
import { load, median } from './load.ts';
import { checkPayment, paymentRequest } from './payments-load.ts';
import { findPgbench, preparePgbench } from './pgbench.ts';
import { firstStart, type Service, startService } from './service.ts';

/*
 * `npm run bench -- --cpu`: microseconds of processor time for a card payment (service, PostgreSQL, load generator), with
 * payments that begin and end in one commit and in two, beside one row of pgbench (its own and PostgreSQL's). All take
 * turns on one server: rates of shared machines are noise, and so are times from one run to another; ratios are not.
 */
const { values } = parseArgs({
  options: {
    cpu: { type: 'boolean' },
    connections: { type: 'string', default: '64,128,256' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '5' },
    warm: { type: 'string', default: '12' },
  },
});
const rounds = Number(values.rounds);
const seconds = Number(values.seconds);

const root = mkdtempSync(join(process.env.BENCH_FOLDER ?? tmpdir(), 'quittance-bench-'));
const folder = join(root, 'data');
mkdirSync(folder);
// Has the server and the worker, and takes no payment.
const host = await startService('all', folder, 8490);
const shared = await startService('serve', folder, 8491);
const apart = await startService('serve', folder, 8492, { BATCHES_SHARE: 'off' });
// Joins the server that the service runs.
const quiet = { info() {}, warn() {}, error: console.error };
const database = await startEmbedded({ folder: join(folder, 'postgres'), log: quiet });
const db = connect(database.url, { size: 1, tenants: 'all' });
const pgbench = findPgbench();
const script = pgbench && (await preparePgbench(db, root));

/** For one payment or row, by part. */
type Cost = { readonly service: Cpu; readonly postgres: Cpu; readonly load: Cpu };
const none: Cpu = { user: 0, system: 0 };

try {
  const next = paymentRequest(await firstStart(folder), { receipts: false });
  const postmaster = await postmasterPid();
  const pay = async (
    { port, process: { pid } }: Service,
    connections: number,
    forSeconds: number,
  ) => {
    const before = { service: cpuOfTree(pid!, postmaster), postgres: cpuOfTree(postmaster) };
    const own = process.cpuUsage();
    const { count } = await load({
      port,
      connections,
      seconds: forSeconds,
      next,
      check: checkPayment,
    });
    const { user, system } = process.cpuUsage(own);
    return each(count, {
      service: since(before.service, cpuOfTree(pid!, postmaster)),
      postgres: since(before.postgres, cpuOfTree(postmaster)),
      load: { user, system },
    });
  };
  console.log(
    `${cpus().length} cores of ${cpus()[0]?.model}, Node.js ${process.version}, medians of ${rounds} rounds of ${seconds} s\n`,
  );
  console.log(
    '| connections | | service | PostgreSQL | load | sum | user-mode | row / payment | user-mode |',
  );
  console.log('|---|---|---|---|---|---|---|---|---|');
  for (const connections of values.connections.split(',').map(Number)) {
    for (const service of [shared, apart]) await pay(service, connections, Number(values.warm));
    const costs: Record<'shared' | 'apart' | 'row', Cost[]> = { shared: [], apart: [], row: [] };
    for (let round = 0; round < rounds; round += 1) {
      const kinds = ['shared', 'row', 'apart'] as const;
      // Whoever is first in a round finds the caches of another.
      for (const kind of round % 2 ? kinds.toReversed() : kinds) {
        if (kind === 'row') {
          const row =
            pgbench && script && (await rowCost(pgbench, script, connections, postmaster));
          if (row) costs.row.push(row);
        } else {
          costs[kind].push(await pay(kind === 'shared' ? shared : apart, connections, seconds));
        }
      }
    }
    print(`${connections} | one commit`, costs.shared, costs.row);
    print(`${connections} | two commits`, costs.apart, costs.row);
    if (costs.row.length > 0) print(`${connections} | pgbench's row`, costs.row, costs.row);
    else console.log(`| ${connections} | pgbench's row: SKIPPED | | | | | | | |`);
  }
  if (!pgbench) console.log('\nSKIPPED: pgbench is not installed');
} finally {
  await db.close();
  await database.stop();
  await apart.stop();
  await shared.stop();
  await host.stop();
  rmSync(root, { recursive: true, force: true });
}

/** Counted from its first second on, when all its clients are connected: to make a connection costs more than a row. */
async function rowCost(
  program: string,
  file: string,
  connections: number,
  postmaster: number,
): Promise<Cost | undefined> {
  const flags = ['-n', '-M', 'prepared', '-j', '2', '-P', '1', '-c', `${connections}`];
  const args = [...flags, '-T', String(seconds + 2), '-f', file, database.url];
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  const costNow = () => ({ postgres: cpuOfTree(postmaster), load: cpuOfTree(child.pid!) });
  let begun: ReturnType<typeof costNow> | undefined;
  let ended = begun;
  let rows = 0;
  for await (const line of createInterface(child.stderr)) {
    const rate = /^progress: [\d.]+ s, ([\d.]+) tps/.exec(line)?.[1];
    if (rate === undefined) continue;
    ended = costNow();
    if (begun) rows += Number(rate);
    else begun = ended;
  }
  if (!begun || !ended || rows === 0) return undefined; // More clients than the server takes.
  return each(rows, {
    service: none,
    postgres: since(begun.postgres, ended.postgres),
    load: since(begun.load, ended.load),
  });
}

function each(count: number, { service, postgres, load: own }: Cost): Cost {
  const one = ({ user, system }: Cpu) => ({ user: user / count, system: system / count });
  return { service: one(service), postgres: one(postgres), load: one(own) };
}

function print(label: string, costs: readonly Cost[], rows: readonly Cost[]): void {
  const all = (cost: Cost) => sum(cost.service) + sum(cost.postgres) + sum(cost.load);
  const user = ({ service, postgres, load: own }: Cost) => service.user + postgres.user + own.user;
  const of = (figure: (cost: Cost) => number) => median(costs.map(figure)).toFixed(0);
  const ratio = (figure: (cost: Cost) => number) =>
    rows.length === 0
      ? ''
      : median(costs.map((cost, i) => figure(rows[i]!) / figure(cost))).toFixed(2);
  const parts = [of((c) => sum(c.service)), of((c) => sum(c.postgres)), of((c) => sum(c.load))];
  console.log(`| ${[label, ...parts, of(all), of(user), ratio(all), ratio(user)].join(' | ')} |`);
}

async function postmasterPid(): Promise<number> {
  const [row] = await db.query<{ pid: number }>(`select pg_backend_pid() as pid`);
  return parentOf(row!.pid);
}
