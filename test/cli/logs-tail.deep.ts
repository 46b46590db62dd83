import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { appendFile, mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { scratch } from '../embedded.ts';
import { runQuittance as run } from './run-quittance.ts';

test('the last lines are shown, of a level and above it, of an event and of a request', async (t) => {
  const { env } = await logged(t);
  const shown = async (words: string) =>
    (await run(['logs', 'tail', ...words.split(' ')], env)).out;
  assert.equal(
    await shown('-n 2'),
    '10:00:05  error  worker.failed  message=out of luck\n10:00:06  info   server.listening  status=200\n',
  );
  assert.equal((await shown('-n 100')).split('\n').length, 8);
  const warned = await shown('--level warn');
  assert.deepEqual([...warned.matchAll(/\d\d:00:0\d/g)].flat(), ['10:00:03', '10:00:05']);
  assert.match(await shown('--event server -n 1'), /^10:00:06/);
  assert.equal(await shown('--event server.lis'), '');
  assert.match(await shown('--request r-1'), /^10:00:02 {2}info {3}request\.refused [^\n]+\n$/);
  const [line] = (await shown('--json --level error')).split('\n');
  assert.equal(JSON.parse(line!).event, 'worker.failed');
});

test('the log of another folder, or none, is an expected error', async (t) => {
  const folder = await scratch(t);
  const none = await run(['logs', 'tail'], { QUITTANCE_DATA: join(folder, 'dta') });
  assert.equal(none.code, 1);
  assert.match(none.err, /there is no log in .*\/dta: is QUITTANCE_DATA right/);
  const off = await run(['logs', 'tail'], { QUITTANCE_DATA: folder, LOG_FILE_MB: '0' });
  assert.match(off.err, /LOG_FILE_MB is 0/);
});

test('what is appended is followed, also into the next file', async (t) => {
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
    for (let tries = 0; !out.includes(text); tries += 1) {
      assert.ok(tries < 600 && child.exitCode === null, `${text} is not in ${out}`);
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
  for (const event of ['a.second', 'a.third', 'a.fourth']) {
    assert.equal(out.split(event).length, 2, out);
  }
});

function line(second: number, level: string, event: string, facts = {}): string {
  return `${JSON.stringify({ at: `2030-01-01T10:00:0${second}.000Z`, level, event, ...facts })}\n`;
}

async function logged(t: TestContext) {
  const folder = await scratch(t);
  await mkdir(join(folder, 'log'));
  const file = join(folder, 'log/quittance.log');
  await writeFile(
    `${file}.1`,
    line(0, 'info', 'server.listening') +
      line(1, 'debug', 'request.answered') +
      line(2, 'info', 'request.refused', { requestId: 'r-1' }),
  );
  await writeFile(
    file,
    line(3, 'warn', 'carrier.failing') +
      line(4, 'info', 'request.refused', { requestId: 'r-2' }) +
      'no line of the log\n' +
      line(5, 'error', 'worker.failed', { message: 'out of luck' }) +
      line(6, 'info', 'server.listening', { status: 200 }) +
      '{"at":"half a li',
  );
  return { file, env: { QUITTANCE_DATA: folder } };
}
