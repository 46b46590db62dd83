import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Source } from '../../test/tidy/source.ts';
import { isTest, readSources } from '../../test/tidy/tree.ts';
import { factNames, withoutQuery } from './log-facts.ts';

const sources = readSources().filter(
  ({ path }) => /^(?:src|packages\/[^/]+\/src)\//.test(path) && !isTest(path),
);
const told = sources.flatMap((source) => factsIn(source).map((name) => ({ name, source })));

test('no log call tells a fact that would be dropped', () => {
  const dropped = told.filter(({ name }) => !factNames.has(name));
  assert.deepEqual(
    dropped.map(({ name, source }) => `${source.path}: ${name}`),
    [],
    'add it to factNames in src/kernel/log-facts.ts, if it may stand in a log',
  );
});

test('every fact that may be told is told somewhere', () => {
  const names = new Set(told.map(({ name }) => name));
  const unused = [...factNames].filter((name) => !names.has(name));
  assert.deepEqual(unused, [], 'take it out of factNames in src/kernel/log-facts.ts');
  assert.ok([...withoutQuery].every((name) => factNames.has(name)));
});

/** The names of the facts in a call of the log, also if they are in a variable `facts`. */
function factsIn({ code }: Source): string[] {
  const calls = code.matchAll(/\blog\b(?:\??\.\w+|\[[^\]]*\])(?:\?\.)?(?=\()/g);
  const told = [...calls].map(endOfMatch);
  const isNamed = told.some((at) => /, facts$/.test(code.slice(at, endOf(code, at))));
  if (isNamed) told.push(...[...code.matchAll(/\bfacts = (?=\{)/g)].map(endOfMatch));
  return told.flatMap((at) => {
    const object = code.slice(at, endOf(code, at)).replace(/^[^{]*/, '');
    return [...object.matchAll(/(?<=[{,]\s*)\w+(?=\s*[:,}])/g)].map(([name]) => name);
  });
}

function endOfMatch({ index, 0: text }: RegExpExecArray): number {
  return index + text.length;
}

/** The position of the closing bracket. */
function endOf(code: string, from: number): number {
  let open = 0;
  for (let at = from; at < code.length; at += 1) {
    if ('([{'.includes(code[at]!)) open += 1;
    else if (')]}'.includes(code[at]!)) open -= 1;
    if (open === 0) return at;
  }
  return code.length;
}
