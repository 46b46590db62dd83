import { randomUUID } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

const prefix = 'making-';
const abandonedAfterMs = 10 * 60_000;

/**
 * A name beside the final one. A folder that must never be seen half made is made here and renamed when it is whole:
 * of several processes that do this at once one wins, and a kill leaves nothing in the way.
 */
export function stagingPath(parent: string): string {
  return join(parent, prefix + randomUUID());
}

export function isStaging(name: string): boolean {
  return name.startsWith(prefix);
}

/** Removes the folders of killed processes. A young one may belong to a process that is still at work. */
export async function clearAbandoned(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    if (!isStaging(name)) continue;
    const path = join(parent, name);
    const made = await stat(path).catch(() => undefined);
    if (made && Date.now() - made.ctimeMs > abandonedAfterMs) {
      await rm(path, { recursive: true, force: true });
    }
  }
}
