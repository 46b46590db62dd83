import { access, constants, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { notReadable } from './file-reasons.ts';

/** The book of the simulated bank within this process. */
export function usualBook({ dataFolder }: Pick<Config, 'dataFolder'>): string {
  return join(dataFolder, 'simulated-bank.jsonl');
}

/** The book of the simulated bank: the one that was named, or the usual one if it is there. */
export async function findBook(
  { dataFolder }: Pick<Config, 'dataFolder'>,
  named: string | undefined,
): Promise<string | undefined> {
  if (named !== undefined) return await readable('book', named);
  const usual = usualBook({ dataFolder });
  return (await flawOf(usual)) === undefined ? usual : undefined;
}

/** Checked before anything is printed: output that breaks off could be taken for all of it. */
export async function readable(what: string, path: string): Promise<string> {
  const code = await flawOf(path);
  if (code !== undefined) throw notReadable(path, { code }, what);
  return path;
}

/** The code of the error. */
async function flawOf(path: string): Promise<string | undefined> {
  try {
    await access(path, constants.R_OK);
    return (await stat(path)).isDirectory() ? 'EISDIR' : undefined;
  } catch (fault) {
    return (fault as NodeJS.ErrnoException).code ?? 'ENOENT';
  }
}
