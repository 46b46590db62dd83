import { lstat, readdir, realpath } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { isAlive, readPostmasterFile } from '#embedded-postgres';
import type { Config } from '../../config.ts';
import { ExpectedError } from '../command.ts';
import { notReadable } from '../file-reasons.ts';

/** The entries of a backup beside its list. */
export const dataName = 'data';
export const unfinishedName = 'not-whole';
/** The log of services: no part of a backup. */
export const logName = 'log';
/** In a data folder, as long as a restore into it is not finished. */
export const restoringName = 'restoring';
export const bookName = 'simulated-bank.jsonl';

export const clusterBelow = (data: string) => join(data, 'postgres/cluster');

/** Backups are of the embedded database; another server is backed up as that server is. */
export function refuseOwnServer({ databaseUrl }: Config, command: string): void {
  if (!databaseUrl) return;
  throw new ExpectedError(
    `DATABASE_URL names a server of your own: ${command} is for the embedded database; back yours up as docs/operating/backup.md says`,
  );
}

/** Neither may lie in the other: a backup would contain itself, or be lost with the data that it protects. */
export async function refuseNested(backup: string, data: string): Promise<void> {
  const [one, other] = [await truePath(backup), await truePath(data)];
  if (isWithin(one, other) || isWithin(other, one)) {
    throw new ExpectedError(`the backup ${backup} and the data folder ${data} must lie apart`);
  }
}

function isWithin(inner: string, outer: string): boolean {
  const way = relative(outer, inner);
  return way !== '..' && !way.startsWith(`..${sep}`);
}

async function truePath(path: string): Promise<string> {
  const full = resolve(path);
  const found = await realpath(full).catch(() => undefined);
  if (found !== undefined || full === dirname(full)) return found ?? full;
  return join(await truePath(dirname(full)), relative(dirname(full), full));
}

/** Names in a folder; none where it is not there. */
export async function namesIn(folder: string): Promise<string[]> {
  return await readdir(folder).catch((fault: NodeJS.ErrnoException) => {
    if (fault.code === 'ENOENT') return [];
    throw notReadable(folder, fault, 'folder');
  });
}

/** The running process that owns the database, if there is one. */
export async function holderOf(data: string): Promise<number | undefined> {
  const file = await readPostmasterFile(clusterBelow(data));
  return file && isAlive(file.pid) ? file.pid : undefined;
}

export async function isThere(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined)) !== undefined;
}
