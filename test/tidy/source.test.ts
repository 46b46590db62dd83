import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { lineOf, readSource } from './source.ts';

const codeOf = (text: string) => readSource('a.ts', text).code;
const quotedIn = (text: string) => readSource('a.ts', text).strings.map((quoted) => quoted.text);

test('comments are blanks of the same length', () => {
  assert.equal(codeOf('a; // b\nc /* d\n e */ f'), 'a;     \nc     \n      f');
});

test('what stands inside quotes is set aside', () => {
  assert.equal(codeOf(`f('a\\'b', "c'")`), `f('    ', "  ")`);
  assert.deepEqual(quotedIn(`f('a\\'b', "c'")`), [`a\\'b`, `c'`]);
});

test('code inside a template is code, also when templates stand inside each other', () => {
  const text = 'x(`a ${f({ b: `c ${d} e` })} $g`, h)';
  assert.equal(codeOf(text), 'x(`  ${f({ b: `  ${d}  ` })}   `, h)');
  assert.deepEqual(quotedIn(text), ['a ', 'c ', ' e', ' $g']);
});

test('a regular expression is told from a division', () => {
  assert.equal(codeOf('a = b / c / d'), 'a = b / c / d');
  assert.equal(
    codeOf(`x.match(/['"/]/g) + 1 / 2`),
    'x.match(/         + 1 / 2'.slice(0, 9) + codeOf(`x.match(/['"/]/g) + 1 / 2`).slice(9),
  );
  assert.equal(codeOf(`return /'/.test('a')`), `return /  .test(' ')`);
  assert.equal(codeOf(`const a = [/[/']/, '}']`), `const a = [/     , ' ']`);
});

test('a slash or a quote inside a comment or a string begins nothing', () => {
  assert.equal(codeOf(`f('//') // don't\ng('/*')`), `f('  ')         \ng('  ')`);
});

test('characters outside the basic plane keep everything in its place', () => {
  const text = `f('😀'); g('a')`;
  assert.equal(codeOf(text).length, text.length);
  assert.equal(codeOf(text).indexOf('g'), text.indexOf('g'));
});

test('an offset names its line', () => {
  const source = readSource('a.ts', 'a\nb\nc');
  assert.deepEqual(
    [0, 2, 4].map((at) => lineOf(source, at)),
    [1, 2, 3],
  );
});

test('a page is text and no code', () => {
  assert.deepEqual(readSource('a.md', `It's "so".`).strings, []);
});
