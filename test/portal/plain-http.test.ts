import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

/* Browsers give these to pages of https and of localhost alone: on any other host they are not there. */
const missing = /\bcrypto\.(?:randomUUID|subtle)\b|\bnavigator\.clipboard\b/;

/** Does without it where it is not there. */
const doesWithout = 'parts/clipboard.tsx';

function offenders(files: Readonly<Record<string, string>>): string[] {
  return Object.keys(files).filter((name) => name !== doesWithout && missing.test(files[name]!));
}

const folder = join(import.meta.dirname, '../../portal/src');
const files = Object.fromEntries(
  globSync('**/*.{ts,tsx}', { cwd: folder }).map((name) => [
    name,
    readFileSync(join(folder, name), 'utf8'),
  ]),
);

test('the portal uses nothing that plain http lacks: newIdempotencyKey and useClipboard do without', () => {
  assert.ok(Object.keys(files).length > 200);
  assert.match(files[doesWithout]!, missing);
  assert.deepEqual(offenders(files), []);
});

test('an offender is caught', () => {
  const planted = {
    'data/change.tsx': 'const options = { idempotencyKey: crypto.randomUUID() };',
    'screens/team.tsx': 'await navigator.clipboard.writeText(link);',
    'data/pending.ts': 'const bytes = crypto.getRandomValues(new Uint8Array(26));',
    [doesWithout]: 'await navigator.clipboard.writeText(text);',
  };
  assert.deepEqual(offenders(planted), ['data/change.tsx', 'screens/team.tsx']);
});
