import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chown, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Binaries } from './binaries.ts';
import type { Runner } from './runner.ts';

export const role = 'quittance';

type Wish = { folder: string; cluster: string; binaries: Binaries; runner: Runner | undefined };

/** Makes the cluster if there is none yet. Says whether it did. */
export async function ensureCluster(wish: Wish): Promise<boolean> {
  const { folder, cluster, binaries } = wish;
  const version = await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(unlessMissing);
  if (version !== undefined) {
    if (version.trim() !== String(binaries.major)) {
      throw new Error(
        `the data in ${cluster} was made by PostgreSQL ${version.trim()}; ` +
          `these programs are version ${binaries.major} and cannot read it`,
      );
    }
    return false;
  }
  await clearAbandoned(folder);
  return await makeCluster(wish);
}

/**
 * Made aside and renamed when it is whole and on the disk: a kill leaves nothing half made, and of
 * several that do this at once one wins.
 */
async function makeCluster({ folder, cluster, binaries, runner }: Wish): Promise<boolean> {
  const staging = join(folder, `making-${randomUUID()}`);
  await mkdir(staging, { mode: 0o700 });
  try {
    if (runner) await chown(staging, runner.uid, runner.gid);
    const run = promisify(execFile);
    const options = { cwd: staging, env: serverEnvironment(), ...(runner ?? {}) };
    const where = ['-D', dataFolderArgument(staging, runner)];
    await run(binaries.initdb, [...where, ...initdbOptions(binaries.major)], options);
    await run(binaries.initdb, [...where, '--sync-only'], options);
    await rename(staging, cluster);
    await syncFolder(folder);
    await syncFolder(dirname(folder));
    return true;
  } catch (error) {
    const other = await stat(join(cluster, 'PG_VERSION')).catch(unlessMissing);
    if (other) return false;
    throw error;
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

function initdbOptions(major: number): string[] {
  const locale =
    major >= 17
      ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
      : ['--locale=C'];
  return [
    `--username=${role}`,
    '--encoding=UTF8',
    ...locale,
    '--data-checksums',
    // Whoever can enter the socket's folder is its owner or root.
    '--auth=trust',
    '--no-sync',
    '--no-instructions',
  ];
}

/**
 * How the server names its data folder. Another user may not be able to walk the way to it, but it
 * can be put into it: Node changes the folder before it changes the user.
 */
export function dataFolderArgument(cluster: string, runner: Runner | undefined): string {
  return runner && process.platform === 'linux' ? '/proc/self/cwd' : cluster;
}

/** Nothing of ours: settings may hold secrets, and PG* variables would change what it does. */
export function serverEnvironment(): Record<string, string> {
  return { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };
}

const abandonedAfterMs = 10 * 60_000;

/** What a first start left that was killed. Another may be busy at this moment, hence the age. */
async function clearAbandoned(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.startsWith('making-')) continue;
    const path = join(folder, name);
    const made = await stat(path).catch(() => undefined);
    if (made && Date.now() - made.ctimeMs > abandonedAfterMs) {
      await rm(path, { recursive: true, force: true });
    }
  }
}

async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
