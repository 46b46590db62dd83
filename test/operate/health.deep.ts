import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { appendFile, mkdtemp, rm, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { isDeepStrictEqual, promisify } from 'node:util';
import { readPostmasterFile } from '#embedded-postgres';
import { connect } from '../../src/database/connect.ts';
import { startEmbedded } from '../../src/database/embedded.ts';
import { migrate } from '../../src/database/migrate.ts';
import { version } from '../../src/runtime/version.ts';
import { cardFields, client, openDoor } from '../caller.ts';
import { layPrepared, startCaptured } from '../e2e/start-captured.ts';
import { quiet, scratch, until } from '../embedded.ts';
import { makeFixture } from '../fixture.ts';

async function healthOf(baseUrl: string): Promise<unknown[]> {
  const answer = await fetch(`${baseUrl}/health`);
  return [answer.status, await answer.json()];
}

test('where no ids can be drawn the service is not ready, though it is connected otherwise', async (t) => {
  const place = await scratch(t);
  await layPrepared(place);
  const folder = join(place, 'data/postgres');
  // Nobody looks whether the socket is there.
  const server = await startEmbedded({ folder, log: quiet, lookEverySeconds: 600 });
  t.after(() => server.stop());
  const db = connect(server.url, { connectTimeoutMs: 300, tenants: 'all' });
  t.after(() => db.close());
  const world = await (await makeFixture(t)).open();
  const door = await openDoor({ ...world, db });
  t.after(door.close);
  // Also where a connection takes longer than is waited for one.
  await until(async () => isDeepStrictEqual(await healthOf(door.baseUrl), ready));

  const [aside] = await db.aside.query<{ pid: number }>('select pg_backend_pid() as pid');
  await rm(server.socketFolder, { recursive: true });
  await db.query('select pg_terminate_backend($1)', [aside!.pid]);
  assert.deepEqual(await healthOf(door.baseUrl), [
    503,
    { status: 'the database does not answer', version },
  ]);
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
      assert.ok(status === 500 || status === 503, body);
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
  assert.deepEqual(await healthOf(base), [200, { status: 'ready', version }]);
  assert.match(service.said.stderr, /"level":"warn","event":"database.socket_gone"/);
  await service.stop();
});

const isRoot = process.getuid?.() === 0 && process.platform === 'linux';
const mounted = isRoot ? false : 'SKIPPED: only root can mount a small file system';

test('on a full disk the service is not ready, and is again once there is room', {
  skip: mounted,
}, async (t) => {
  const disk = await mkdtemp(join(tmpdir(), 'quittance-disk-'));
  await run('mount', ['-t', 'tmpfs', '-o', 'size=160m,mode=0755', 'none', disk]);
  t.after(async () => {
    await run('umount', ['--lazy', disk]);
    await rmdir(disk);
  });
  const settings = { min_wal_size: '32MB', max_wal_size: '64MB', shared_buffers: '16MB' };
  const server = await startEmbedded({ folder: join(disk, 'postgres'), log: quiet, settings });
  const db = connect(server.url, { tenants: 'all' });
  await migrate(db);
  const world = await (await makeFixture(t)).open();
  const door = await openDoor({ ...world, db });
  assert.deepEqual(await healthOf(door.baseUrl), [200, { status: 'ready', version }]);

  const healthLater = async () => {
    await world.sleep(5000);
    return await healthOf(door.baseUrl);
  };
  const filler = join(disk, 'filler');
  const full = appendFile(filler, Buffer.alloc(160 * 1024 * 1024));
  await assert.rejects(full, { code: 'ENOSPC' });
  // Where not even the log has room PostgreSQL ends, and does not answer.
  await until(async () => (await healthLater())[0] === 503);
  await rm(filler);
  await until(async () => isDeepStrictEqual(await healthLater(), ready));
  await door.close();
  await db.close();
  await server.stop();
});

test('a service whose database takes no writes is not ready; however often it is asked, it commits once in a while', async (t) => {
  const world = await (await makeFixture(t)).open();
  const door = await openDoor(world);
  t.after(door.close);
  const probed = () => world.db.query('select probed_at, xmin::text from write_probes');
  await healthOf(door.baseUrl);
  const first = await probed();
  assert.equal(first.length, 1);
  const answers = await Promise.all(Array.from({ length: 50 }, () => healthOf(door.baseUrl)));
  assert.deepEqual(answers, Array(50).fill(ready));
  assert.deepEqual(await probed(), first);

  await world.db.query('alter table write_probes add check (false) not valid');
  assert.deepEqual(await healthOf(door.baseUrl), ready);
  await world.sleep(5000);
  assert.deepEqual(await healthOf(door.baseUrl), noWrites);
});

const run = promisify(execFile);
const ready = [200, { status: 'ready', version }];
const noWrites = [503, { status: 'the database takes no writes', version }];
