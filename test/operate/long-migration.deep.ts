import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { migrate } from '../../src/database/migrate.ts';
import { freshDatabase } from '../database.ts';
import { scratch } from '../embedded.ts';
import { keyText } from '../fixture.ts';
import { freePort } from '../free-port.ts';
import { root } from '../tidy/tree.ts';

test('while a start migrates its process is alive, not ready, and says at which step it is', async (t) => {
  const { url, db } = await freshDatabase(t, { empty: true });
  const folder = await scratch(t);
  const none = join(folder, 'no-migrations');
  await mkdir(none);
  // The table of migrations, without a row.
  await migrate(db, none);
  const port = await freePort();
  const child = spawn(join(root, 'bin/quittance'), ['work'], {
    env: {
      ...process.env,
      DATABASE_URL: url,
      QUITTANCE_KEK: keyText,
      QUITTANCE_DATA: join(folder, 'data'),
      METRICS_PORT: String(port),
    },
    stdio: 'ignore',
  });
  const closed = once(child, 'close');
  t.after(async () => {
    child.kill('SIGKILL');
    await closed;
  });
  const get = async (path: string): Promise<[status: number, text: string]> => {
    for (;;) {
      assert.equal(child.exitCode, null);
      const answer = await fetch(`http://127.0.0.1:${port}${path}`).catch(() => undefined);
      if (answer) return [answer.status, await answer.text()];
      await delay(20);
    }
  };

  // A row that is claimed and not committed: another process applies this migration.
  await db.begin(async (tx) => {
    await tx.query(
      `insert into migrations (number, name, checksum, applied_at) values (1, 'x', 'x', now())`,
    );
    let standing = '';
    while (!/step 2 of 2, migrations, 0001_\w+\n$/.test(standing)) {
      const [status, text] = await get('/readyz');
      assert.equal(status, 503);
      standing = text;
      await delay(20);
    }
    assert.deepEqual(await get('/livez'), [200, 'alive\n']);
    const [status, text] = await get('/metrics');
    assert.equal(status, 200);
    assert.match(text, /^quittance_not_ready\{because="starting"\} 1$/m);
    await tx.query('delete from migrations');
  });
  while ((await get('/readyz'))[0] !== 200) await delay(50);
  assert.match((await get('/metrics'))[1], /^quittance_database_up 1$/m);
});
