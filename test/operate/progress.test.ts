import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { scratch } from '../../packages/embedded-postgres/test/scratch.ts';
import type { MemoryBook } from '../../packages/sandbox/src/processor/book.ts';
import { readBookText } from '../../packages/sandbox/src/processor/book-view.ts';
import { recordActs } from '../../src/backoffice/audit-log/audit-log.ts';
import { verifyAuditLog } from '../../src/backoffice/audit-log/verify.ts';
import { reconcile } from '../../src/backoffice/reconciliation/reconcile.ts';
import { migrate } from '../../src/database/migrate.ts';
import { exportBusiness } from '../../src/moving/export.ts';
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

test('a migration is told by its statements', async (t) => {
  const { db } = await freshDatabase(t, { empty: true });
  const folder = join(await scratch(t), 'migrations');
  await mkdir(folder);
  const text = 'create table a (n integer);\ncreate table b (n integer);\n';
  await writeFile(join(folder, '0001_tables.sql'), text);
  const { steps, progress } = recordedProgress();
  await migrate(db, folder, progress);
  assert.deepEqual(steps, [{ name: '0001_tables', work: 2, done: 2 }]);
});
