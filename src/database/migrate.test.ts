import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { freshDatabase } from '../../test/database.ts';
import { type Files, migrations, numbered } from '../../test/migration-files.ts';
import { hourMs } from '../kernel/duration.ts';
import type { Database } from '../runtime/sql.ts';
import { connect } from './connect.ts';
import { migrate } from './migrate.ts';

const two: Files = {
  '0001_first.sql': `create table a (id integer primary key, note text);\ninsert into a values (1, 'x;y');`,
  '0002_second.sql': 'alter table a add column more text; insert into a values (2);',
};

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

async function somebodyWaits(db: Database, kind: string): Promise<void> {
  for (let waiting: unknown[] = []; waiting.length === 0; ) {
    waiting = await db.query(
      `select from pg_locks where not granted and locktype = $1
         and database = (select oid from pg_database where datname = current_database())`,
      [kind],
    );
  }
}

test('many may start at once, and each migration is applied by exactly one', async (t) => {
  const { db, url } = await setUp(t);
  const files = numbered(12);
  const folder = await migrations(t, files);
  const others = Array.from({ length: 4 }, () => connect(url, { connectTimeoutMs: hourMs }));
  const applied = await Promise.all([db, ...others].map((one) => migrate(one, folder)));
  await Promise.all(others.map((one) => one.close()));
  const names = Object.keys(files).map((name) => name.replace('.sql', ''));
  assert.deepEqual(applied.flat().sort(), names);
});
