import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultOperations, serviceOperations } from '../src/api/operations/index.ts';
import type { Parameters } from '../src/api/operations/operation.ts';
import { asmxFieldsPage } from './asmx-fields.ts';
import { fieldsPage } from './interface-docs.ts';

test('the page about fields names every field, whether it is required, and its form', () => {
  const page = fieldsPage();
  for (const { name, parameters } of defaultOperations) {
    assert.deepEqual(rowsOf(page, name), expectedRows(parameters), name);
  }
});

test('the page about Service.asmx names every parameter in the order of the wire', () => {
  const page = asmxFieldsPage();
  for (const { name, credentials, parameters } of serviceOperations) {
    const pair = (credentials?.order ?? []).map((field) => [field, 'yes']);
    assert.deepEqual(rowsOf(page, name), [...pair, ...expectedRows(parameters)], name);
  }
});

test('the page about Service.asmx names every element of every list', () => {
  const page = asmxFieldsPage();
  for (const { name, result } of serviceOperations) {
    if (typeof result !== 'object') continue;
    const row = chapterOf(page, name)
      .split('\n')
      .find((line) => line.startsWith(`| \`${result.name}\` |`));
    assert.ok(row, name);
    const names = [...row.matchAll(/`(\w+)`(?: \([^)]*\))?/g)].map(([, field]) => field);
    assert.deepEqual(names, [result.name, ...result.fields.map((field) => field.name)]);
  }
});

test('a pattern is told in words, and every parameter has a form', () => {
  for (const page of [fieldsPage(), asmxFieldsPage()]) {
    assert.doesNotMatch(page, /`\^/);
    for (const row of page.split('\n')) {
      if (row.includes('API key of the') || row.includes('Username of the')) continue;
      assert.doesNotMatch(row, /\| *\|$/);
    }
  }
});

/** Name and "yes" of every row in the first table of a chapter; every cell but "Required" is filled. */
function rowsOf(page: string, name: string): string[][] {
  const [, rows = ''] = chapterOf(page, name).split('|---|---|---|---|\n');
  return rows
    .split('\n\n')[0]!
    .trimEnd()
    .split('\n')
    .filter((row) => row !== '')
    .map((row) => /^\| `(\w+)`[^|]* \| (yes|) \|[^|]+\|[^|]+\|$/.exec(row)?.slice(1) ?? [row]);
}

function chapterOf(page: string, name: string): string {
  return page.slice(page.indexOf(`## ${name}\n`)).split('\n## ')[0]!;
}

function expectedRows(parameters: Parameters): string[][] {
  return Object.entries(parameters).map(([field, { isRequired, isOptionalBeside }]) => [
    field,
    isRequired && !isOptionalBeside ? 'yes' : '',
  ]);
}
