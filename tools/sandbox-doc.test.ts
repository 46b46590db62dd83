import { strict as assert } from 'node:assert';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { obeyScript } from '../src/processors/http-simulator/script-door.ts';
import { publishedCustomers } from '../src/processors/simulator/customers.ts';
import { testCards } from '../src/processors/simulator/test-cards.ts';
import { sandboxDoc, scripts } from './sandbox-doc.ts';

test('the checked-in page about the sandbox is current', () => {
  const page = new URL('../docs/interface/sandbox.md', import.meta.url);
  assert.equal(readFileSync(page, 'utf8'), sandboxDoc(), 'run: npx node tools/sandbox-doc.ts');
});

test('the page about the sandbox names every card', () => {
  const page = sandboxDoc();
  for (const { number } of testCards) assert.ok(page.includes(`| ${number} |`), number);
});

test('the page about the sandbox names every customer', () => {
  const page = sandboxDoc();
  for (const { code } of publishedCustomers) assert.ok(page.includes(`| ${code} |`), code);
});

test('the door understands every script that the page shows', () => {
  for (const [script] of scripts) {
    const done: string[] = [];
    const note = (what: string) => () => void done.push(what);
    const keeper = {
      script: note('script'),
      outage: note('outage'),
      customer: note('customer'),
      passSeconds: note('passSeconds'),
      refuse: note('refuse'),
    };
    assert.ok(obeyScript(JSON.stringify(script), keeper), JSON.stringify(script));
    assert.equal(done.length, 1);
  }
});
