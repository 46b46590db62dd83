import { createHash } from 'node:crypto';
import { chown, lstat, mkdir, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Runner } from './runner.ts';

// A socket's path holds 107 bytes on Linux and 103 elsewhere: a data folder may well be deeper.
const longestPath = 103;

/**
 * The private folder for the socket of the cluster in `cluster`. The name follows from the folder
 * itself, not from its path: a copy of a data folder is never taken for the original.
 */
export async function makeSocketFolder(
  cluster: string,
  runner: Runner | undefined,
): Promise<string> {
  const name = await socketFolderName(cluster);
  const uid = runner?.uid ?? process.getuid?.();
  for (const parent of await parents(runner)) {
    for (const suffix of ['', '-2', '-3', '-4']) {
      const folder = join(parent, name + suffix);
      if (Buffer.byteLength(`${folder}/.s.PGSQL.5432`) > longestPath) continue;
      try {
        await mkdir(folder, { mode: 0o700 });
        if (runner) await chown(folder, runner.uid, runner.gid);
        return folder;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') break;
      }
      // Somebody else may have made a folder of this name to listen in our place.
      const found = await lstat(folder);
      if (!found.isDirectory() || (found.mode & 0o077) !== 0) continue;
      if (found.uid === uid) return folder;
      if (runner && found.uid === process.getuid?.()) {
        await chown(folder, runner.uid, runner.gid);
        return folder;
      }
    }
  }
  throw new Error(`found no private place for the database's socket in ${tmpdir()}`);
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

async function parents(runner: Runner | undefined): Promise<string[]> {
  const wishes = [...new Set([tmpdir(), '/tmp', '/run'])];
  if (!runner) return wishes;
  const open: string[] = [];
  for (const wish of wishes) {
    const found = await stat(wish).catch(() => undefined);
    if (found && (found.mode & 0o001) !== 0) open.push(wish);
  }
  return open;
}
