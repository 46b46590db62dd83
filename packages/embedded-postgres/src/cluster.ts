import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Binaries } from './binaries.ts';
import { withDataFolder } from './data-folder.ts';
import { DatabaseError } from './database-error.ts';
import type { Runner } from './runner.ts';
import { clearAbandoned, stagingPath } from './staging.ts';

type Order = {
  readonly folder: string;
  readonly cluster: string;
  readonly binaries: Binaries;
  readonly runner: Runner | undefined;
  readonly superuser: string;
};

export function clusterOf(folder: string): string {
  return join(folder, 'cluster');
}

/** It appears whole or not at all. */
export async function hasCluster(folder: string): Promise<boolean> {
  return (await stat(clusterOf(folder)).catch(unlessMissing)) !== undefined;
}

/** Makes the cluster if there is none yet. True when it did. */
export async function ensureCluster(order: Order): Promise<boolean> {
  const { folder, cluster, binaries, runner } = order;
  await clearAbandoned(folder);
  const made = await stat(cluster).catch(unlessMissing);
  if (!made) return await makeCluster(order);

  const us = runner?.uid ?? process.getuid?.();
  if (made.uid !== us) {
    throw new DatabaseError(
      `the data in ${cluster} belongs to the user with id ${made.uid}: start as that user or as root`,
    );
  }
  const version = (await readFile(join(cluster, 'PG_VERSION'), 'utf8')).trim();
  if (version !== String(binaries.major)) {
    throw new DatabaseError(
      `the data in ${cluster} was made by PostgreSQL ${version}; ` +
        `these programs are version ${binaries.major} and cannot read it`,
    );
  }
  return false;
}

async function makeCluster(order: Order): Promise<boolean> {
  const { folder, cluster, binaries, runner, superuser } = order;
  const staging = stagingPath(folder);
  await mkdir(staging, { mode: 0o700 });
  try {
    if (runner) await chown(staging, runner.uid, runner.gid);
    await runInitdb(binaries.initdb, staging, runner, initdbOptions(binaries.major, superuser));
    await runInitdb(binaries.initdb, staging, runner, ['--sync-only']);
    await rename(staging, cluster);
    await syncFolder(folder);
    await syncFolder(dirname(folder));
    return true;
  } catch (error) {
    // Another process was quicker.
    if (await stat(join(cluster, 'PG_VERSION')).catch(unlessMissing)) return false;
    throw error;
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

function initdbOptions(major: number, superuser: string): string[] {
  const locale =
    major >= 17
      ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
      : ['--locale=C'];
  return [
    `--username=${superuser}`,
    '--encoding=UTF8',
    ...locale,
    '--data-checksums',
    // Only the folder's owner and root can reach the socket.
    '--auth=trust',
    // `--sync-only` follows.
    '--no-sync',
    '--no-instructions',
  ];
}

async function runInitdb(
  initdb: string,
  path: string,
  runner: Runner | undefined,
  args: readonly string[],
): Promise<void> {
  await withDataFolder(path, runner, async ({ argument, cwd, third }) => {
    const child = spawn(initdb, ['-D', argument, ...args], {
      cwd,
      env: serverEnvironment(),
      stdio: ['ignore', 'ignore', 'pipe', third],
      ...(runner ?? {}),
    });
    let said = '';
    child.stderr!.on('data', (data) => {
      said += data;
    });
    const [code] = await once(child, 'close');
    if (code !== 0) throw new DatabaseError(`initdb failed: ${said.trim() || `exit ${code}`}`);
  });
}

/** Without our environment: it may hold secrets, and PG* variables would change what the server does. */
export function serverEnvironment(): Record<string, string> {
  return { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };
}

async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

export function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
