import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSource, type Source } from './source.ts';

export const root = join(import.meta.dirname, '../..');

/** What people write here. */
const written = [
  '*.{md,json}',
  '{src,test,tools,bench,packages/*/src,packages/*/test}/**/*.ts',
  'packages/*/*.{md,json}',
  // Not the derived files below it.
  'clients/*/src/*.ts',
  'clients/*/*.{md,json}',
  'migrations/*.sql',
  'docs/**/*.md',
  'bin/*',
  '.ci/*',
];

export function readSources(): Source[] {
  const paths = globSync(written, { cwd: root }).filter((path) => path !== 'package-lock.json');
  return paths.sort().map((path) => readSource(path, readFileSync(join(root, path), 'utf8')));
}

// Not `packages/**`: a package may have a build and a node_modules of its own.
const folders = [
  '*',
  'packages/*',
  'packages/*/*',
  'packages/*/{src,test}/**',
  'clients/*/*',
  'clients/*/src/**',
];

export function readPaths(): Set<string> {
  return new Set(
    globSync([...folders, '{src,test,tools,bench,migrations,docs,bin}/**'], { cwd: root }),
  );
}

export function isTest(path: string): boolean {
  return /^(?:packages\/[^/]+\/)?test\//.test(path) || /\.(?:test|deep)\.ts$/.test(path);
}
