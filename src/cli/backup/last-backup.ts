import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The place and time of the last backup of a data folder: `last-backup.json` in it. */
type LastBackup = { readonly madeAt: string; readonly folder: string };

export async function recordBackup(dataFolder: string, made: LastBackup): Promise<void> {
  const file = fileIn(dataFolder);
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, `${JSON.stringify(made)}\n`, { mode: 0o600 });
  await rename(draft, file);
}

/** Undefined if none was made, or its file cannot be read. */
export async function readLastBackup(dataFolder: string): Promise<LastBackup | undefined> {
  try {
    const { madeAt, folder } = JSON.parse(await readFile(fileIn(dataFolder), 'utf8'));
    return typeof madeAt === 'string' && typeof folder === 'string'
      ? { madeAt, folder }
      : undefined;
  } catch {
    return undefined;
  }
}

function fileIn(dataFolder: string): string {
  return join(dataFolder, 'last-backup.json');
}
