import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { cardFields, client, type Reply } from '../caller.ts';
import { scratch } from '../embedded.ts';
import { keyText, makeFixture } from '../fixture.ts';
import { freePort } from '../free-port.ts';
import { root } from '../tidy/tree.ts';
import { startHaproxy, withoutHaproxy } from './haproxy.ts';

/* Two processes behind HAProxy as `deploy/docker` has them. */

const skip = withoutHaproxy;

test('two processes are restarted in turn under load: no call fails, and none is lost', {
  skip,
}, async (t) => {
  const { fixture, baseUrl, caller, servers, proxy } = await openHosts(t, { CLOSING_SECONDS: '5' });
  let isOver = false;
  const replies: Reply[] = [];
  const load = Array.from({ length: 6 }, async (_, buyer) => {
    // Some keep their connection, some open one for each call.
    const { call, close } = client(baseUrl, caller, { connections: 1 });
    for (let n = 0; !isOver; n += 1) {
      const order = { ...cardFields, Amount: '1.00', OrderNumber: `${buyer}-${n}` };
      const headers = buyer % 2 === 0 ? {} : { Connection: 'close' };
      replies.push(await call('CreatePayment', order, headers));
      await delay(20);
    }
    close();
  });
  for (const server of servers) {
    await server.restart();
    // Before that the other one is alone.
    await proxy.untilBothAreUp();
  }
  isOver = true;
  await Promise.all(load);
  const failed = replies.filter(({ status }) => status !== 200);
  assert.deepEqual(
    failed.map(({ status, body }) => [status, body]),
    [],
  );
  assert.ok(replies.length > 100, `${replies.length} calls`);
  const made = await fixture.db.query('select count(*)::integer as count from payments');
  assert.deepEqual(made, [{ count: replies.length }]);
});

test('what finds a process gone that HAProxy takes to be there is sent to the other one', {
  skip,
}, async (t) => {
  const { baseUrl, caller, servers } = await openHosts(t, {});
  await servers[0]!.kill();
  const { call, close } = client(baseUrl, caller);
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      call('CreatePayment', { ...cardFields, Amount: '1.00', OrderNumber: `order ${n}` }),
    ),
  );
  close();
  assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([200]));
});

async function openHosts(t: TestContext, settings: Readonly<Record<string, string>>) {
  const folder = await scratch(t);
  const fixture = await makeFixture(t);
  const caller = await fixture.addBusiness();
  const env = {
    DATABASE_URL: fixture.url,
    QUITTANCE_KEK: keyText,
    QUITTANCE_DATA: join(folder, 'data'),
    LOG_LEVEL: 'error',
    ...settings,
  };
  const ports = [await freePort(), await freePort()] as const;
  const servers = [];
  // The database ends last.
  for (const port of ports) {
    const server = await serveAt(port, env);
    servers.push(server);
    t.after(server.stop);
  }
  const proxy = await startHaproxy(folder, await freePort(), ports);
  t.after(proxy.stop);
  const baseUrl = `http://127.0.0.1:${proxy.port}`;
  await proxy.untilBothAreUp();
  return { fixture, caller, baseUrl, servers, proxy };
}

async function serveAt(port: number, env: Readonly<Record<string, string>>) {
  let running = await launch(port, env);
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    running.child.kill(signal);
    await running.closed;
  };
  return {
    async restart() {
      await end('SIGTERM');
      running = await launch(port, env);
    },
    kill: () => end('SIGKILL'),
    stop: () => end('SIGKILL'),
  };
}

async function launch(port: number, env: Readonly<Record<string, string>>) {
  const child = spawn(join(root, 'bin/quittance'), ['serve'], {
    env: { ...process.env, HOST: '127.0.0.1', PORT: String(port), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      said += text;
    });
  }
  const closed = once(child, 'close');
  while (!said.includes('Quittance is ready at')) {
    assert.equal(child.exitCode, null, said);
    await delay(20);
  }
  return { child, closed };
}
