import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { isAlive, readPostmasterFile } from '#embedded-postgres';
import { cardFields, client } from '../caller.ts';
import { startCaptured } from '../e2e/start-captured.ts';
import { gone, scratch } from '../embedded.ts';

type Line = Readonly<Record<string, unknown>>;
const root = join(import.meta.dirname, '../..');

function linesOf(text: string): Line[] {
  const found = text.split('\n').filter((one) => one.startsWith('{'));
  return found.map((one) => JSON.parse(one));
}

test('with LOG_LEVEL=debug every request leaves a line without secrets, and the end leaves two', async (t) => {
  const service = await startCaptured(t, await scratch(t), { LOG_LEVEL: 'debug' });
  const base = `http://127.0.0.1:${service.port}`;
  const { call, close } = client(base, service);
  const paid = await call('CreatePayment', { ...cardFields, Amount: '12.50' });
  close();
  const secret = 'Secr3tSecr3tSecr3t';
  for (const path of [
    `/pay/${secret}`,
    `/${secret}?APIKey=${secret}`,
    '/Service.asmx/CreateToken?x=1',
  ]) {
    await (await fetch(`${base}${path}`)).text();
  }
  await service.stop();
  const lines = linesOf(service.said.stderr);
  const told = lines.filter(({ event }) => event === 'request.answered');
  assert.deepEqual(
    told.map(({ level, method, path, status }) => [level, method, path, status]),
    [
      ['debug', 'POST', '/api/Default/CreatePayment', 200],
      ['debug', 'GET', '/pay/…', 404],
      ['debug', 'GET', '/…', 404],
      ['debug', 'GET', '/Service.asmx/CreateToken', 500],
    ],
  );
  assert.equal(told[0]!.requestId, paid.headers['x-request-id']);
  assert.ok(told.every(({ durationMs }) => typeof durationMs === 'number'));
  assert.ok(!service.said.stderr.includes(secret));
  const end = lines.filter(({ event }) => String(event).startsWith('service.stop'));
  assert.deepEqual(
    end.map(({ level, event, signal }) => [level, event, signal]),
    [
      ['info', 'service.stopping', 'SIGTERM'],
      ['info', 'service.stopped', undefined],
    ],
  );
});

const endings = {
  // As a service manager does, and as a terminal does, which tells everybody: npm, and whom npm tells once more.
  'whoever ends npm start': (pid: number) => process.kill(pid, 'SIGTERM'),
  'Ctrl-C under npm start': (pid: number) => process.kill(-pid, 'SIGINT'),
};
for (const [who, end] of Object.entries(endings)) {
  test(`${who} ends the service and its database with it`, async (t) => {
    await startedByNpm(t, end);
  });
}

async function startedByNpm(t: TestContext, end: (pid: number) => void): Promise<void> {
  // Asked for first, so that it is done before the folder goes: what a failure would leave running.
  let endAll = async () => {};
  t.after(() => endAll());
  const folder = await scratch(t);
  const data = join(folder, 'data');
  const npm = spawn('npm', ['start'], {
    cwd: root,
    env: {
      ...process.env,
      PORT: '0',
      DATABASE_URL: undefined,
      QUITTANCE_DATA: data,
      QUITTANCE_KEYS: join(folder, 'keys.json'),
    },
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  });
  const ended = once(npm, 'exit');
  let postgres: number | undefined;
  endAll = async () => {
    // npm may be gone and the service not: it is of the same group.
    signal(-npm.pid!, 'SIGKILL');
    await ended;
    postgres ??= (await readPostmasterFile(join(data, 'postgres/cluster')))?.pid;
    if (postgres === undefined || !isAlive(postgres)) return;
    signal(postgres, 'SIGQUIT');
    await gone(postgres);
  };
  let said = '';
  npm.stderr.setEncoding('utf8').on('data', (text) => {
    said += text;
  });
  const isReady = () =>
    access(join(data, 'first-start.json')).then(
      () => true,
      () => false,
    );
  while (!(await isReady())) {
    assert.equal(npm.exitCode, null, said);
    await delay(50);
  }
  postgres = (await readPostmasterFile(join(data, 'postgres/cluster')))!.pid;
  assert.ok(isAlive(postgres));
  end(npm.pid!);
  await ended;
  await gone(postgres);
  assert.match(said, /"event":"service.stopped"/);
  endAll = async () => {};
}

/** To whoever is still there. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

test('the simulated bank listens where HOST says, so that other machines can share it', async (t) => {
  const folder = await scratch(t);
  const env = { ...process.env, HOST: '127.0.0.2', QUITTANCE_DATA: folder };
  const child = spawn(join(root, 'bin/quittance'), ['simulate', '--port', '0'], { env });
  t.after(async () => {
    const closed = once(child, 'close');
    child.kill('SIGTERM');
    await closed;
  });
  const [line] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string];
  const port = /http:\/\/[\d.]+:(\d+)/.exec(line)![1]!;
  assert.equal((await fetch(`http://127.0.0.2:${port}/book`)).status, 200);
  await assert.rejects(fetch(`http://127.0.0.1:${port}/book`));
});
