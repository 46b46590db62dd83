import { type FileHandle, open } from 'node:fs/promises';
import type { Runner } from './runner.ts';

/** How a program of PostgreSQL is given the data folder. */
export type DataFolder = {
  /** The path to pass to the program. */
  argument: string;
  /** The working directory of the program, which must be able to return to it. */
  cwd: string;
  /** Its file descriptor 3. */
  third: number | 'ignore';
};

/**
 * The runner may be unable to reach the data by its path, which may lie below a folder that only root
 * can enter. So we open the folder and pass the open descriptor.
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
