import { createHash } from 'node:crypto';
import { chown, lstat, mkdtemp, rename, rmdir, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { DatabaseFault } from './database-fault.ts';
import type { Runner } from './runner.ts';

// A socket's path holds 107 bytes on Linux and 103 elsewhere: a data folder may well be deeper.
const longestPath = 103;

/**
 * A private folder for the socket of a cluster. Its name follows from the cluster's folder itself,
 * not from the path: a copy of a data folder is never taken for the original.
 */
export async function makeSocketFolder(
  cluster: string,
  runner: Runner | undefined,
): Promise<string> {
  const name = await socketFolderName(cluster);
  // TMPDIR comes second: processes that share a database may not share their environment.
  for (const parent of [...new Set(['/tmp', tmpdir(), '/run'])]) {
    if (runner && !(await isOpenToAll(parent))) continue;
    for (const suffix of ['', '-2', '-3', '-4']) {
      const folder = join(parent, name + suffix);
      if (Buffer.byteLength(`${folder}/.s.PGSQL.5432`) > longestPath) continue;
      if (await claimFolder(folder, runner)) return folder;
    }
  }
  throw new DatabaseFault(
    `found no private place for the database's socket in /tmp or ${tmpdir()}`,
  );
}

/** Whether the folder is there for nobody but the runner; made if it is missing. */
export async function claimFolder(folder: string, runner: Runner | undefined): Promise<boolean> {
  const found = (await look(folder)) ?? (await make(folder, runner));
  // Somebody else may have made a folder of this name to listen in our place.
  if (!found?.isDirectory() || (found.mode & 0o077) !== 0) return false;
  return found.uid === (runner?.uid ?? process.getuid?.());
}

/**
 * It bears its name only once it is the runner's: a server that another process started may be about
 * to listen there.
 */
async function make(folder: string, runner: Runner | undefined) {
  const made = await mkdtemp(`${folder}-new-`).catch(() => undefined);
  if (made === undefined) return undefined;
  if (runner) await chown(made, runner.uid, runner.gid);
  // Where another was quicker, and somebody listens there already, it stays as it is.
  await rename(made, folder).catch(() => rmdir(made));
  return await look(folder);
}

async function look(folder: string) {
  return await lstat(folder).catch(() => undefined);
}

/** Whether a running server listens for this very cluster. */
export async function isSocketFolderOf(cluster: string, folder: string): Promise<boolean> {
  return basename(folder).startsWith(await socketFolderName(cluster));
}

async function socketFolderName(cluster: string): Promise<string> {
  const { dev, ino } = await stat(cluster, { bigint: true });
  const digest = createHash('sha256').update(`${dev}:${ino}`).digest('hex');
  return `quittance-${digest.slice(0, 12)}`;
}

async function isOpenToAll(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  if (!found || (found.mode & 0o001) === 0) return false;
  return path === dirname(path) || (await isOpenToAll(dirname(path)));
}
