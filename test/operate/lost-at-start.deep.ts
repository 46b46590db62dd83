import assert from 'node:assert/strict';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, type TestContext, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { connect } from '../../src/database/connect.ts';
import { startEmbedded } from '../../src/database/embedded.ts';
import { migrate } from '../../src/database/migrate.ts';
import type { Database } from '../../src/runtime/sql.ts';
import { startCaptured } from '../e2e/start-captured.ts';
import { copyFolder, quiet, scratch, start } from '../embedded.ts';

const migrated = await makeMigrated();

type Waiting = { readonly pid: number; readonly query: string };

/** A database with its tables, at rest, of which no service knows yet. */
async function makeMigrated(): Promise<string> {
  const folder = join(await scratch({ after }), 'postgres');
  const server = await startEmbedded({ folder, log: quiet });
  const db = connect(server.url, { tenants: 'all' });
  await migrate(db);
  await db.close();
  await server.stop();
  return folder;
}

/** Whoever waits for a lock, as the service does at the statement that the test looks for. */
async function waiting(db: Database): Promise<Waiting> {
  for (;;) {
    const [found] = await db.query<Waiting>(
      `select pid, query from pg_stat_activity where wait_event_type = 'Lock'`,
    );
    if (found) return found;
    await delay(10);
  }
}

/** A start that waits in the midst of what it does, and whose server crashes under it. */
async function crashAt(t: TestContext, lock: string, statement: RegExp): Promise<void> {
  const folder = await scratch(t);
  const place = join(folder, 'data/postgres');
  await mkdir(join(folder, 'data'));
  copyFolder(migrated, place);
  const server = await start(t, place);
  const db = connect(server.url, { tenants: 'all' });
  t.after(() => db.close());
  const shut = Promise.withResolvers<void>();
  const holding = db.begin(async (tx) => {
    await tx.query(lock);
    shut.resolve();
    await tx.query('select pg_sleep(600)');
  });
  await shut.promise;
  const starting = startCaptured(t, folder, {});
  starting.catch(() => {});
  const { pid, query } = await waiting(db);
  assert.match(query, statement);
  // One that is killed takes all others along: PostgreSQL begins anew.
  process.kill(pid, 'SIGKILL');
  await assert.rejects(holding);

  const service = await starting;
  const { username } = JSON.parse(
    await readFile(join(service.dataFolder, 'first-start.json'), 'utf8'),
  );
  assert.deepEqual(await db.query('select username from businesses'), [{ username }]);
  const jobs = await db.query(`select from jobs where key = 'recurring'`);
  assert.ok(jobs.length > 0);
  await service.stop();
}

test('a start whose server crashes while it makes the first business makes it anew', async (t) => {
  await crashAt(t, `select from counters where name = 'site' for update`, /update counters/);
});

test('a start whose server crashes while it schedules its work schedules it anew', async (t) => {
  await crashAt(t, 'lock table jobs', /insert into jobs/);
});
