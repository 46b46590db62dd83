import assert from 'node:assert/strict';
import { test } from 'node:test';
import { waitForOlderProcesses } from '../../src/cli/older-processes.ts';
import { createLog } from '../../src/kernel/log.ts';
import { unwatched } from '../../src/kernel/progress.ts';
import { freshDatabase } from '../database.ts';

test('a migration waits for each process of the older program, and for none that died', async (t) => {
  const { db } = await freshDatabase(t);
  const startedAt = Date.UTC(2030, 0, 15);
  const show = async (name: string, secondsAgo: number) =>
    await db.query(
      `insert into processes (name, version, serves, works, started_at, seen_at)
       values ($1, '0.1.0', true, true, $2, $2)`,
      [name, new Date(startedAt - secondsAgo * 1000)],
    );
  await show('a:1', 10);
  await show('b:2', 20);
  await show('dead:3', 120);
  const parts: string[] = [];
  const logged: string[] = [];
  const log = createLog({
    level: 'info',
    now: () => new Date(0),
    write: (lines) => void logged.push(lines),
  });
  const ends = ['a:1', 'nobody', 'b:2'];
  await waitForOlderProcesses(db, {
    now: () => new Date(startedAt),
    log,
    progress: { ...unwatched, part: (name) => void parts.push(name) },
    sleep: async () =>
      void (await db.query('delete from processes where name = $1', [ends.shift()])),
  });
  log.flush();
  assert.deepEqual(parts, [
    'waiting for the end of a:1 (0.1.0), b:2 (0.1.0)',
    'waiting for the end of b:2 (0.1.0)',
    'waiting for the end of b:2 (0.1.0)',
  ]);
  assert.equal(logged.join('').match(/"migration\.waits"/g)?.length, 2, 'each wait is told once');
});

test('a database from before processes showed themselves has none', async (t) => {
  const { db } = await freshDatabase(t, { empty: true });
  const sleep = async () => assert.fail('nobody is waited for');
  const now = () => new Date(0);
  await waitForOlderProcesses(db, { now, log: createLogOfNothing(), progress: unwatched, sleep });
});

function createLogOfNothing() {
  return createLog({ level: 'error', now: () => new Date(0), write() {} });
}
