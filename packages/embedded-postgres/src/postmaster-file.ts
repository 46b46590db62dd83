import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** `postmaster.pid`: what a running server writes about itself into its cluster. */
export type PostmasterFile = { pid: number; socketFolder: string; status: string };

export async function readPostmasterFile(cluster: string): Promise<PostmasterFile | undefined> {
  let text: string;
  try {
    text = await readFile(join(cluster, 'postmaster.pid'), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  const lines = text.split('\n');
  const pid = Number(lines[0]);
  // The file is written in steps.
  if (!Number.isSafeInteger(pid) || pid <= 0) return undefined;
  return { pid, socketFolder: lines[4] ?? '', status: (lines[7] ?? '').trim() };
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
