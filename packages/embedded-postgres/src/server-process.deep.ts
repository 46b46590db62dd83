import assert from 'node:assert/strict';
import { pbkdf2 } from 'node:crypto';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { names, quiet, scratch } from '../test/fixture.ts';
import { chooseRunner } from './runner.ts';
import { startServer } from './server-process.ts';

const derive = promisify(pbkdf2);

test('a server that is refused is reported, however quickly it is gone', async (t) => {
  const folder = await scratch(t);
  const cluster = join(folder, 'cluster');
  await mkdir(cluster);
  const postgres = join(folder, 'postgres');
  await writeFile(
    postgres,
    '#!/bin/sh\necho \'FATAL:  lock file "postmaster.pid" already exists\' >&2\n',
  );
  await chmod(folder, 0o755);
  await chmod(postgres, 0o755);
  const runner = await chooseRunner(folder, cluster);
  const order = {
    cluster,
    names,
    socketFolder: folder,
    postgres,
    runner,
    settings: {},
    stuckAfterMs: 60_000,
    log: quiet,
  };
  // With the thread pool busy, reading a file takes long: by then the server is gone.
  let isOver = false;
  const busy = Array.from({ length: 12 }, async () => {
    while (!isOver) await derive('', '', 100_000, 32, 'sha512');
  });
  const answers = await Promise.all(Array.from({ length: 5 }, () => startServer(order)));
  isOver = true;
  await Promise.all(busy);
  for (const answer of answers) {
    assert.ok('refused' in answer);
    assert.match(answer.refused, /already exists/);
  }
});
