import { strict as assert } from 'node:assert';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { operations } from '../src/api/operations/index.ts';
import { planted } from './tidy/planted.ts';
import { findings, type Tree } from './tidy/rule.ts';
import { rules } from './tidy/rules.ts';
import { mayBeCalled } from './tidy/shape.ts';
import { readSource } from './tidy/source.ts';
import { tradeWords, wordsOf } from './tidy/trade-words.ts';
import { readPaths, readSources, root } from './tidy/tree.ts';
import { mayName, operationNames } from './tidy/wire-names.ts';
import { bans, lookedAt } from './tidy/words.ts';

const tree: Tree = {
  paths: readPaths(),
  operations: operations.map(({ name }) => name),
  wireNames: new Set(operations.flatMap(({ parameters }) => Object.keys(parameters))),
};
const sources = readSources();

for (const rule of rules) {
  test(rule.name, () => {
    const found = findings(rule, sources, tree);
    assert.equal(found.length, 0, `\n${found.join('\n')}\n`);
  });

  test(`an offender is caught and told what to do: ${rule.name}`, () => {
    const { bad, good } = planted[rule.name]!;
    for (const [path, text] of bad) {
      const found = findings(rule, [readSource(path, text)], tree);
      assert.equal(found.length, 1, `${path}: ${text}\n${found.join('\n')}`);
      assert.match(found[0]!, /^[^ :]+:\d+ [^:]+: .{12,}$/);
    }
    for (const [path, text] of good) {
      assert.deepEqual(findings(rule, [readSource(path, text)], tree), [], text);
    }
  });
}

test('no exception outlives its reason', () => {
  const text = (path: string) => sources.find((source) => source.path === path);
  for (const { name, words, except, ...ban } of bans) {
    for (const path of Object.keys(except).filter((place) => !place.endsWith('/'))) {
      const source = text(path);
      const isUsed = source && lookedAt(source, ban).some((part) => part.text.search(words) >= 0);
      assert.ok(isUsed, `${path} no longer needs its exception from "${name}": take it away`);
    }
  }
  for (const { was, except } of tradeWords) {
    for (const path of Object.keys(except).filter((place) => !place.endsWith('/'))) {
      const isUsed = wordsOf(text(path)?.text ?? '').search(was) >= 0;
      assert.ok(isUsed, `${path} no longer says ${was}: take its exception away`);
    }
  }
  for (const path of Object.keys(mayBeCalled)) {
    assert.ok(text(path), `${path} is gone: take it out of mayBeCalled`);
  }
  for (const path of Object.keys(mayName)) {
    const named = tree.operations.some((name) => text(path)?.text.includes(name));
    assert.ok(named, `${path} names no operation: take it out of mayName (${operationNames.name})`);
  }
});

test('the rules read the files that are there', () => {
  assert.ok(sources.length > 150);
  for (const path of ['src/main.ts', 'test/tidy.test.ts', 'package.json', 'migrations']) {
    assert.ok(existsSync(join(root, path)) && tree.paths.has(path), path);
  }
});

test('the list of decisions holds them all', () => {
  const list = sources.find(({ path }) => path === 'docs/decisions/README.md')!.text;
  for (const { path, text } of sources) {
    const [, file] = /^docs\/decisions\/(\d{4}-.*)/.exec(path) ?? [];
    const title = text.slice(0, text.indexOf('\n')).replace(/^# \d+\. /, '');
    const line = `- [${file?.slice(0, 4)}](${file}): ${title}\n`;
    assert.ok(!file || list.includes(line), `write in docs/decisions/README.md: ${line}`);
  }
});
