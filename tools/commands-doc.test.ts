import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { commands } from '../src/cli/index.ts';
import { help } from '../src/cli/run.ts';
import { commandsDoc } from './commands-doc.ts';

test('the help and the page name every command with its words', () => {
  for (const [name, { usage, doc }] of Object.entries(commands)) {
    const words = usage ? `${name} ${usage}` : name;
    for (const text of [help(), commandsDoc()]) {
      assert.ok(text.includes(`${words}\n`) || text.includes(`${words}\``), words);
      assert.ok(text.includes(doc), name);
    }
  }
});
