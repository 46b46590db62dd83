import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createHandler } from '../../src/api/http/http.ts';
import { receptionOf } from '../../src/api/http/reception.ts';
import { closeEdge, createEdge } from '../../src/api/http/server.ts';
import { migratedCheck } from '../../src/database/migrate.ts';
import { createChecks, type Life } from '../../src/runtime/readiness.ts';
import { version } from '../../src/runtime/version.ts';
import { patient } from '../edge.ts';
import { makeFixture } from '../fixture.ts';

const fixture = await makeFixture({ after });
const world = await fixture.open();
const life: Life = { phase: 'starting', isMigrated: migratedCheck(fixture.db) };
const handler = createHandler(world, createChecks(world, life));
const server = createEdge(handler, {
  ...patient,
  reception: receptionOf(world.config),
  quick: { handler, now: world.now },
});
await new Promise<void>((resolve) => {
  server.listen(0, '127.0.0.1', resolve);
});
after(async () => {
  await closeEdge(server, 0);
});
const { port } = server.address() as { port: number };

async function ask(path: string) {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`);
  return [answer.status, await answer.json()];
}

test('a process that starts is alive and not ready', async () => {
  life.phase = 'starting';
  assert.deepEqual(await ask('/livez'), [200, { status: 'alive' }]);
  assert.deepEqual(await ask('/readyz'), [503, { status: 'starting', version }]);
  assert.deepEqual(await ask('/health'), [503, { status: 'starting', version }]);
  assert.deepEqual(await ask('/version'), [200, { version }]);
});

test('a process that closes is not ready, though it is in good health', async () => {
  life.phase = 'closing';
  assert.deepEqual(await ask('/readyz'), [503, { status: 'closing', version }]);
  assert.deepEqual(await ask('/health'), [200, { status: 'ready', version }]);
});

test('a process that closes keeps no connection, by either way to read a request', async () => {
  const persistenceOf = async (method: 'GET' | 'POST') => {
    const path = method === 'GET' ? '/livez' : '/api/Default/CreatePayment';
    const body = method === 'GET' ? null : '{}';
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method, body });
    await answer.text();
    return answer.headers.get('connection');
  };
  for (const method of ['GET', 'POST'] as const) {
    life.phase = 'running';
    assert.equal(await persistenceOf(method), 'keep-alive', method);
    life.phase = 'closing';
    assert.equal(await persistenceOf(method), 'close', method);
  }
});

test('a database that lacks a migration is not ready; one that a newer program brought further is', async () => {
  life.phase = 'running';
  assert.deepEqual(await ask('/readyz'), [200, { status: 'ready', version }]);
  const [last] = await fixture.db.query<{ number: number }>(
    'delete from migrations where number = (select max(number) from migrations) returning *',
  );
  assert.deepEqual(await ask('/readyz'), [503, { status: 'migrations are missing', version }]);
  assert.deepEqual(await ask('/livez'), [200, { status: 'alive' }]);
  for (const number of [last!.number, last!.number + 1]) {
    await fixture.db.query(
      `insert into migrations (number, name, checksum, applied_at) values ($1, $2, '', now())`,
      [number, `migration ${number}`],
    );
  }
  assert.deepEqual(await ask('/readyz'), [200, { status: 'ready', version }]);
});

test('under full load the health of the process can still be asked', async () => {
  life.phase = 'running';
  world.requests.underWay = world.config.requestsInFlight;
  for (const path of ['/health', '/livez', '/readyz', '/version']) {
    assert.equal((await ask(path))[0], 200, path);
  }
  assert.equal((await ask('/openapi.json'))[0], 503);
  world.requests.underWay = 0;
});
