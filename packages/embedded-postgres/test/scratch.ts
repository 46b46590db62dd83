import { rmSync } from 'node:fs';
import { mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const roomNeeded = 2 * 1024 ** 3;

/** Memory, where there is enough: a database is 300 files, which take 15 ms there and up to 300 ms on a disk. */
export async function quickPlace(): Promise<string> {
  const memory = await statfs('/dev/shm').catch(() => undefined);
  return memory && memory.bavail * memory.bsize > roomNeeded ? '/dev/shm' : tmpdir();
}

export async function scratch(t: { after(work: () => Promise<void>): void }): Promise<string> {
  const folder = await mkdtemp(join(await quickPlace(), 'embedded-postgres-'));
  // Hooks run in the order in which they were made: a server in there may be stopped by a later hook. Then the rest is
  // removed at the very end. A hook that throws would keep the later ones from running.
  t.after(async () => {
    await rm(folder, { recursive: true, force: true, maxRetries: 10 }).catch(() => {
      process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }));
    });
  });
  return folder;
}
