import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '../src/database/connect.ts';
import { startEmbedded } from '../src/database/embedded.ts';
import type { Database } from '../src/runtime/sql.ts';
import { type Cost, costOfEach } from './cost.ts';
import { cpuOfTree, parentOf, since } from './cpu.ts';
import type { FloorOrder } from './floor.ts';
import { startForked } from './forked.ts';
import { load } from './load.ts';
import { inTurn, type Pace } from './pace.ts';
import { checkPayment, paymentRequest } from './payments-load.ts';
import { findPgbench, preparePgbench, rowCost } from './pgbench.ts';
import { firstStart, startService } from './service.ts';

/**
 * `shared`: payments that begin and end in one commit; `apart`: in two; `row`: of pgbench; `floor`: the rows of a payment
 * and nothing else.
 */
export type Kind = 'shared' | 'apart' | 'row' | 'floor';
export type PaymentCosts = {
  readonly connections: number;
  /** Of each round; none of a row where pgbench is not installed. */
  readonly costs: Readonly<Record<Kind, readonly Cost[]>>;
};

/**
 * Processor time for a card payment of the service, of its database and of the load generator. All sides take turns on one
 * server: rates of shared machines are noise, and so are times from one run to another; ratios are not.
 */
export async function* paymentCosts(
  connections: readonly number[],
  pace: Pace,
): AsyncGenerator<PaymentCosts> {
  const root = mkdtempSync(join(process.env.BENCH_FOLDER ?? tmpdir(), 'quittance-bench-'));
  const folder = join(root, 'data');
  mkdirSync(folder);
  const stops: (() => Promise<void>)[] = [];
  try {
    const database = await startEmbedded({
      folder: join(folder, 'postgres'),
      log: { info() {}, warn() {}, error: console.error },
      // Each client of pgbench has a connection, and the services have theirs.
      settings: { max_connections: String(100 + Math.max(100, ...connections)) },
    });
    stops.push(database.stop);
    const start = async (...args: Parameters<typeof startService>) => {
      const service = await startService(...args);
      stops.push(service.stop);
      return service;
    };
    // Has the worker, and takes no payment.
    await start('all', folder, 8490);
    const shared = await start('serve', folder, 8491);
    const apart = await start('serve', folder, 8492, { BATCHES_SHARE: 'off' });
    const caller = await firstStart(folder);
    const order: FloorOrder = { url: database.url, businessId: caller.username };
    // With the nursery of `bin/quittance`.
    const floor = await startForked('floor.ts', order, { execArgv: ['--max-semi-space-size=16'] });
    stops.push(floor.stop);
    const servers = { shared, apart, floor };

    const db = connect(database.url, { size: 1, tenants: 'all' });
    stops.push(db.close);
    const postmaster = await postmasterPid(db);
    const pgbench = findPgbench();
    const script = await preparePgbench(db, root);
    const next = paymentRequest(caller, { receipts: false });

    const pay = async (kind: keyof typeof servers, clients: number, seconds: number) => {
      const { port, process: child } = servers[kind];
      const now = () => ({
        service: cpuOfTree(child.pid!, postmaster),
        postgres: cpuOfTree(postmaster),
      });
      const before = now();
      const own = process.cpuUsage();
      const to = { port, connections: clients, seconds, next, check: checkPayment };
      const { count } = await load(to);
      const after = now();
      return costOfEach(count, {
        service: since(before.service, after.service),
        postgres: since(before.postgres, after.postgres),
        load: process.cpuUsage(own),
      });
    };
    for (const clients of connections) {
      for (const kind of Object.keys(servers) as (keyof typeof servers)[])
        await pay(kind, clients, pace.warm);
      // As autovacuum does within a minute: each side planned its statements for the rows that it wrote itself.
      await db.query('analyze customers, payments, invoices, transfers, events, payment_watches');
      const costs: Record<Kind, Cost[]> = { shared: [], apart: [], row: [], floor: [] };
      for (let round = 0; round < pace.rounds; round += 1) {
        for (const kind of inTurn(['shared', 'row', 'apart', 'floor'] as const, round)) {
          if (kind !== 'row') costs[kind].push(await pay(kind, clients, pace.seconds));
          else if (pgbench) {
            const from = { script, url: database.url, clients, seconds: pace.seconds, postmaster };
            costs.row.push(await rowCost(pgbench, from));
          }
        }
      }
      yield { connections: clients, costs };
    }
  } finally {
    for (const stop of stops.toReversed()) await stop();
    rmSync(root, { recursive: true, force: true });
  }
}

async function postmasterPid(db: Database): Promise<number> {
  const [row] = await db.query<{ pid: number }>(`select pg_backend_pid() as pid`);
  return parentOf(row!.pid);
}
