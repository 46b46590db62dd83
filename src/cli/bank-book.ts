import { access, constants, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { FileError } from './command.ts';

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
  const why = await flawOf(path);
  if (why !== undefined) throw new FileError(`cannot read the ${what} ${path}: ${why}`);
  return path;
}

async function flawOf(path: string): Promise<string | undefined> {
  try {
    await access(path, constants.R_OK);
    return (await stat(path)).isDirectory() ? 'it is a folder' : undefined;
  } catch (fault) {
    return (fault as NodeJS.ErrnoException).code ?? 'it is not there';
  }
}
