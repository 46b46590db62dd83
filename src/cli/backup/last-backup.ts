import { chown, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The place and time of the last backup of a data folder: `last-backup.json` in it. */
type LastBackup = { readonly madeAt: string; readonly folder: string };

/** Its file is there and cannot be read; the flaw is a sentence for the operator. */
type Unreadable = { readonly flaw: string };

/** Made by root, it belongs to the owner of the folder all the same: the service reads it. */
export async function recordBackup(dataFolder: string, made: LastBackup): Promise<void> {
  const file = fileIn(dataFolder);
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, `${JSON.stringify(made)}\n`, { mode: 0o600 });
  if (process.getuid?.() === 0) {
    const { uid, gid } = await stat(dataFolder);
    await chown(draft, uid, gid);
  }
  await rename(draft, file);
}

/** Undefined if none was made. */
export async function readLastBackup(
  dataFolder: string,
): Promise<LastBackup | Unreadable | undefined> {
  const file = fileIn(dataFolder);
  try {
    const { madeAt, folder } = JSON.parse(await readFile(file, 'utf8'));
    const isWhole = typeof madeAt === 'string' && typeof folder === 'string';
    const isTime = isWhole && !Number.isNaN(Date.parse(madeAt));
    return isTime ? { madeAt, folder } : { flaw: `${file} has no time and folder` };
  } catch (fault) {
    const { code } = fault as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    return { flaw: `${file} cannot be read (${code ?? 'it is not JSON'})` };
  }
}

/** For the metric: a file that cannot be read counts as a backup of 1970, so that an alert fires. */
export async function lastBackupAt(dataFolder: string): Promise<Date | undefined> {
  const last = await readLastBackup(dataFolder);
  return last && new Date('flaw' in last ? 0 : last.madeAt);
}

function fileIn(dataFolder: string): string {
  return join(dataFolder, 'last-backup.json');
}
