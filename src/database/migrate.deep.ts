import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { connectionLost } from '#embedded-postgres';
import { freshDatabase } from '../../test/database.ts';
import { scratch, start as startOwn } from '../../test/embedded.ts';
import { migrations, numbered } from '../../test/migration-files.ts';
import { connect } from './connect.ts';
import { migrate } from './migrate.ts';

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

test('five processes may start at once', async (t) => {
  const { db, url } = await freshDatabase(t, { empty: true });
  const files = numbered(12);
  const folder = await migrations(t, files);

  const processes = Array.from({ length: 5 }, () => start(url, folder));
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
