import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmod, chown, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { cardFields, client } from '../caller.ts';
import { type CapturedService, layPrepared, startCaptured } from '../e2e/start-captured.ts';
import { nobody, othersCanRun, postmaster, scratch, until } from '../embedded.ts';

const quittance = join(import.meta.dirname, '../../bin/quittance');
const isRoot = process.getuid?.() === 0 && process.platform === 'linux';
const skip = isRoot ? false : 'SKIPPED: only root has rights to give away';
const onLinux = process.platform === 'linux' ? false : 'SKIPPED: limits are read from /proc';

async function pidOf({ dataFolder }: CapturedService): Promise<number> {
  const [file] = await readdir(join(dataFolder, 'running'));
  return JSON.parse(await readFile(join(dataFolder, 'running', file!), 'utf8')).pid;
}

async function pay(t: TestContext, service: CapturedService, order: string): Promise<void> {
  const { call, close } = client(`http://127.0.0.1:${service.port}`, service);
  t.after(close);
  const { body } = await call('CreatePayment', {
    ...cardFields,
    Amount: '5.00',
    OrderNumber: order,
  });
  assert.match(body, /^\{"IsSuccess":true/);
}

async function openScratch(t: TestContext): Promise<string> {
  const folder = await scratch(t);
  await chmod(folder, 0o755);
  return folder;
}

test('a service that root started in the sandbox has no rights of root, and goes on after restarts of all kinds', {
  skip,
}, async (t) => {
  if (!(await othersCanRun(t))) return;
  const folder = await openScratch(t);
  const first = await startCaptured(t, folder, {}, { isFirst: true });
  const status = await readFile(`/proc/${await pidOf(first)}/status`, 'utf8');
  const { uid, gid } = await stat(first.dataFolder);
  assert.notEqual(uid, 0);
  for (const [name, id] of [
    ['Uid', uid],
    ['Gid', gid],
  ] as const) {
    assert.match(status, new RegExp(`^${name}:\\t${id}\\t${id}\\t${id}\\t${id}$`, 'm'));
  }
  assert.doesNotMatch(status, /^Groups:.*\b0\b/m);
  assert.match(status, /^CapEff:\t0+$/m);
  await pay(t, first, 'one');

  const folderOfData = join(first.dataFolder, 'postgres');
  const killed = await postmaster(folderOfData);
  process.kill(killed, 'SIGKILL');
  const isAnother = async () => (await postmaster(folderOfData).catch(() => killed)) !== killed;
  await until(isAnother);
  await until(async () => (await fetch(`http://127.0.0.1:${first.port}/health`)).status === 200);
  await pay(t, first, 'two');
  await first.stop();

  // As a command of root, or a former version, leaves them.
  for (const name of ['simulated-bank.jsonl', 'first-start.json']) {
    await chown(join(first.dataFolder, name), 0, 0);
  }
  await chown(first.dataFolder, 0, 0);
  const second = await startCaptured(t, folder, {});
  await pay(t, second, 'three');
  await second.stop();
  assert.doesNotMatch(second.said.stderr, /"level":"(error|warn)"/);
});

test('below a folder that only root may enter the sandbox keeps the rights of root and says so', {
  skip,
}, async (t) => {
  const service = await startCaptured(t, await scratch(t), {});
  await pay(t, service, 'one');
  assert.match(
    service.said.stderr,
    /"event":"service.as_root","reason":"the user with id \d+ cannot/,
  );
  await service.stop();
});

test('live mode does not run as root: it says what to do, or goes on as the owner of data and keys', {
  skip,
}, async (t) => {
  if (!(await othersCanRun(t))) return;
  const folder = await openScratch(t);
  const [data, keys] = [join(folder, 'data'), join(folder, 'keys.json')];
  const env = {
    ...process.env,
    DATABASE_URL: undefined,
    PORT: '0',
    QUITTANCE_MODE: 'live',
    QUITTANCE_DATA: data,
    QUITTANCE_KEYS: keys,
  };
  const refused = async () => {
    return await new Promise<string>((resolve) => {
      execFile(quittance, ['all'], { env, timeout: 300_000 }, (_, __, err) => resolve(err));
    });
  };
  await new Promise((resolve) => execFile(quittance, ['vault', 'make-keys'], { env }, resolve));
  const ownerless =
    /^quittance: live mode does not run as root, and no other user owns .* \(useradd/;
  assert.match(await refused(), ownerless);
  await assert.rejects(stat(join(data, 'postgres')), { code: 'ENOENT' });

  await mkdir(data, { recursive: true });
  await chown(data, nobody.uid, nobody.gid);
  assert.match(await refused(), /the user with id 65534 cannot use .*keys\.json: make a user/);

  await chown(keys, nobody.uid, nobody.gid);
  const service = await startCaptured(t, folder, { QUITTANCE_MODE: 'live' });
  const status = await readFile(`/proc/${await pidOf(service)}/status`, 'utf8');
  assert.match(status, /^Uid:\t65534\t65534\t65534\t65534$/m);
  await service.stop();
});

test('no core is dumped, and the data folder is for its owner alone, also one that a former version made', {
  skip: onLinux,
}, async (t) => {
  const folder = await scratch(t);
  const data = join(folder, 'data');
  await layPrepared(folder);
  await chmod(data, 0o755);
  const service = await startCaptured(t, folder, {});
  assert.equal((await stat(data)).mode & 0o777, 0o700);
  for (const pid of [await pidOf(service), await postmaster(join(data, 'postgres'))]) {
    const limits = await readFile(`/proc/${pid}/limits`, 'utf8');
    assert.match(limits, /^Max core file size +0 +0 +bytes/m);
  }
  await service.stop();
});

test('a folder that holds what is not ours stays as open as it is', async (t) => {
  const folder = await scratch(t);
  const data = join(folder, 'data');
  await mkdir(data);
  await chmod(data, 0o755);
  await writeFile(join(data, 'something else'), '');
  const service = await startCaptured(t, folder, {});
  assert.equal((await stat(data)).mode & 0o777, 0o755);
  await service.stop();
});
