import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Config } from '../config.ts';

/**
 * Files to the bank go to ACH_FOLDER at the next cut-off, hours after the start, and that is too late to learn that
 * nothing can be written there. A sentence if so.
 */
export async function flawInAchFolder({ achFolder }: Config): Promise<string | undefined> {
  if (achFolder === '') return undefined;
  const code = await flawIn(resolve(achFolder));
  return code && `cannot use the folder ${achFolder}, which ACH_FOLDER names: ${code}`;
}

/** A folder that is not there yet can be made where the nearest one above it can be written to. */
async function flawIn(folder: string): Promise<string | undefined> {
  try {
    if (!(await stat(folder)).isDirectory()) return 'ENOTDIR';
    await access(folder, constants.W_OK | constants.X_OK);
    return undefined;
  } catch (fault) {
    const { code } = fault as NodeJS.ErrnoException;
    return code === 'ENOENT' ? await flawIn(dirname(folder)) : code;
  }
}
