import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { operations } from '../src/operations/index.ts';
import { fieldsPage, openApiPage } from './interface-docs.ts';

const hint = 'run: node tools/interface-docs.ts';

function checkedIn(name: string): string {
  return readFileSync(new URL(`../docs/interface/${name}`, import.meta.url), 'utf8');
}

test('the checked-in description of the interface is current', () => {
  assert.equal(checkedIn('openapi.json'), openApiPage(), hint);
});

test('the checked-in page about fields is current', () => {
  assert.equal(checkedIn('fields.md'), fieldsPage(), hint);
});

test('the page about fields names every field, whether it is required, and its form', () => {
  const page = fieldsPage();
  for (const { name, parameters } of operations) {
    const chapter = page.slice(page.indexOf(`## ${name}\n`));
    for (const [field, { isRequired }] of Object.entries(parameters)) {
      const row = new RegExp(
        `^\\| \`${field}\`[^|]*\\| ${isRequired ? 'yes' : ''} \\|[^|]+\\|[^|]+\\|$`,
        'm',
      );
      assert.match(chapter, row, `${name} ${field}`);
    }
  }
});

test('a pattern is told in words', () => {
  assert.doesNotMatch(fieldsPage(), /`\^/);
});
