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

/** True if a test file starts a browser, a service or another program: what these leave behind ends with its process. */
export function startsProcesses(file: string): boolean {
  const starts = /from '(?:node:child_process|playwright-core)'/;
  return [...withImports(file)].some((one) => starts.test(read(one)));
}

export function read(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}
