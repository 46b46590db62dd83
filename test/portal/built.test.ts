import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { build } from 'vite';

const root = join(import.meta.dirname, '../../portal');

test('portal/dist is what npm run portal builds of these sources', async (t) => {
  const outDir = mkdtempSync(join(tmpdir(), 'quittance-portal-'));
  t.after(() => rmSync(outDir, { recursive: true }));
  await build({
    root,
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'silent',
    build: { outDir },
  });
  const names = readdirSync(outDir).sort();
  assert.deepEqual(readdirSync(join(root, 'dist')).sort(), names);
  for (const name of names) {
    const [built, kept] = [outDir, join(root, 'dist')].map((folder) =>
      readFileSync(join(folder, name)),
    );
    assert.ok(built!.equals(kept!), name);
  }
});

test('the dark tokens by the system are those by choice', () => {
  const css = readFileSync(join(root, 'src/styles/tokens.css'), 'utf8');
  const setIn = (start: string) => {
    const from = css.indexOf(start);
    assert.notEqual(from, -1, start);
    const text = css.slice(from, css.indexOf('}', from));
    return [...text.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(
      ([, name, value]) => `${name} ${value}`,
    );
  };
  const chosen = setIn(':root[data-theme="dark"]');
  assert.ok(chosen.length > 30);
  assert.deepEqual(setIn(':root:not([data-theme="light"])'), chosen);
});
