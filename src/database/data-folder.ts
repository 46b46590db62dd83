import { type FileHandle, open } from 'node:fs/promises';
import type { Runner } from './runner.ts';

/** How a program of PostgreSQL is given the data folder. */
export type DataFolder = {
  /** What it is to be called. */
  argument: string;
  /** Where the program runs; it has to be a place that it can come back to. */
  cwd: string;
  /** What becomes its file descriptor 3. */
  third: number | 'ignore';
};

/**
 * The runner may not be able to walk the way to the data: it may lie below a folder that only root
 * can enter. So we open it and hand the open folder over.
 */
export async function withDataFolder<T>(
  path: string,
  runner: Runner | undefined,
  work: (folder: DataFolder) => Promise<T>,
): Promise<T> {
  if (!runner || process.platform !== 'linux') {
    return await work({ argument: path, cwd: path, third: 'ignore' });
  }
  let handle: FileHandle | undefined;
  try {
    handle = await open(path, 'r');
    return await work({ argument: '/proc/self/fd/3', cwd: '/', third: handle.fd });
  } finally {
    await handle?.close();
  }
}
