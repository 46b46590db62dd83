import { strict as assert } from 'node:assert';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { commands, help } from '../src/cli/index.ts';
import { commandsDoc } from './commands-doc.ts';

test('the checked-in page about the commands is current', () => {
  const page = new URL('../docs/operating/commands.md', import.meta.url);
  assert.equal(readFileSync(page, 'utf8'), commandsDoc(), 'run: npx node tools/commands-doc.ts');
});

test('the help and the page name every command with its words', () => {
  for (const [name, { usage, doc }] of Object.entries(commands)) {
    const words = usage ? `${name} ${usage}` : name;
    for (const text of [help(), commandsDoc()]) {
      assert.ok(text.includes(`${words}\n`) || text.includes(`${words}\``), words);
      assert.ok(text.includes(doc), name);
    }
  }
});
