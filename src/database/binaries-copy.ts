import { cp, lstat, mkdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Package } from './binaries.ts';
import { clearAbandoned, stagingPath } from './staging.ts';

/** Beside the data where that can be reached, else where programs may lie for all users. */
export function placesForCopies(folder: string): string[] {
  const name = `quittance-${process.getuid?.()}`;
  return [
    join(folder, 'programs'),
    '/var/lib/quittance',
    join('/var/tmp', name),
    join(tmpdir(), name),
  ];
}

/** Copies the programs and libraries below `place` unless they are there, and says where. */
export async function copyOut(
  { native, version }: Package,
  place: string,
  finish: (native: string) => Promise<void>,
): Promise<string> {
  await mkdir(place, { recursive: true, mode: 0o755 });
  await refuseForeign(place);
  await clearAbandoned(place);
  const copy = join(place, `postgres-${version}-${process.arch}`);
  if (await exists(copy)) return copy;

  const root = stagingPath(place);
  const staging = join(root, 'native');
  try {
    await mkdir(root, { mode: 0o755 });
    await cp(native, staging, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => !path.endsWith('.a') && !path.endsWith('/pgxs'),
    });
    await finish(staging);
    await rename(staging, copy);
  } catch (error) {
    // Another process was quicker.
    if (!(await exists(copy))) throw error;
  } finally {
    await rm(root, { recursive: true, force: true });
  }
  return copy;
}

/** Where everybody may write, somebody else could have put programs there for us to run. */
async function refuseForeign(place: string): Promise<void> {
  const found = await lstat(place);
  const isOurs = found.isDirectory() && found.uid === process.getuid?.();
  if (!isOurs || (found.mode & 0o022) !== 0) throw new Error(`${place} is not ours alone`);
}

async function exists(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined)) !== undefined;
}
