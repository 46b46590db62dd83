import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';

const quittance = join(import.meta.dirname, '../../bin/quittance');
const full = '/dev/full';
const skip = existsSync(full) ? false : 'SKIPPED: this machine has no device that is full';

test('an answer that could not be written is a failure, and is told', { skip }, async () => {
  const device = await open(full, 'w');
  const child = spawn(quittance, ['help'], { stdio: ['ignore', device.fd, 'pipe'] });
  const said = text(child.stderr!);
  const [code] = await once(child, 'close');
  await device.close();
  const lost = 'quittance: the answer could not be written (ENOSPC): whatever was done is done\n';
  assert.deepEqual([code, await said], [1, lost]);
});

test('remarks that nobody can read change nothing of an answer', { skip }, async () => {
  const device = await open(full, 'w');
  const child = spawn(quittance, ['help'], { stdio: ['ignore', 'pipe', device.fd] });
  const said = text(child.stdout!);
  const [code] = await once(child, 'close');
  await device.close();
  assert.equal(code, 0);
  assert.match(await said, /^quittance COMMAND/);
});

test('whoever reads the beginning of an answer and goes away is no failure', async () => {
  const child = spawn('sh', ['-c', `"${quittance}" help all | head -1; exit`], { stdio: 'pipe' });
  const said = text(child.stderr!);
  const [code] = await once(child, 'close');
  assert.deepEqual([code, await said], [0, '']);
  const gone = spawn(quittance, ['help', 'all'], { stdio: ['ignore', 'pipe', 'pipe'] });
  gone.stdout!.destroy();
  const remarks = text(gone.stderr!);
  const [ended] = await once(gone, 'close');
  assert.deepEqual([ended, await remarks], [0, '']);
});
