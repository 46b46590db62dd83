import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import {
  chmod,
  chown,
  cp,
  lstat,
  mkdir,
  readdir,
  readFile,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { connected, names, nobody, program, rootOnly, scratch } from '../test/fixture.ts';
import { findBinaries, findPackage, type Package, usePackage } from './binaries.ts';
import { clusterOf, ensureCluster } from './cluster.ts';
import { startEmbedded } from './embedded-server.ts';
import { chooseRunner } from './runner.ts';

const { superuser } = names;
const installed = findPackage();

/** The package as npm unpacks it, before anybody has made its symlinks. */
async function unpacked(parent: string): Promise<Package> {
  const native = join(parent, 'package', 'native');
  await cp(installed.native, native, { recursive: true, verbatimSymlinks: true });
  for (const target of await links(native)) await rm(target, { force: true });
  return { native, version: installed.version };
}

async function links(native: string): Promise<string[]> {
  const list: { target: string }[] = JSON.parse(
    await readFile(join(native, 'pg-symlinks.json'), 'utf8'),
  );
  return list.map(({ target }) => join(dirname(native), target));
}

async function place(t: TestContext): Promise<string> {
  const parent = await scratch(t);
  await chmod(parent, 0o755);
  return parent;
}

test('the symlinks that npm does not make are made, also by many at once', async (t) => {
  const parent = await place(t);
  const fresh = await unpacked(parent);
  const runner = await chooseRunner(parent, parent);
  const all = await Promise.all(
    Array.from({ length: 8 }, () => usePackage(fresh, [join(parent, 'copies')], runner)),
  );
  for (const { postgres } of all) assert.equal(postgres, join(fresh.native, 'bin', 'postgres'));
  for (const link of await links(fresh.native)) assert((await lstat(link)).isSymbolicLink());
});

test('where an ordinary user may not make the symlinks the programs are copied', {
  skip: rootOnly,
}, async (t) => {
  const parent = await place(t);
  const fresh = await unpacked(parent);
  const copies = join(parent, 'copies');
  await mkdir(copies);
  await chown(copies, nobody.uid, nobody.gid);
  const script = `import { usePackage } from ${JSON.stringify(join(import.meta.dirname, 'binaries.ts'))};
    const found = await usePackage(${JSON.stringify(fresh)}, [${JSON.stringify(copies)}], undefined);
    process.stdout.write(found.postgres)`;
  const options = { ...nobody, cwd: '/' };
  const found = promisify(execFile)(
    process.execPath,
    ['--input-type=module', '-e', script],
    options,
  );
  const { stdout } = await found.catch((error) => {
    if (!/EACCES|ERR_MODULE_NOT_FOUND/.test(error.message)) throw error;
    return { stdout: undefined };
  });
  if (stdout === undefined) return t.skip('SKIPPED: other users cannot enter this checkout');
  assert(stdout.startsWith(`${copies}/`));
});

test('programs that the runner cannot reach are copied to where it can', {
  skip: rootOnly,
}, async (t) => {
  const parent = await place(t);
  const shut = join(parent, 'shut');
  await mkdir(shut, { mode: 0o700 });
  const fresh = await unpacked(shut);
  const runner = await chooseRunner(parent, parent);
  const open = join(parent, 'open');
  const places = [join(shut, 'copies'), open];
  const all = await Promise.all(Array.from({ length: 3 }, () => usePackage(fresh, places, runner)));
  for (const { postgres } of all) assert(postgres.startsWith(`${open}/`));
  assert.equal((await readdir(open)).length, 1, 'one copy, and nothing half made');
  assert.deepEqual(await readdir(shut), ['package'], 'and none where nobody gets to');

  const again = await usePackage(fresh, places, runner);
  assert.deepEqual(again, all[0]);
});

/** As `npm ci` unpacks it where nobody but its owner may read. */
async function unpackedPrivately(parent: string): Promise<Package> {
  const fresh = await unpacked(parent);
  await promisify(execFile)('chmod', ['-R', 'go=', join(parent, 'package')]);
  return fresh;
}

async function withUmask<T>(mask: number, work: () => Promise<T>): Promise<T> {
  const before = process.umask(mask);
  return await work().finally(() => process.umask(before));
}

test('under a narrow umask the copy is open to its runner all the same', {
  skip: rootOnly,
}, async (t) => {
  const parent = await place(t);
  const fresh = await unpackedPrivately(parent);
  const runner = await chooseRunner(parent, parent);
  const [first, second] = [join(parent, 'first'), join(parent, 'second')];
  const found = await withUmask(0o077, () => usePackage(fresh, [first, second], runner));
  assert(found.postgres.startsWith(`${first}/`));
  assert.equal((await readdir(first)).length, 1);
  await assert.rejects(lstat(second), { code: 'ENOENT' });
  const cluster = join(parent, 'postgres');
  await mkdir(cluster);
  const order = {
    folder: cluster,
    cluster: clusterOf(cluster),
    binaries: found,
    runner,
    superuser,
  };
  assert(await ensureCluster(order));
});

test('a copy that the runner cannot run is replaced, also by many at once', {
  skip: rootOnly,
}, async (t) => {
  const parent = await place(t);
  const fresh = await unpackedPrivately(parent);
  const runner = await chooseRunner(parent, parent);
  const copies = join(parent, 'copies');
  const { postgres } = await usePackage(fresh, [copies], runner);
  await promisify(execFile)('chmod', ['-R', 'go=', copies]);
  const all = await Promise.all(
    Array.from({ length: 3 }, () => usePackage(fresh, [copies], runner)),
  );
  for (const found of all) assert.equal(found.postgres, postgres);
  assert.equal((await readdir(copies)).length, 1, 'nothing of the old one is left');
});

test('a place where nothing can be run, or whose data nobody else may see, is left as it was', {
  skip: rootOnly,
}, async (t) => {
  const parent = await place(t);
  const fresh = await unpackedPrivately(parent);
  await writeFile(join(fresh.native, 'bin', 'initdb'), '#!/bin/sh\nexit 1\n');
  const runner = await chooseRunner(parent, parent);
  const data = join(parent, 'data');
  await mkdir(join(data, 'postgres'), { recursive: true });
  await chmod(data, 0o700);
  const old = join(parent, 'old');
  await mkdir(old);
  const found = usePackage(fresh, [data, old, join(parent, 'new')], runner);
  await assert.rejects(found, /found no place from which PostgreSQL can be run/);
  assert.deepEqual(await readdir(data), ['postgres']);
  assert.equal((await lstat(data)).mode & 0o777, 0o700);
  assert.deepEqual(await readdir(old), []);
  await assert.rejects(lstat(join(parent, 'new')), { code: 'ENOENT' });
});

for (const sign of ['"', '$HOME', '`', '\\\\']) {
  test(`from below a folder with ${sign} in its name the programs are copied: initdb hands its path to a shell`, async (t) => {
    const parent = await place(t);
    const odd = join(parent, `odd ${sign}`);
    await mkdir(odd);
    const fresh = await unpacked(odd);
    const runner = await chooseRunner(parent, parent);
    const link = join(parent, 'link');
    await symlink(odd, link);
    const places = [join(odd, 'copies'), join(link, 'copies'), join(parent, "it's fine")];
    const binaries = await usePackage(fresh, places, runner);
    const folder = join(parent, 'postgres');
    await mkdir(folder);
    const order = { folder, cluster: clusterOf(folder), binaries, runner, superuser };
    assert(await ensureCluster(order));
    assert.deepEqual(await readdir(odd), ['package']);
  });
}

test('a place that somebody else may write to gets no copy', { skip: rootOnly }, async (t) => {
  const parent = await place(t);
  const shut = join(parent, 'shut');
  await mkdir(shut, { mode: 0o700 });
  const fresh = await unpacked(shut);
  const runner = await chooseRunner(parent, parent);
  const foreign = join(parent, 'foreign');
  const shared = join(parent, 'shared');
  await mkdir(foreign);
  await chown(foreign, nobody.uid, nobody.gid);
  await mkdir(shared);
  await chmod(shared, 0o777);
  await assert.rejects(usePackage(fresh, [foreign, shared], runner), /is not ours alone/);
});

test('programs that are too old are named', async (t) => {
  const folder = await place(t);
  for (const name of ['postgres', 'initdb']) {
    await writeFile(join(folder, name), '#!/bin/sh\necho "postgres (PostgreSQL) 14.9"\n', {
      mode: 0o755,
    });
  }
  const found = findBinaries({
    named: folder,
    folder,
    runner: undefined,
    program,
    settingNames: {},
  });
  await assert.rejects(found, /is postgres \(PostgreSQL\) 14\.9; 15 or newer is needed/);
});

const debian = '/usr/lib/postgresql/15/bin';

test('other programs may be named', {
  skip: !existsSync(debian) && `SKIPPED: no ${debian}`,
}, async (t) => {
  const folder = join(await scratch(t), 'postgres');
  const server = await startEmbedded({ folder, program, binaries: debian });
  t.after(() => server.stop());
  await connected(server.url, async (query) => {
    const [row] = await query<{ version: string }>('select version()');
    assert.match(row!.version, /^PostgreSQL 15/);
  });
});

test('programs that cannot be run are named by the folder and by its setting', async (t) => {
  const folder = await place(t);
  const search = { named: folder, folder, runner: undefined, program };
  const found = findBinaries({ ...search, settingNames: { binaries: 'PROGRAMS' } });
  await assert.rejects(
    found,
    /initdb and postgres of .*, which PROGRAMS names, cannot be run: ENOENT/,
  );
  await assert.rejects(
    findBinaries({ ...search, settingNames: {} }),
    /initdb and postgres of [^ ]* cannot be run: ENOENT/,
  );
});
