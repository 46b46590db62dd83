import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { obeyScript } from '../packages/sandbox/src/http/script-door.ts';
import { publishedCustomers } from '../packages/sandbox/src/processor/customers.ts';
import { testCards } from '../packages/sandbox/src/processor/test-cards.ts';
import { sandboxDoc, scripts } from './sandbox-doc.ts';

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
