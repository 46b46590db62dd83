import { createHook } from 'node:async_hooks';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'node:test';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { dropIdleDatabases, poolDatabases } from './database.ts';
import { hashQuickly } from './quick-hashes.ts';
import { beginFile } from './scope.ts';
import { repeating, seedOf } from './size.ts';
import { take } from './take.ts';

/**
 * Runs test files one after the other in this process, so that the service is loaded once for all of them: at most
 * `most`, each taken from those that no other process has taken. Each file is a test, and its tests are subtests of
 * that: `after` in a file runs when the file ends. In `folder` lies what was taken, and `ended` has a line for each file
 * that ended: how many seconds it took, with what it imports, and its path.
 */
export async function runGroup(
  files: readonly string[],
  folder: string,
  most: number,
): Promise<void> {
  let taken = 0;
  const following = followed();
  let isQuick = false;
  hashQuickly(() => isQuick);
  poolDatabases();
  for (const file of files) {
    if (taken === most) break;
    if (!take(join(folder, encodeURIComponent(file)))) continue;
    taken += 1;
    // Those that are deep start services, which compute slow hashes.
    isQuick = file.endsWith('.test.ts');
    fc.configureGlobal({ seed: seedOf('fast-check'), reporter: reporterOf(file) });
    const begun = performance.now();
    following.hook?.enable();
    await suite(file, async () => {
      const isImported = beginFile();
      await import(pathToFileURL(file).href);
      isImported();
      // A deep file may add tests after it awaited a browser or a service.
      if (!file.endsWith('.deep.ts')) following.hook?.disable();
    });
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    appendFileSync(join(folder, 'ended'), `${seconds} ${file}\n`);
  }
  await dropIdleDatabases();
}

/** Fails as fast-check does by itself, and says how to have it once more. */
function reporterOf(file: string): (run: fc.RunDetails<unknown>) => void {
  return (run) => {
    if (!run.failed) return;
    const message = `${fc.defaultReportMessage(run)}\n${repeating({ name: file }, run.seed)}`;
    throw new Error(message, { cause: run.errorInstance });
  };
}

type Hook = { enable(): unknown; disable(): unknown };

/**
 * Node.js's runner follows every promise, to know the suite of a test that a file adds and the test of an error that
 * nobody catches: a sixth of all time here. While tests run, only the second would need it; without it such an error
 * fails the run all the same, and its test is not named.
 */
function followed(): { readonly hook: Hook | undefined } {
  const found: { hook: Hook | undefined } = { hook: undefined };
  const kind: Hook = createHook({}).constructor.prototype;
  const { enable } = kind;
  kind.enable = function enableFirst(this: Hook) {
    found.hook ??= this;
    return enable.call(this);
  };
  return found;
}
