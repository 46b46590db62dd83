import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { helpAbout, helpAll } from '../src/cli/help.ts';
import { commands } from '../src/cli/index.ts';
import { commandsDoc } from './commands-doc.ts';

test('the help about a command and the page show it with its words', () => {
  const page = commandsDoc();
  for (const [name, { usage, doc }] of Object.entries(commands)) {
    const words = usage ? `${name} ${usage}` : name;
    for (const text of [helpAbout(name.split(' ')) ?? '', page]) {
      assert.ok(text.includes(`${words}\n`) || text.includes(`${words}\``), words);
      assert.ok(text.includes(doc), name);
    }
  }
});

test('the help names every command once, in a line with what it does, below what it is for', () => {
  const lines = helpAll().split('\n');
  for (const name of Object.keys(commands)) {
    const found = lines.filter((line) => line.startsWith(`  ${name} `) && / {2}\S/.test(line));
    assert.ok(found.length > 0, name);
  }
  for (const line of lines) assert.ok(line.length <= 130, line);
});
