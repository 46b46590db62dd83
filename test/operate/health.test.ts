import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { connect } from '../../src/database/connect.ts';
import { startEmbedded } from '../../src/database/embedded.ts';
import { readPostmasterFile } from '../../src/database/postmaster-file.ts';
import { cardFields, client, openDoor } from '../caller.ts';
import { startCaptured } from '../e2e/start-captured.ts';
import { quiet, scratch } from '../embedded.ts';
import { makeHouse } from '../world.ts';

async function healthOf(baseUrl: string): Promise<unknown[]> {
  const answer = await fetch(`${baseUrl}/health`);
  return [answer.status, await answer.json()];
}

test('where no ids can be drawn the service is not ready, though it is connected otherwise', async (t) => {
  const folder = join(await scratch(t), 'postgres');
  // Nobody looks whether the socket is there.
  const server = await startEmbedded({ folder, log: quiet, lookEverySeconds: 600 });
  t.after(() => server.stop());
  const db = connect(server.url, { connectTimeoutMs: 100 });
  t.after(() => db.close());
  const world = await (await makeHouse(t)).open();
  const door = await openDoor({ ...world, db });
  t.after(door.close);
  assert.deepEqual(await healthOf(door.baseUrl), [200, { status: 'ready' }]);

  const [aside] = await db.aside.query<{ pid: number }>('select pg_backend_pid() as pid');
  await rm(server.socketFolder, { recursive: true });
  await db.query('select pg_terminate_backend($1)', [aside!.pid]);
  assert.deepEqual(await healthOf(door.baseUrl), [503, { status: 'the database does not answer' }]);
  assert.deepEqual(await db.query('select 1 as one'), [{ one: 1 }]);
});

test('when the folder of the socket is cleared away the service says so, and goes on taking payments', async (t) => {
  const service = await startCaptured(t, await scratch(t), {});
  const base = `http://127.0.0.1:${service.port}`;
  const { call, close } = client(base, service, { connections: 32 });
  t.after(close);
  const cluster = join(service.dataFolder, 'postgres/cluster');
  const before = await readPostmasterFile(cluster);
  await rm(before!.socketFolder, { recursive: true });

  const pay = async (order: number) => {
    const fields = { ...cardFields, Amount: '12.50', OrderNumber: `order ${order}` };
    // As callers do, under the same number: what the restart cut off was answered with a fault.
    for (;;) {
      const { status, body } = await call('CreatePayment', fields);
      if (status === 200) return assert.match(body, /^\{"IsSuccess":true/);
      assert.equal(status, 500, body);
    }
  };
  // Until it has been started again, and some more.
  let orders = 0;
  for (let isAnother = false; !isAnother; ) {
    const after = await readPostmasterFile(cluster);
    isAnother = after?.status === 'ready' && after.pid !== before!.pid;
    await Promise.all(Array.from({ length: 32 }, (_, n) => pay(orders + n)));
    orders += 32;
  }
  assert.deepEqual(await healthOf(base), [200, { status: 'ready' }]);
  assert.match(service.said.stderr, /"level":"warn","event":"database.socket_gone"/);
});
