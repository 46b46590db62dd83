import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { makeUsedFolder, notes, ownership, program, scratch, write } from '../test/fixture.ts';
import { findBinaries } from './binaries.ts';
import { startEmbedded } from './embedded-server.ts';
import { chooseRunner } from './runner.ts';

const compiler = 'cc';
const hasCompiler = process.platform === 'linux' && spawnSync(compiler, ['--version']).status === 0;
const skip = hasCompiler
  ? false
  : 'SKIPPED: fsync is made to fail by a library for Linux, and cc is not here';

/** The programs of PostgreSQL, whose fsync fails as long as the file `flag` is there. */
async function withFailingFsync(t: TestContext): Promise<{ binaries: string; flag: string }> {
  const folder = await scratch(t);
  await chmod(folder, 0o755);
  const [library, flag] = [join(folder, 'failing-fsync.so'), join(folder, 'flag')];
  const source = join(import.meta.dirname, '../test/failing-fsync.c');
  const { status, stderr } = spawnSync(compiler, [
    '-shared',
    '-fPIC',
    '-o',
    library,
    source,
    '-ldl',
  ]);
  assert.equal(status, 0, String(stderr));
  const binaries = join(folder, 'bin');
  await mkdir(binaries);
  // Programs that the runner can reach, wherever this checkout lies.
  const runner = await chooseRunner(folder, join(folder, 'cluster'));
  const { initdb, postgres } = await findBinaries({
    named: undefined,
    folder,
    runner,
    program,
    settingNames: {},
  });
  for (const [name, program] of Object.entries({ initdb, postgres })) {
    const script = `#!/bin/sh\nLD_PRELOAD=${library} FAILING_FSYNC=${flag} exec ${program} "$@"\n`;
    await writeFile(join(binaries, name), script);
    await chmod(join(binaries, name), 0o755);
  }
  for (const path of [folder, binaries]) await chmod(path, 0o755);
  return { binaries, flag };
}

test('a server that stays in recovery after fsync failed is logged and restarted, and loses nothing committed', {
  skip,
}, async (t) => {
  const folder = join(await scratch(t), 'postgres');
  await makeUsedFolder(folder);
  const { binaries, flag } = await withFailingFsync(t);
  const events: string[] = [];
  const hear = (event: string) => void events.push(event);
  const log = { info: hear, warn: hear, error: hear };
  const watching = { lookEverySeconds: 0.1, stuckAfterSeconds: 1 };
  const server = await startEmbedded({ folder, program, log, binaries, ...watching });
  t.after(() => server.stop());
  await write(server.url, 'second');

  await writeFile(flag, '');
  await assert.rejects(write(server.url, 'not safe on disk'));
  while (!events.includes('database.stuck'))
    await new Promise((resolve) => setTimeout(resolve, 50));
  await rm(flag);
  const found = await notes(server.url);
  assert.deepEqual(found.slice(0, 1), ['first']);
  assert.ok(found.includes('second'));
  await ownership(server);
  await write(server.url, 'third');
});
