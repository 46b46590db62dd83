import { strict as assert } from 'node:assert';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { testCards } from '../src/processors/simulator/behaviours.ts';
import { sandboxDoc } from './sandbox-doc.ts';

test('the checked-in page about the sandbox is current', () => {
  const page = new URL('../docs/interface/sandbox.md', import.meta.url);
  assert.equal(readFileSync(page, 'utf8'), sandboxDoc(), 'run: node tools/sandbox-doc.ts');
});

test('the page about the sandbox names every card', () => {
  const page = sandboxDoc();
  for (const { number } of testCards) assert.ok(page.includes(`| ${number} |`), number);
});
