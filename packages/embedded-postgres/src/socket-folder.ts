import { createHash } from 'node:crypto';
import { chown, lstat, mkdtemp, rename, rmdir, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { port } from './connections.ts';
import { DatabaseError } from './database-error.ts';
import type { Runner } from './runner.ts';

// A socket's path holds 107 bytes on Linux and 103 elsewhere: a data folder may well be deeper.
const longestPath = 103;

/**
 * A private folder for the socket of a cluster. Its name follows from the cluster's folder itself,
 * not from the path: a copy of a data folder is never taken for the original.
 */
export async function makeSocketFolder(
  cluster: string,
  program: string,
  runner: Runner | undefined,
): Promise<string> {
  const name = await socketFolderName(cluster, program);
  // TMPDIR comes second: processes that share a database may not share their environment.
  for (const parent of [...new Set(['/tmp', tmpdir(), '/run'])]) {
    if (runner && !(await isOpenToAll(parent))) continue;
    for (const suffix of ['', '-2', '-3', '-4']) {
      const folder = join(parent, name + suffix);
      if (Buffer.byteLength(socketIn(folder)) > longestPath) continue;
      if (await claimFolder(folder, runner)) return folder;
    }
  }
  throw new DatabaseError(
    `found no private place for the database's socket in /tmp or ${tmpdir()}`,
  );
}

/** True when the folder is the runner's alone; made if it is missing. */
export async function claimFolder(folder: string, runner: Runner | undefined): Promise<boolean> {
  const found = (await look(folder)) ?? (await make(folder, runner));
  // Somebody else may have made a folder of this name to listen in our place.
  if (!found?.isDirectory() || (found.mode & 0o077) !== 0) return false;
  return found.uid === (runner?.uid ?? process.getuid?.());
}

/**
 * It is renamed into place once it is the runner's: a server that another process started may be about to listen
 * there.
 */
async function make(folder: string, runner: Runner | undefined) {
  const made = await mkdtemp(`${folder}-new-`).catch(() => undefined);
  if (made === undefined) return undefined;
  if (runner) await chown(made, runner.uid, runner.gid);
  // Fails where another process was quicker and its server listens there already.
  await rename(made, folder).catch(() => rmdir(made));
  return await look(folder);
}

async function look(folder: string) {
  return await lstat(folder).catch(() => undefined);
}

/** True when the server that listens there runs on this cluster, and not on a copy. */
export async function isSocketFolderOf(
  cluster: string,
  program: string,
  folder: string,
): Promise<boolean> {
  return basename(folder).startsWith(await socketFolderName(cluster, program));
}

async function socketFolderName(cluster: string, program: string): Promise<string> {
  const { dev, ino } = await stat(cluster, { bigint: true });
  const digest = createHash('sha256').update(`${dev}:${ino}`).digest('hex');
  return `${program}-${digest.slice(0, 12)}`;
}

function socketIn(folder: string): string {
  return join(folder, `.s.PGSQL.${port}`);
}

async function isOpenToAll(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  if (!found || (found.mode & 0o001) === 0) return false;
  return path === dirname(path) || (await isOpenToAll(dirname(path)));
}
/**
 * Waits until the socket of a running server is gone or replaced; false when `signal` came first. PostgreSQL touches
 * the socket against cleaners of old files, but a person may clear the folder by hand: then open connections go on, and
 * new ones are refused.
 */
export async function socketGone(
  socketFolder: string,
  everyMs: number,
  signal: AbortSignal,
): Promise<boolean> {
  const path = socketIn(socketFolder);
  const first = await identityOf(path);
  // A server that is stopped takes its socket away a moment before it ends, hence the second look.
  for (let missed = 0; missed < 2; ) {
    await delay(everyMs, undefined, { signal }).catch(() => {});
    if (signal.aborted) return false;
    const isThere = first !== undefined && (await identityOf(path)) === first;
    missed = isThere ? 0 : missed + 1;
  }
  return true;
}

async function identityOf(path: string): Promise<string | undefined> {
  const found = await lstat(path).catch(() => undefined);
  return found && `${found.dev}:${found.ino}`;
}
