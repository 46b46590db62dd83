import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { examples } from './examples.ts';
import { commandNamed } from './help.ts';
import { commands } from './index.ts';
import { runCommandLine } from './run.ts';

/** As a shell takes them. */
function wordsOf(example: string): string[] {
  return [...example.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain!);
}

test('every command has an example, which names it and options that it has, with all that it must have', () => {
  assert.deepEqual(Object.keys(examples).sort(), Object.keys(commands).sort());
  for (const [name, example] of Object.entries(examples)) {
    const words = wordsOf(example);
    assert.equal(commandNamed(words), name);
    const { usage = '' } = commands[name]!;
    const given = words.filter((word) => word.startsWith('--'));
    for (const option of given) assert.ok(usage.split(/[[\]\s]+/).includes(option), example);
    const needed = usage.replaceAll(/\[[^\]]*\]/g, '').match(/--[\w-]+/g) ?? [];
    for (const option of needed) assert.ok(given.includes(option), example);
  }
});

/** Commands that open what they work on once their words are read: there this ends them. */
const isOpened = new Error('the words were read');
const others = ['doctor', 'logs tail', 'profile list'];
const onData = Object.entries(examples).filter(
  ([name]) => commands[name]!.usage?.includes('--json') && !others.includes(name),
);

for (const [name, example] of onData) {
  test(`the example of ${name} is read`, async () => {
    let err = '';
    let opened = 0;
    const write = (text: string) => {
      err += text;
    };
    await runCommandLine(wordsOf(example), {
      out: { write },
      err: { write },
      input: () => Readable.from([]),
      env: { HOME: '/nowhere' },
      open: async () => {
        opened += 1;
        throw isOpened;
      },
    });
    assert.equal(opened, 1, err);
  });
}
