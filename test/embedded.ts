import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { EmbeddedServer } from '#embedded-postgres';
import { nobody, quiet } from '../packages/embedded-postgres/test/fixture.ts';
import { connect } from '../src/database/connect.ts';
import { startEmbedded } from '../src/database/embedded.ts';
import { retryable } from '../src/database/retryable.ts';
import type { Database } from '../src/runtime/sql.ts';

export {
  copyFolder,
  gone,
  nobody,
  postmaster,
  quiet,
  scratch,
  until,
} from '../packages/embedded-postgres/test/fixture.ts';

export async function start(t: TestContext, folder: string): Promise<EmbeddedServer> {
  const server = await startEmbedded({ folder, log: quiet });
  t.after(() => server.stop());
  return server;
}

/** Makes a folder with a database in which something is written, at rest. */
export async function makeUsedFolder(folder: string): Promise<void> {
  const server = await startEmbedded({ folder, log: quiet });
  const db = connect(server.url, { tenants: 'all' });
  await db.query('create table notes (note text primary key)');
  await db.query(`insert into notes values ('first')`);
  await db.close();
  await server.stop();
}

/** Tries again while the server is away, as a caller would. */
export async function notes(db: Database): Promise<string[]> {
  for (;;) {
    try {
      const rows = await db.query<{ note: string }>('select note from notes order by note');
      return rows.map(({ note }) => note);
    } catch (error) {
      if (!retryable(error)) throw error;
      await delay(20);
    }
  }
}

/** True when another user can run this checkout; otherwise the test is skipped. */
export async function othersCanRun(t: TestContext): Promise<boolean> {
  canRun ??= runsForOthers();
  if (!(await canRun)) t.skip('SKIPPED: other users cannot enter the folder of this checkout');
  return await canRun;
}

let canRun: Promise<boolean> | undefined;

async function runsForOthers(): Promise<boolean> {
  const launcher = join(import.meta.dirname, '../bin/quittance');
  const child = spawn(launcher, ['help'], { ...nobody, cwd: '/', stdio: 'ignore' });
  const code = await new Promise((resolve) => {
    child.once('error', resolve);
    child.once('close', resolve);
  });
  return code === 0;
}
