import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * Waits until the socket of a server that runs is gone, or another one lies in its place; says false when `signal` came
 * first. PostgreSQL keeps it from looking old, but who clears a folder by hand takes it too: then whoever is
 * connected notices nothing, and nobody else gets in.
 */
export async function socketGone(
  socketFolder: string,
  everyMs: number,
  signal: AbortSignal,
): Promise<boolean> {
  const path = join(socketFolder, '.s.PGSQL.5432');
  const first = await identityOf(path);
  // A server that is stopped takes its socket away a moment before it ends, hence the second look.
  for (let missed = 0; missed < 2; ) {
    await delay(everyMs, undefined, { signal }).catch(() => {});
    if (signal.aborted) return false;
    const isThere = first !== undefined && (await identityOf(path)) === first;
    missed = isThere ? 0 : missed + 1;
  }
  return true;
}

async function identityOf(path: string): Promise<string | undefined> {
  const found = await lstat(path).catch(() => undefined);
  return found && `${found.dev}:${found.ino}`;
}
