import assert from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { envBeside, officeOf } from '../cli/office.ts';
import { type CapturedService, startCaptured } from '../e2e/start-captured.ts';
import { scratch } from '../embedded.ts';

/** A lead form that another shell makes: one that knows where the data are, and nothing else of the service. */
async function addressFromElsewhere(service: CapturedService, settings = {}): Promise<string> {
  const { ask } = officeOf({ ...envBeside(service), ...settings });
  const mine = ['--business', service.username];
  const made = await ask('lead-form', 'create', ...mine, '--name', 'News');
  return new URL(made.address).origin;
}

async function start(t: TestContext, settings = {}) {
  const folder = await scratch(t);
  const service = await startCaptured(t, folder, settings);
  return { service, running: join(service.dataFolder, 'running') };
}

test('a command in another shell prints the address of the service that runs, not that of its own settings', async (t) => {
  const { service, running } = await start(t);
  assert.notEqual(service.port, 8080);
  assert.equal(await addressFromElsewhere(service), `http://127.0.0.1:${service.port}`);
  const own = { PUBLIC_URL: 'https://own.example' };
  assert.equal(await addressFromElsewhere(service, own), 'https://own.example');

  const [name, ...others] = await readdir(running);
  assert.deepEqual(others, []);
  const file = join(running, name!);
  const told = await readFile(file, 'utf8');
  assert.ok(!told.includes(service.apiKey));
  await service.stop();
  assert.deepEqual(await readdir(running), [], 'a service that stops takes its file away');
  assert.equal(await addressFromElsewhere(service), 'http://127.0.0.1:8080');

  // As after kill -9: its process is gone, or another has its number since the machine was started again.
  const left = JSON.parse(told);
  for (const stale of [left, { ...left, pid: process.pid, upSeconds: 1e12 }, { pid: 'x' }]) {
    await writeFile(file, JSON.stringify(stale));
    assert.equal(await addressFromElsewhere(service), 'http://127.0.0.1:8080');
  }
});

test('a public address that only the service was told reaches the shells too, and stale files go at the next start', async (t) => {
  const folder = await scratch(t);
  const first = await startCaptured(t, folder, {});
  const running = join(first.dataFolder, 'running');
  const [name] = await readdir(running);
  const left = await readFile(join(running, name!), 'utf8');
  await first.stop();
  await writeFile(join(running, name!), left);
  const told = { PUBLIC_URL: 'https://pay.example.com' };
  const again = await startCaptured(t, folder, told);
  assert.equal(await addressFromElsewhere(again), 'https://pay.example.com');
  assert.equal((await readdir(running)).length, 1);
});
