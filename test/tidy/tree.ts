import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSource, type Source } from './source.ts';

export const root = join(import.meta.dirname, '../..');

/** What people write here. */
const written = [
  '*.{md,json}',
  '{src,test,tools,bench}/**/*.ts',
  'migrations/*.sql',
  'docs/**/*.md',
  'bin/*',
  '.ci/*',
];

export function readSources(): Source[] {
  const paths = globSync(written, { cwd: root }).filter((path) => path !== 'package-lock.json');
  return paths.sort().map((path) => readSource(path, readFileSync(join(root, path), 'utf8')));
}

export function readPaths(): Set<string> {
  return new Set(globSync(['*', '{src,test,tools,bench,migrations,docs,bin}/**'], { cwd: root }));
}

export function isTest(path: string): boolean {
  return path.startsWith('test/') || path.endsWith('.test.ts');
}
