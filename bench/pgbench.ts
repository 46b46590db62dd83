import { execFile } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Database } from '../src/runtime/sql.ts';

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
