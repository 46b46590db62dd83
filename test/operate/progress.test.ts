import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { scratch } from '../../packages/embedded-postgres/test/scratch.ts';
import type { MemoryBook } from '../../packages/sandbox/src/processor/book.ts';
import { readBookText } from '../../packages/sandbox/src/processor/book-view.ts';
import { reconcile } from '../../src/backoffice/reconciliation/reconcile.ts';
import { openDatabase } from '../../src/cli/open-database.ts';
import { readConfig } from '../../src/config.ts';
import { migrate } from '../../src/database/migrate.ts';
import { createLog } from '../../src/kernel/log.ts';
import { exportBusiness } from '../../src/moving/export.ts';
import { recordActs } from '../../src/records/audit-log.ts';
import { verifyAuditLog } from '../../src/records/verify-audit-log.ts';
import { freshDatabase } from '../database.ts';
import { recordedProgress } from '../recorded-progress.ts';
import { openClub } from '../subscriptions/club.ts';

test('what is told as the whole of a step is what it does', async (t) => {
  const club = await openClub(t);
  await club.join({ PlanCode: 'gold' });
  await club.join({ PlanCode: 'gold' });
  const { fixture, world, id: businessId } = club;
  const { db } = fixture;
  const act = { businessId, actor: 'operator', act: 'plan.changed', object: 'plan:1', facts: {} };
  const done = { ...act, at: fixture.clock.now() };
  await db.begin((tx) => recordActs(tx, businessId, [done, done]));
  const exported = recordedProgress();
  await exportBusiness(world, { businessId, progress: exported.progress, async write() {} });
  const verified = recordedProgress();
  await verifyAuditLog(db, { report() {}, progress: verified.progress });
  const reconciled = recordedProgress();
  const evidence = {
    db,
    vault: world.vault,
    processor: 'simulator',
    readBook: () => readBookText((fixture.book as MemoryBook).text()),
    now: fixture.clock.now(),
  };
  await Array.fromAsync(reconcile({ ...evidence, progress: reconciled.progress }));
  for (const { steps } of [exported, verified, reconciled]) {
    const known = steps.filter(({ work }) => work !== undefined);
    assert.ok(known.some(({ done }) => done > 1));
    for (const { name, work, done } of known) assert.equal(done, work, name);
  }
  assert.deepEqual(
    reconciled.steps.flatMap(({ name, work }) => (work === undefined ? [] : [name])),
    ['not_in_book', 'vault'],
  );
});

test('all migrations are one step, told by its statements', async (t) => {
  const { db } = await freshDatabase(t, { empty: true });
  const folder = join(await scratch(t), 'migrations');
  await mkdir(folder);
  const tables = 'create table a (n integer);\ncreate table b (n integer);\n';
  await writeFile(join(folder, '0001_tables.sql'), tables);
  await writeFile(join(folder, '0002_third.sql'), 'create table c (n integer);\n');
  const { steps, progress } = recordedProgress();
  const parts: string[] = [];
  await migrate(db, folder, { ...progress, part: (name) => parts.push(name) });
  assert.deepEqual(steps, [{ name: 'migrations', work: 3, done: 3 }]);
  assert.deepEqual(parts, ['0001_tables', '0002_third']);
});

test('an upgrade says in the log which migration it is at; a new database says only that it was made', async (t) => {
  const all = readdirSync('migrations').filter((name) => name.endsWith('.sql'));
  const last = all.sort().at(-1)!;
  const folder = await scratch(t);
  const earlier = join(folder, 'migrations');
  await mkdir(earlier);
  for (const name of all.slice(0, -1))
    await copyFile(join('migrations', name), join(earlier, name));
  const [empty, older] = [
    await freshDatabase(t, { empty: true }),
    await freshDatabase(t, { empty: true }),
  ];
  await migrate(older.db, earlier);
  const logOf = async (url: string) => {
    const lines: string[] = [];
    const log = createLog({
      level: 'info',
      write: (text) => lines.push(text),
      now: () => new Date(0),
    });
    const config = readConfig({ DATABASE_URL: url, QUITTANCE_DATA: join(folder, 'data') });
    const { close } = await openDatabase({ config, log, maySetUp: true });
    await close();
    log.flush();
    return [
      ...lines
        .join('')
        .matchAll(/"event":"(migration\.begun|database\.migrated)"(?:.*"migration":"(\w+)")?/g),
    ].map(([, event, migration]) => [event, migration]);
  };
  const name = last.slice(0, -'.sql'.length);
  const ended = ['database.migrated', name];
  assert.deepEqual(await logOf(empty.url), [ended]);
  assert.deepEqual(await logOf(older.url), [['migration.begun', name], ended]);
});
