import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const root = join(import.meta.dirname, '..');
const ofTests = /^(?:packages\/[^/]+\/)?test\/|\.(?:test|deep)\.ts$/;

/** A test file and what it imports of the tests, directly or through others. */
export function withImports(file: string, found = new Set<string>()): ReadonlySet<string> {
  if (found.has(file) || !ofTests.test(file)) return found;
  found.add(file);
  for (const [, path] of read(file).matchAll(/^(?:import|export|\}).* from '(\..+\.ts)';$/gm)) {
    withImports(relative(root, join(root, dirname(file), path!)), found);
  }
  return found;
}

export function read(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}
