import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Binaries } from './binaries.ts';
import { withDataFolder } from './data-folder.ts';
import { DatabaseFault } from './database-fault.ts';
import type { Runner } from './runner.ts';
import { clearAbandoned, stagingPath } from './staging.ts';

export const role = 'quittance';

type Wish = { folder: string; cluster: string; binaries: Binaries; runner: Runner | undefined };

export function clusterOf(folder: string): string {
  return join(folder, 'cluster');
}

/** It appears whole or not at all. */
export async function hasCluster(folder: string): Promise<boolean> {
  return (await stat(clusterOf(folder)).catch(unlessMissing)) !== undefined;
}

/** Makes the cluster if there is none yet. Says whether it did. */
export async function ensureCluster(wish: Wish): Promise<boolean> {
  const { folder, cluster, binaries, runner } = wish;
  await clearAbandoned(folder);
  const made = await stat(cluster).catch(unlessMissing);
  if (!made) return await makeCluster(wish);

  const us = runner?.uid ?? process.getuid?.();
  if (made.uid !== us) {
    throw new DatabaseFault(
      `the data in ${cluster} belongs to the user with id ${made.uid}: start as that user or as root`,
    );
  }
  const version = (await readFile(join(cluster, 'PG_VERSION'), 'utf8')).trim();
  if (version !== String(binaries.major)) {
    throw new DatabaseFault(
      `the data in ${cluster} was made by PostgreSQL ${version}; ` +
        `these programs are version ${binaries.major} and cannot read it`,
    );
  }
  return false;
}

async function makeCluster({ folder, cluster, binaries, runner }: Wish): Promise<boolean> {
  const staging = stagingPath(folder);
  await mkdir(staging, { mode: 0o700 });
  try {
    if (runner) await chown(staging, runner.uid, runner.gid);
    await runInitdb(binaries.initdb, staging, runner, initdbOptions(binaries.major));
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
    // Done at once when it is whole.
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
    if (code !== 0) throw new DatabaseFault(`initdb failed: ${said.trim() || `exit ${code}`}`);
  });
}

/** Nothing of ours: settings may hold secrets, and PG* variables would change what it does. */
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

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
