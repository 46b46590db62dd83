import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSource, type Source } from './source.ts';

export const root = join(import.meta.dirname, '../..');

/** Everything that people write here. */
const written = [
  '*.{md,json}',
  '{src,test,tools,bench}/**/*.ts',
  'migrations/**/*.sql',
  'docs/**/*.md',
  'bin/*',
  '.ci/*',
];

export function readTree(): Source[] {
  const paths = globSync(written, { cwd: root }).filter((path) => path !== 'package-lock.json');
  return paths.sort().map((path) => readSource(path, readFileSync(join(root, path), 'utf8')));
}

export function isTest(path: string): boolean {
  return path.startsWith('test/') || path.endsWith('.test.ts');
}
