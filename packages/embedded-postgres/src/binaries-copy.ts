import { chmod, cp, lstat, mkdir, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Package } from './binaries.ts';
import { unlessMissing } from './cluster.ts';
import { clearAbandoned, isStaging, stagingPath } from './staging.ts';

/** Beside the data where the runner can reach it, else where programs may lie for all users. */
export function placesForCopies(folder: string, program: string): string[] {
  const name = `${program}-${process.getuid?.()}`;
  return [
    join(folder, 'programs'),
    join('/var/lib', program),
    join('/var/tmp', name),
    join(tmpdir(), name),
  ];
}

export type Copying<T> = {
  /** Makes the symlinks, which a package cannot hold. */
  finish(native: string): Promise<void>;
  /** Refuses a folder that the runner cannot enter. */
  reach(folder: string): Promise<void>;
  /** Runs the programs below. */
  run(native: string): Promise<T>;
};

/** Runs the copy below `place`; makes one where none can be run. */
export async function runCopy<T>(
  installed: Package,
  place: string,
  copying: Copying<T>,
): Promise<T> {
  const made = await mkdir(place, { recursive: true });
  try {
    await refuseForeign(place);
    if (made !== undefined || (await holdsCopies(place))) await chmod(place, 0o755);
    // Before the copy, which is large.
    await copying.reach(place);
    await clearAbandoned(place);
    return await findOrMake(installed, place, copying);
  } catch (error) {
    // Removes it only while it is empty: another process may use it.
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
    // Programs that cannot be run here are not left here.
    await run(staging);
    if (found !== undefined && (await identityOf(copy)) === found) {
      // Another process may have put it aside just now.
      await rename(copy, join(root, 'replaced')).catch(unlessMissing);
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

/** In a folder that others may write to, another user could have put programs for us to run. */
async function refuseForeign(place: string): Promise<void> {
  const found = await lstat(place);
  const isOurs = found.isDirectory() && found.uid === process.getuid?.();
  if (!isOurs || (found.mode & 0o022) !== 0) throw new Error(`${place} is not ours alone`);
}

/** True for a folder made for copies: it may be opened to all users. A folder with data may not. */
async function holdsCopies(place: string): Promise<boolean> {
  const names = await readdir(place);
  return names.length > 0 && names.every((name) => name.startsWith('postgres-') || isStaging(name));
}

/** Independent of the umask at installation and of the present one. */
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
