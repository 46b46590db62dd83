import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'node:test';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { dropIdleDatabases, poolDatabases } from './database.ts';
import { seedOf } from './size.ts';

/**
 * Runs test files one after the other in this process, so that the service is loaded once for all of them: at most
 * `most`, each taken from those that no other process has taken. Each file is a test, and its tests are subtests of
 * that: `after` in a file runs when the file ends. In `folder` lies what was taken, and `ended` names each file that
 * ended.
 */
export async function runGroup(
  files: readonly string[],
  folder: string,
  most: number,
): Promise<void> {
  let taken = 0;
  poolDatabases();
  fc.configureGlobal({ seed: seedOf('fast-check') });
  for (const [at, file] of files.entries()) {
    if (taken === most) break;
    if (!take(join(folder, String(at)))) continue;
    taken += 1;
    await suite(file, async () => {
      await import(pathToFileURL(file).href);
    });
    appendFileSync(join(folder, 'ended'), `${file}\n`);
  }
  await dropIdleDatabases();
}

function take(place: string): boolean {
  try {
    mkdirSync(place);
    return true;
  } catch {
    return false;
  }
}
