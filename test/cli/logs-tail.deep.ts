import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { appendFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { line, logged } from './log-lines.ts';

test('what is appended is followed, also into the next file and in those before it', async (t) => {
  const { env, file } = await logged(t);
  const child = spawn(process.execPath, ['src/main.ts', 'logs', 'tail', '-n', '1', '--follow'], {
    cwd: join(import.meta.dirname, '../..'),
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  t.after(() => child.kill());
  let out = '';
  child.stdout.on('data', (data) => {
    out += data;
  });
  const heard = async (text: string) => {
    while (!out.includes(text)) {
      assert.equal(child.exitCode, null, `${text} is not in ${out}`);
      await delay(100);
    }
  };
  await heard('server.listening');
  await appendFile(file, `\n${line(7, 'info', 'a.second')}`);
  await heard('a.second');
  await appendFile(file, line(8, 'info', 'a.third'));
  await rename(file, `${file}.1`);
  await writeFile(file, line(9, 'info', 'a.fourth'));
  await heard('a.fourth');
  // Another service found the file full: this one writes on to the renamed one until it looks.
  await appendFile(`${file}.1`, line(9, 'info', 'a.fifth'));
  await heard('a.fifth');
  await rename(`${file}.1`, `${file}.2`);
  await rename(file, `${file}.1`);
  await appendFile(`${file}.2`, line(9, 'info', 'a.sixth'));
  await heard('a.sixth');
  for (const event of ['a.second', 'a.third', 'a.fourth', 'a.fifth', 'a.sixth']) {
    assert.equal(out.split(event).length, 2, out);
  }
});
