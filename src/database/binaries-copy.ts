import { chmod, cp, lstat, mkdir, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Package } from './binaries.ts';
import { clearAbandoned, isStaging, stagingPath } from './staging.ts';

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

export type Copying<T> = {
  /** Makes what a package cannot hold. */
  finish(native: string): Promise<void>;
  /** Refuses a folder that the runner cannot enter. */
  reach(folder: string): Promise<void>;
  /** Runs the programs below. */
  run(native: string): Promise<T>;
};

/** Runs the copy that lies below `place`; it is made where there is none that can be run. */
export async function runCopy<T>(
  installed: Package,
  place: string,
  copying: Copying<T>,
): Promise<T> {
  const made = await mkdir(place, { recursive: true });
  try {
    await refuseForeign(place);
    if (made !== undefined || (await holdsCopies(place))) await chmod(place, 0o755);
    // Before a copy is made in vain: it is large.
    await copying.reach(place);
    await clearAbandoned(place);
    return await findOrMake(installed, place, copying);
  } catch (error) {
    // Only what is empty: others may have use for it.
    if (made !== undefined) await rmdir(place).catch(() => {});
    throw error;
  }
}

async function findOrMake<T>(
  { native, version }: Package,
  place: string,
  { finish, run }: Copying<T>,
): Promise<T> {
  const copy = join(place, `postgres-${version}-${process.arch}`);
  const found = await identityOf(copy);
  if (found !== undefined) {
    try {
      return await run(copy);
    } catch {
      // Another is made in its place.
    }
  }
  const root = stagingPath(place);
  const staging = join(root, 'native');
  try {
    await mkdir(root);
    await chmod(root, 0o755);
    await cp(native, staging, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => !path.endsWith('.a') && !path.endsWith('/pgxs'),
    });
    await finish(staging);
    await openToAll(staging);
    // What cannot be run here is not left here.
    await run(staging);
    if (found !== undefined && (await identityOf(copy)) === found) {
      await rename(copy, join(root, 'replaced'));
    }
    await rename(staging, copy);
  } catch (error) {
    // Another process was quicker.
    return await run(copy).catch(() => {
      throw error;
    });
  } finally {
    await rm(root, { recursive: true, force: true });
  }
  return await run(copy);
}

/** Where everybody may write, somebody else could have put programs there for us to run. */
async function refuseForeign(place: string): Promise<void> {
  const found = await lstat(place);
  const isOurs = found.isDirectory() && found.uid === process.getuid?.();
  if (!isOurs || (found.mode & 0o022) !== 0) throw new Error(`${place} is not ours alone`);
}

/** Then it was made for them, and under whatever umask may be opened to all; a folder of data may not. */
async function holdsCopies(place: string): Promise<boolean> {
  const names = await readdir(place);
  return names.length > 0 && names.every((name) => name.startsWith('postgres-') || isStaging(name));
}

/** Whatever the umask was under which the packages were installed, and is now. */
async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue;
    const path = join(entry.parentPath, entry.name);
    const isForAll = entry.isDirectory() || ((await stat(path)).mode & 0o100) !== 0;
    await chmod(path, isForAll ? 0o755 : 0o644);
  }
}

/** Undefined: nothing of that name is there. */
async function identityOf(path: string): Promise<string | undefined> {
  const found = await lstat(path).catch(() => undefined);
  return found && `${found.dev}:${found.ino}`;
}
