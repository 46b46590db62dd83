import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { endpoints } from '../../src/api/v1/endpoints.ts';

const folder = join(import.meta.dirname, '../../portal/src');
const sources = globSync('**/*.{ts,tsx}', { cwd: folder }).map((name) => ({
  name,
  text: readFileSync(join(folder, name), 'utf8'),
}));
const table = sources
  .filter(({ name }) => name.startsWith('places/'))
  .map(({ text }) => text)
  .join('');
const all = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, found]) => found!);

test('every link of the portal leads to a screen', () => {
  const paths = all(table, /\w\(\s*'(\/[^']*)'/g);
  assert.ok(paths.length > 30);
  const forms = paths.map((path) => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`));
  // The sign-in is a page of its own; the address of a business is before those of screens; calls are looked at below.
  const others = [/^\/sign-in(?:\/forgotten)?$/, /^\/b\/x\/$/, /^\/v1\//];
  const dead = sources.flatMap(({ name, text }) =>
    all(text, /(?:href=|href: |go\(|to=|=> )\{?['"`](\/[^'"`]*)['"`]/g)
      .map((link) => link.replaceAll(/\$\{[^}]*\}/g, 'x').replace(/\?.*/, ''))
      .filter((link) => ![...forms, ...others].some((form) => form.test(link)))
      .map((link) => `${name}: ${link}`),
  );
  assert.deepEqual(dead, []);
});

test('each letter goes to one screen', () => {
  const letters = all(table, /\s'([A-Z])'/g);
  assert.ok(letters.length > 5);
  assert.deepEqual(letters.toSorted(), [...new Set(letters)].toSorted());
});

test('the call that a row is copied as is one of /v1', () => {
  const calls = sources.flatMap(({ text }) => all(text, /api: .*=> `(\/v1\/[^`]*)`/g));
  assert.ok(calls.length > 10);
  const read = endpoints.filter(({ method }) => method === 'GET').map(({ path }) => path);
  const forms = new Set(read.map((path) => path.replaceAll(/\{\w+\}/g, 'x')));
  const unknown = calls.filter((call) => !forms.has(call.replaceAll(/\$\{[^}]*\}/g, 'x')));
  assert.deepEqual(unknown, []);
});
