import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { scratch } from '../../packages/embedded-postgres/test/scratch.ts';
import { openDatabase } from '../../src/cli/open-database.ts';
import { readConfig } from '../../src/config.ts';
import { migrate } from '../../src/database/migrate.ts';
import { createLog } from '../../src/kernel/log.ts';
import { unwatched } from '../../src/kernel/progress.ts';
import { freshDatabase } from '../database.ts';

test('a start that would migrate waits until the older process has ended', async (t) => {
  const folder = await scratch(t);
  const earlier = join(folder, 'earlier');
  await mkdir(earlier);
  const names = readdirSync('migrations').sort();
  for (const name of names.slice(0, -1))
    await copyFile(join('migrations', name), join(earlier, name));
  const { db, url } = await freshDatabase(t, { empty: true });
  await migrate(db, earlier);
  await db.query(
    `insert into processes (name, version, serves, works, started_at, seen_at)
     values ('a:1', '0.1.0', true, true, now(), now())`,
  );
  const lines: string[] = [];
  const log = createLog({
    level: 'info',
    write: (text) => void lines.push(text),
    now: () => new Date(0),
  });
  const config = readConfig({ DATABASE_URL: url, QUITTANCE_DATA: join(folder, 'data') });
  let isOver = false;
  const progress = {
    ...unwatched,
    part(name: string) {
      if (isOver || !name.startsWith('waiting for')) return;
      isOver = true;
      void db.query('delete from processes');
    },
  };
  const { close } = await openDatabase({ config, log, maySetUp: true, progress });
  await close();
  log.flush();
  const events = [...lines.join('').matchAll(/"event":"(migration\.\w+|database\.migrated)"/g)];
  assert.deepEqual(
    events.map(([, event]) => event),
    ['migration.waits', 'migration.begun', 'database.migrated'],
  );
});
