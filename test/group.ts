import { appendFileSync } from 'node:fs';
import { suite } from 'node:test';
import { pathToFileURL } from 'node:url';

/** Longest run of one test file inside a group. */
const fileTimeoutMs = 600_000;

/**
 * Runs test files one after the other in this process, so that the service is loaded once for all of them.
 * Each file is a test, and its tests are subtests of that: `after` in a file runs when the file ends.
 * `finished` receives the path of every file that ended.
 */
export async function runGroup(files: readonly string[], finished: string): Promise<void> {
  for (const file of files) {
    await suite(file, { timeout: fileTimeoutMs }, async () => {
      await import(pathToFileURL(file).href);
    });
    appendFileSync(finished, `${file}\n`);
  }
}
