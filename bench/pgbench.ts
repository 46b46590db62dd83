import { execFile, spawn } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import type { Database } from '../src/runtime/sql.ts';
import { type Cost, costOfEach } from './cost.ts';
import { cpuOfTree, since } from './cpu.ts';

/** Debian keeps it beside its PostgreSQL, off the PATH. */
export function findPgbench(): string | undefined {
  const root = '/usr/lib/postgresql';
  try {
    for (const version of readdirSync(root).sort().reverse()) {
      const folder = join(root, version, 'bin');
      if (readdirSync(folder).includes('pgbench')) return join(folder, 'pgbench');
    }
  } catch {
    // Not a Debian with PostgreSQL.
  }
  return undefined;
}

/**
 * The yardstick: one row of about 500 bytes per transaction, prepared, on the same server. Its key grows, as those of
 * payments do: one in no order would touch a page of its own each time.
 */
export async function preparePgbench(db: Database, folder: string): Promise<string> {
  await db.query(
    `create table if not exists yardstick
       (id bigint generated always as identity primary key, filler text not null)`,
  );
  const script = join(folder, 'yardstick.sql');
  writeFileSync(script, `insert into yardstick (filler) values (repeat('x', 460));\n`);
  return script;
}

export async function runPgbench(
  pgbench: string,
  script: string,
  url: string,
  clients: number,
  seconds: number,
): Promise<number> {
  const args = ['-n', '-M', 'prepared', '-c', String(clients), '-j', '2', '-T', String(seconds)];
  const { stdout } = await promisify(execFile)(pgbench, [...args, '-f', script, url]);
  const found = /^tps = ([\d.]+)/m.exec(stdout);
  if (!found) throw new Error(`pgbench said: ${stdout}`);
  return Number(found[1]);
}

type RowOrder = {
  readonly script: string;
  readonly url: string;
  readonly clients: number;
  readonly seconds: number;
  readonly postmaster: number;
};

/**
 * Processor time for a row: pgbench's own and that of PostgreSQL. Counted from its first second on, when all its clients are
 * connected: to make a connection costs more than a row.
 */
export async function rowCost(pgbench: string, order: RowOrder): Promise<Cost> {
  const { script, url, clients, seconds, postmaster } = order;
  const flags = ['-n', '-M', 'prepared', '-j', '2', '-P', '1', '-c', String(clients)];
  const args = [...flags, '-T', String(seconds + 2), '-f', script, url];
  const child = spawn(pgbench, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  const costNow = () => ({ postgres: cpuOfTree(postmaster), load: cpuOfTree(child.pid!) });
  let begun: ReturnType<typeof costNow> | undefined;
  let ended = begun;
  let rows = 0;
  let last = '';
  for await (const line of createInterface(child.stderr)) {
    last = line;
    const rate = /^progress: [\d.]+ s, ([\d.]+) tps/.exec(line)?.[1];
    if (rate === undefined) continue;
    ended = costNow();
    if (begun) rows += Number(rate);
    else begun = ended;
  }
  if (!begun || !ended || rows === 0) throw new Error(`pgbench wrote no rows: ${last}`);
  return costOfEach(rows, {
    service: { user: 0, system: 0 },
    postgres: since(begun.postgres, ended.postgres),
    load: since(begun.load, ended.load),
  });
}
