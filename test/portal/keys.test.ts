import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const folder = join(import.meta.dirname, '../../portal/src');
const sources = globSync('**/*.{ts,tsx}', { cwd: folder })
  .filter((name) => !name.startsWith('ui/'))
  .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }));
const dialog = sources.find(({ name }) => name === 'parts/keys-dialog.tsx')!.text;

/** What stands between the brackets of each call of `useKeys`. */
function calls(text: string): string[] {
  return [...text.matchAll(/\buseKeys\(/g)].map(({ index }) => {
    const start = index + 'useKeys('.length;
    let depth = 1;
    let end = start;
    while (depth > 0) {
      if (text[end] === '(') depth += 1;
      if (text[end] === ')') depth -= 1;
      end += 1;
    }
    return text.slice(start, end - 1);
  });
}

const keyNames = /(?:[{,]\s*)(?:'([^']+)'|([A-Z]\w*))(?=: |[ ,}])/g;
const bound = sources
  .filter(({ name }) => name !== 'data/keys.ts')
  .flatMap(({ name, text }) =>
    calls(text).flatMap((call) =>
      [...call.matchAll(keyNames)].map(([, quoted, plain]) => ({ name, key: quoted ?? plain! })),
    ),
  );

/** Keys as they are written on the page, for those that the browser calls otherwise. */
const written: Readonly<Record<string, string>> = {
  Escape: 'Esc',
  ArrowDown: 'J',
  ArrowUp: 'K',
};
const listed = new Set(
  [...dialog.matchAll(/\['([^']+)', (?:common|payments)\.\w+\]/g)].flatMap(([, keys]) =>
    keys!.startsWith('Ctrl ') ? [keys!] : keys!.split(' '),
  ),
);

test('each key that does something is in the dialog of keys, and each key there does something', () => {
  assert.ok(bound.length > 20, String(bound.length));
  const keys = new Set(bound.map(({ key }) => written[key] ?? key));
  assert.deepEqual([...keys].filter((key) => !listed.has(key)).toSorted(), []);
  // Shift is held with the X of a range.
  const idle = [...listed].filter((key) => !keys.has(key) && key !== 'Shift');
  assert.deepEqual(idle.toSorted(), []);
});

test('a key that is written on a button is bound in the same file, or sends the form of a dialog', () => {
  const wrong = sources.flatMap(({ name, text }) => {
    const here = new Set(bound.filter((one) => one.name === name).map(({ key }) => key));
    const sends = /<Dialog\b/.test(text) || /onKeyDown=/.test(text);
    return [...text.matchAll(/hotkey(?:="|: '|=\{?')([^"']+)["']/g)]
      .map(([, key]) => key!)
      .filter((key) => {
        if (key === 'Ctrl Enter') return !sends && !here.has(key);
        return !here.has(key === 'Esc' ? 'Escape' : key);
      })
      .map((key) => `${name}: ${key}`);
  });
  assert.deepEqual(wrong, []);
});

test('a key that the dialog calls by what it does means nothing else on any screen', () => {
  const only: Readonly<Record<string, readonly string[]>> = {
    E: ['parts/export-button.tsx'],
    F: ['parts/filters.tsx'],
    R: ['screens/payment.tsx'],
    C: ['parts/list-screen.tsx', 'screens/payment.tsx'],
  };
  const others = bound.filter(({ name, key }) => only[key] && !only[key].includes(name));
  assert.deepEqual(others, []);
});
