import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { connectionLost } from '#embedded-postgres';
import { freshDatabase } from '../../test/database.ts';
import { scratch, start as startOwn } from '../../test/embedded.ts';
import type { Database } from '../runtime/sql.ts';
import { connect } from './connect.ts';
import { migrate } from './migrate.ts';

type Files = Record<string, string>;

const two: Files = {
  '0001_first.sql': `create table a (id integer primary key, note text);\ninsert into a values (1, 'x;y');`,
  '0002_second.sql': 'alter table a add column more text; insert into a values (2);',
};

async function migrations(t: TestContext, files: Files): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'quittance-migrations-'));
  t.after(() => rm(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return folder;
}

async function setUp(t: TestContext) {
  const { db, url } = await freshDatabase(t, { empty: true });
  return { db, url, run: async (files: Files) => await migrate(db, await migrations(t, files)) };
}

test('migrations are applied in order, and once', async (t) => {
  const { db, run } = await setUp(t);
  assert.deepEqual(await run(two), ['0001_first', '0002_second']);
  assert.deepEqual(await run(two), []);
  const more = { ...two, '0003_third.sql': 'drop table a' };
  assert.deepEqual(await run(more), ['0003_third']);
  const rows = await db.query('select number, name from migrations order by number');
  assert.deepEqual(rows, [
    { number: 1, name: '0001_first' },
    { number: 2, name: '0002_second' },
    { number: 3, name: '0003_third' },
  ]);
});

test('a migration that fails leaves nothing, says where, and may be mended', async (t) => {
  const { db, run } = await setUp(t);
  const broken = { ...two, '0002_second.sql': 'create table b (id int);\nselect wrong from a;' };
  await assert.rejects(run(broken), /0002_second failed at "select wrong from a…".*wrong/);
  assert.deepEqual(await db.query('select name from migrations'), [{ name: '0001_first' }]);
  assert.deepEqual(await db.query(`select to_regclass('b') as b`), [{ b: null }]);
  assert.deepEqual(await run(two), ['0002_second']);
});

test('a migration that was changed after it was applied is refused', async (t) => {
  const { run } = await setUp(t);
  await run(two);
  const changed = { ...two, '0001_first.sql': `${two['0001_first.sql']} -- better` };
  await assert.rejects(run(changed), /0001_first was changed after it was applied/);
});

test('line ends do not count as a change', async (t) => {
  const { run } = await setUp(t);
  await run(two);
  const windows = { ...two, '0001_first.sql': two['0001_first.sql']!.replaceAll('\n', '\r\n') };
  assert.deepEqual(await run(windows), []);
});

test('a database that is newer than the program is refused', async (t) => {
  const { run } = await setUp(t);
  await run(two);
  const older = { '0001_first.sql': two['0001_first.sql']! };
  await assert.rejects(run(older), /0002_second.*newer than the program/);
});

test('another migration under an applied number is refused', async (t) => {
  const { run } = await setUp(t);
  await run(two);
  const renamed = { '0001_first.sql': two['0001_first.sql']!, '0002_other.sql': 'select 1' };
  await assert.rejects(run(renamed), /0002_second.*0002_other/);
});

for (const name of ['0003_gap.sql', '0001_twice.sql', '2_short.sql', '0002_Big.sql']) {
  test(`${name} after 0001 is refused before anything is applied`, async (t) => {
    const { db, run } = await setUp(t);
    const files = { '0001_first.sql': 'create table a ()', [name]: 'select 1' };
    await assert.rejects(run(files), /numbered without gaps/);
    assert.deepEqual(await db.query(`select to_regclass('a') as a`), [{ a: null }]);
  });
}

test('a migration and somebody who wait for each other: the migration is begun anew', async (t) => {
  const { db, run } = await setUp(t);
  await db.query('create table a (id integer)');
  await db.query('create table b (id integer)');
  // Between its tables it waits at a gate. Who has the least patience gives way to the other.
  const migration = `set local deadlock_timeout = '10ms';
    alter table a add column more text;
    select pg_advisory_xact_lock(1);
    alter table b add column more text;`;
  const [shut, opened] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const gate = db.begin(async (tx) => {
    await tx.query('select pg_advisory_xact_lock(1)');
    shut.resolve();
    await opened.promise;
  });
  await shut.promise;
  let applied: Promise<string[]> | undefined;
  let times = 0;
  const other = db.begin(async (tx) => {
    times += 1;
    await tx.query(`set local deadlock_timeout = '1min'`);
    await tx.query('lock table b');
    applied ??= run({ '0001_more.sql': migration });
    await somebodyWaits(db, 'advisory');
    const locked = tx.query('lock table a');
    await somebodyWaits(db, 'relation');
    opened.resolve();
    await locked;
  });
  await Promise.all([gate, other]);
  assert.deepEqual(await applied, ['0001_more']);
  assert.deepEqual(await db.query('select a.more, b.more from a, b'), []);
  assert.equal(times, 1, 'the other one never gave way');
});

test('a server that is killed during a migration is one that is away', async (t) => {
  const server = await startOwn(t, join(await scratch(t), 'postgres'));
  const db = connect(server.url);
  t.after(() => db.close());
  const folder = await migrations(t, { '0001_slow.sql': 'select pg_sleep(600)' });
  const running = migrate(db, folder);
  const lost = assert.rejects(
    running,
    (error) => connectionLost(error) && /0001_slow/.test(`${error}`),
  );
  for (let pid: number | undefined; pid === undefined; ) {
    const rows = await db.query<{ pid: number }>(
      `select pid from pg_stat_activity where query = 'select pg_sleep(600)' and state = 'active'`,
    );
    pid = rows[0]?.pid;
    if (pid !== undefined) process.kill(pid, 'SIGKILL');
  }
  await lost;
});

async function somebodyWaits(db: Database, kind: string): Promise<void> {
  for (let waiting: unknown[] = []; waiting.length === 0; ) {
    await delay(5);
    waiting = await db.query(
      `select from pg_locks where not granted and locktype = $1
         and database = (select oid from pg_database where datname = current_database())`,
      [kind],
    );
  }
}

test('twenty processes may start at once', async (t) => {
  const { db, url } = await setUp(t);
  const files: Files = {};
  for (let n = 1; n <= 12; n += 1) {
    const number = String(n).padStart(4, '0');
    files[`${number}_step.sql`] = `create table t${n} (id integer primary key);
      comment on table t${n} is 'One; of many.'; insert into t${n} values (1);`;
  }
  const folder = await migrations(t, files);

  const processes = Array.from({ length: 20 }, () => start(url, folder));
  await Promise.all(processes.map(({ ready }) => ready));
  for (const { go } of processes) go();
  const outcomes = await Promise.all(processes.map(({ done }) => done));

  const names = Object.keys(files).map((name) => name.replace('.sql', ''));
  assert.deepEqual(outcomes.flat().sort(), names, 'each migration is applied by exactly one');
  for (let n = 1; n <= 12; n += 1) {
    assert.equal((await db.query(`select from t${n}`)).length, 1);
  }
});

/** A process that waits for `go` before it migrates. */
function start(url: string, folder: string) {
  const script = join(import.meta.dirname, '../../test/migrate-process.ts');
  const child = spawn(process.execPath, [script, url, folder], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ready = Promise.withResolvers<void>();
  let output = '';
  child.stdout.on('data', (data) => {
    output += data;
    if (output.startsWith('ready\n')) ready.resolve();
  });
  const done = new Promise<string[]>((resolve, reject) => {
    child.once('close', (code) => {
      if (code === 0) resolve(JSON.parse(output.slice('ready\n'.length)));
      const fault = new Error(`a migrating process ended with ${code}`);
      ready.reject(fault);
      reject(fault);
    });
  });
  return { ready: ready.promise, done, go: () => child.stdin.end('go\n') };
}
