import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { scratch } from '../../packages/embedded-postgres/test/scratch.ts';
import { mayColor, readableLine } from '../../src/cli/readable-log.ts';
import { line, logged } from './log-lines.ts';
import { type Env, officeOf } from './office.ts';

test('the last lines are shown, of a level and above it, of an event and of a request', async (t) => {
  const { env } = await logged(t);
  const shown = async (words: string) =>
    (await officeOf(env).run('logs', 'tail', ...words.split(' '))).out;
  assert.equal(
    await shown('-n 2'),
    '2030-01-01 10:00:05  error  worker.failed  message=out of luck\n' +
      '2030-01-01 10:00:06  info   server.listening  status=200\n',
  );
  assert.equal((await shown('-n 100')).split('\n').length, 8);
  const warned = await shown('--level warn');
  assert.deepEqual([...warned.matchAll(/\d\d:00:0\d/g)].flat(), ['10:00:03', '10:00:05']);
  assert.match(await shown('--event server -n 1'), /^2030-01-01 10:00:06/);
  const none = await officeOf(env).run('logs', 'tail', '--event', 'server.lis');
  const says = 'no line matches; the log begins at 2030-01-01T10:00:00.000Z\n';
  assert.deepEqual([none.code, none.out, none.err], [0, '', says]);
  assert.match(
    await shown('--request r-1'),
    /^2030-01-01 10:00:02 {2}info {3}request\.refused [^\n]+\n$/,
  );
  const [line] = (await shown('--json --level error')).split('\n');
  assert.equal(JSON.parse(line!).event, 'worker.failed');
});

test('the lines since a moment, and those that name a business or a payment, are shown', async (t) => {
  const { env, file } = await logged(t);
  const about = { businessId: '100002', paymentId: '17' };
  await writeFile(
    file,
    line(7, 'error', 'payment.answer_mismatch', about) +
      line(8, 'warn', 'payment.fell_back', { ...about, paymentId: '18' }) +
      line(9, 'warn', 'payment.fell_back', { ...about, businessId: '100003' }),
  );
  const seconds = async (...words: string[]) => {
    const { out } = await officeOf(env).run('logs', 'tail', ...words);
    return [...out.matchAll(/10:00:0(\d)/g)].map(([, second]) => Number(second));
  };
  assert.deepEqual(await seconds('--since', '2030-01-01T10:00:02'), [2, 7, 8, 9]);
  assert.deepEqual(await seconds('--since', '2030-01-01T11:00:08+01:00'), [8, 9]);
  assert.deepEqual(await seconds('--since', '2030-01-01T10:00:02', '-n', '1'), [9]);
  assert.deepEqual(await seconds('--business', '100002'), [7, 8]);
  assert.deepEqual(await seconds('--business', '100002', '--payment', '17'), [7]);
  const wrong = await officeOf(env).run('logs', 'tail', '--since', 'yesterday');
  assert.match(wrong.err, /--since must be a moment such as .*, or a time such as 90m/);
});

test('on a terminal warnings and errors have a color, and nothing else in a line is obeyed', () => {
  const entry = {
    at: '2030-01-01T10:00:00.000Z',
    level: 'warn',
    event: 'a.b',
    reason: '\u001b[2J',
  };
  assert.equal(
    readableLine(entry, true),
    '\u001b[33m2030-01-01 10:00:00  warn   a.b  reason=\\u001b[2J\u001b[0m',
  );
  assert.ok(!readableLine({ ...entry, level: 'info' }, true).includes('\u001b'));
  const terminal = { isTTY: true, write() {} };
  assert.equal(mayColor(terminal, {}), true);
  assert.equal(mayColor(terminal, { NO_COLOR: '1' }), false);
  assert.equal(mayColor(terminal, { TERM: 'dumb' }), false);
  assert.equal(mayColor({ write() {} }, {}), false);
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
