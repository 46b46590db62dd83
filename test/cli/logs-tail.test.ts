import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { scratch } from '../../packages/embedded-postgres/test/scratch.ts';
import { logged } from './log-lines.ts';
import { type Env, officeOf } from './office.ts';

test('the last lines are shown, of a level and above it, of an event and of a request', async (t) => {
  const { env } = await logged(t);
  const shown = async (words: string) =>
    (await officeOf(env).run('logs', 'tail', ...words.split(' '))).out;
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
  const tail = async (env: Env) => await officeOf(env).run('logs', 'tail');
  const none = await tail({ QUITTANCE_DATA: join(folder, 'dta') });
  assert.equal(none.code, 1);
  assert.match(none.err, /there is no log in .*\/dta: is QUITTANCE_DATA right/);
  const off = await tail({ QUITTANCE_DATA: folder, LOG_FILE_MB: '0' });
  assert.match(off.err, /LOG_FILE_MB is 0/);
});
