import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const root = join(import.meta.dirname, '../../portal');

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
