import assert from 'node:assert/strict';
import { test } from 'node:test';
import { render } from '../../src/api/docs/render.ts';

const resolve = (href: string) => (href.startsWith('gone') ? undefined : `/at/${href}`);
const shown = (text: string) => render(text, resolve).body.text.replaceAll('\n', '');

test('marks within a line: code, links, emphasis, and what is escaped', () => {
  assert.equal(
    shown('A `<b>` [`a[]` *b*](x.md#y) **c `d`** \\*e\\* 2*3*4 [out](gone.md)'),
    '<p>A <code>&lt;b&gt;</code> <a href="/at/x.md#y"><code>a[]</code> <em>b</em></a> <strong>c <code>d</code></strong> *e* 2*3*4 out</p>',
  );
  assert.equal(
    shown('<script>alert(1)</script> "q"'),
    '<p>&lt;script&gt;alert(1)&lt;/script&gt; &quot;q&quot;</p>',
  );
});

test('lists hold paragraphs, lists, tables and code of their own', () => {
  const text =
    '1. one\n   goes on\n2. two\n\n   ```sh\n   a  b\n   ```\n   - inner\n\n   | x |\n   |---|\n   | 1 |\n\nafter';
  assert.equal(
    shown(text),
    '<ol start="1"><li>one goes on</li><li>two<div class="code"><pre tabindex="0" data-language="sh"><code>a  b</code></pre></div>' +
      '<ul><li>inner</li></ul><div class="table" role="region" tabindex="0" aria-label="Table: x"><table>' +
      '<thead><tr><th scope="col">x</th></tr></thead><tbody><tr><td>1</td></tr></tbody></table></div></li></ol><p>after</p>',
  );
});

test('a table splits at bars that are not escaped; a fence keeps everything', () => {
  assert.match(
    shown('| a | b |\n|---|:-:|\n| `x\\|y` | |\n'),
    /<td><code>x\|y<\/code><\/td><td><\/td>/,
  );
  assert.match(
    shown('```\n# no *title*\n\n- no list\n```'),
    /<code># no \*title\*- no list<\/code>/,
  );
});

test('headings get the ids that GitHub gives them, and parts for the search', () => {
  const { title, parts } = render(
    '# A `B`: c\n\nfirst\n\n## D, e\n\n- x\n- y\n\n## D, e\n',
    resolve,
  );
  assert.equal(title, 'A B: c');
  assert.deepEqual(
    parts.map(({ heading, text }) => [heading.id, heading.level, text]),
    [
      ['a-b-c', 1, 'first'],
      ['d-e', 2, 'x y'],
      ['d-e-1', 2, ''],
    ],
  );
});

test('a table is named by its heading and its columns', () => {
  const { body } = render(
    '# A\n\n| x |\n|---|\n| 1 |\n\n## B\n\n| x |\n|---|\n| 2 |\n',
    () => undefined,
  );
  const names = [...body.text.matchAll(/aria-label="([^"]*)"/g)].map(([, name]) => name);
  assert.deepEqual(names, ['Table: A: x', 'Table: B: x']);
});
