import { once } from 'node:events';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { read, withImports } from './imports.ts';
import { root, runTests, testFiles } from './run-tests.ts';

/*
 * `npm run t <word>...`: the test files whose path contains a word, or else the tests whose name does.
 * `npm run t -- <word>... --watch` runs them again on every save.
 */
const words = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const isWatching = process.argv.includes('--watch');
if (words.length === 0) {
  console.error('usage: npm run t <part of a path or of a test name>... [-- --watch]');
  process.exit(2);
}

const all = testFiles('{test,deep}');
const byPath = all.filter((file) => words.some((word) => file.includes(word)));
const byName = all.filter((file) => words.some((word) => read(file).includes(word)));
const files = byPath.length > 0 ? byPath : byName;
if (files.length === 0) {
  console.error(`no test file and no test has ${words.join(' or ')} in its path or name`);
  process.exit(1);
}
// A server of PostgreSQL is started where a file needs one, and takes longer than most tests.
const setup = files.some((file) => withImports(file).has('test/database.ts'));
const names = files === byName ? words.map((word) => new RegExp(literal(word))) : [];
do {
  const isGood = await runTests(files, { testTimeoutMs: 1_200_000, setup, names });
  process.exitCode = isGood ? 0 : 1;
  if (isWatching) await nextSave();
} while (isWatching);

async function nextSave(): Promise<void> {
  const folders = ['src', 'test', 'packages', 'tools'];
  const watchers = folders.map((folder) => watch(join(root, folder), { recursive: true }));
  await Promise.race(watchers.map((watcher) => once(watcher, 'change')));
  for (const watcher of watchers) watcher.close();
}

function literal(word: string): string {
  return word.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}
