import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { exampleOf, helpAbout, helpAll } from '../src/cli/help.ts';
import { commands } from '../src/cli/index.ts';
import { commandsDoc } from './commands-doc.ts';

test('the help about a command and the page show it with its words', () => {
  const page = commandsDoc();
  // The help has its words in lines of a terminal.
  const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ');
  for (const [name, { usage, doc }] of Object.entries(commands)) {
    const words = usage ? `${name} ${usage}` : name;
    const help = helpAbout(name.split(' '))!;
    for (const text of [oneLine(help), page]) {
      assert.ok(text.includes(words), words);
      assert.ok(text.includes(doc), name);
      assert.ok(text.includes(exampleOf(name)), name);
    }
    for (const line of help.split('\n')) {
      const hasLongWord = /\S{60}/.test(line) || line.startsWith('Example: ');
      assert.ok(hasLongWord || line.length <= 80, line);
    }
  }
});

test('the help names every command once, in a line with what it does, below what it is for', () => {
  const lines = helpAll().split('\n');
  for (const name of Object.keys(commands)) {
    const found = lines.filter((line) => line.startsWith(`  ${name} `) && / {2}\S/.test(line));
    assert.ok(found.length > 0, name);
  }
  for (const line of lines) assert.ok(line.length <= 80, line);
});
