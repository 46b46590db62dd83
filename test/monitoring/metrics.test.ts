import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { connect, poolOf } from '../../src/database/connect.ts';
import { openMetrics } from '../../src/monitoring/metrics-server.ts';
import { createChecks, type Life } from '../../src/runtime/readiness.ts';
import type { Sql } from '../../src/runtime/sql.ts';
import { workOnce } from '../../src/worker/worker.ts';
import { cardFields, client, openDoor } from '../caller.ts';
import { makeFixture } from '../fixture.ts';
import type { Scope } from '../scope.ts';
import { atEnd } from '../scope.ts';
import { root } from '../tidy/tree.ts';
import { parseMetrics, sampleOf } from './prometheus-text.ts';

async function open(scope: Scope) {
  const fixture = await makeFixture(scope);
  const caller = await fixture.addBusiness();
  const world = await fixture.open();
  const life: Life = { phase: 'running', isMigrated: async () => true };
  const { baseUrl, close } = await openDoor(world);
  const known = client(baseUrl, caller);
  let asked = 0;
  let isAway = false;
  const own = connect(fixture.url, { tenants: 'all' });
  scope.after(() => own.close());
  await own.query('select 1');
  const sql: Sql = {
    async query(text, values) {
      asked += 1;
      if (isAway) throw new Error('away');
      return await own.query(text, values);
    },
  };
  const checks = createChecks(world, life);
  const server = await openMetrics(world, {
    host: '127.0.0.1',
    port: 0,
    sql,
    checks,
    pool: () => ({ ...poolOf(own) }),
  });
  atEnd(scope, async () => {
    known.close();
    await close();
    await server.close();
  });
  const get = async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(`http://127.0.0.1:${server.port}${path}`, init);
    return { status: answer.status, text: await answer.text(), headers: answer.headers };
  };
  const pay = (orderNumber: string, changes = {}) =>
    known.call('CreatePayment', {
      ...cardFields,
      Amount: '1.00',
      OrderNumber: orderNumber,
      ...changes,
    });
  return {
    fixture,
    caller,
    world,
    life,
    pay,
    get,
    async scrape() {
      fixture.clock.pass(6000);
      const { status, text, headers } = await get('/metrics');
      assert.equal(status, 200);
      assert.match(headers.get('content-type')!, /^text\/plain; version=0\.0\.4/);
      return { text, found: parseMetrics(text) };
    },
    statements: () => asked,
    leave: (away: boolean) => {
      isAway = away;
    },
  };
}

test('payments are counted by operation and status, statements by their rows, calls by outcome', async (t) => {
  const { pay, scrape } = await open(t);
  const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => pay(`order ${n}`)));
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
  const refused = await pay('order 9', { Amount: 'much' });
  assert.equal(refused.status, 400);
  const { found } = await scrape();
  const requests = (status: string) =>
    sampleOf(found, 'quittance_request_seconds_count', { operation: 'CreatePayment', status });
  assert.equal(requests('2xx'), 8);
  assert.equal(requests('4xx'), 1);
  const begun = { statement: 'startCharges' };
  assert.equal(sampleOf(found, 'quittance_statement_rows_sum', begun), 8);
  assert.ok(sampleOf(found, 'quittance_statement_rows_count', begun)! <= 8);
  const calls = found
    .get('quittance_processor_call_seconds')!
    .samples.filter(({ name, labels }) => name.endsWith('_count') && labels.outcome === 'approved');
  assert.deepEqual(
    calls.map(({ labels, value }) => [labels.call, value]),
    [['charge', 8]],
  );
  assert.ok(sampleOf(found, 'quittance_pool_connections', { state: 'open' })! >= 1);
  assert.equal(found.get('quittance_processor_circuits_open')!.samples[0]!.value, 0);
});

test('what waits in the database is shown by its age, and no value of a label names a business', async (t) => {
  const { fixture, caller, world, pay, scrape } = await open(t);
  await pay('lost', { CCNumber: '4000009990000112' });
  fixture.clock.pass(4 * 60_000);
  const { found, text } = await scrape();
  const doubt = (age: string) =>
    sampleOf(found, 'quittance_unknown_outcomes', { kind: 'payment', age });
  assert.equal(doubt('1m_to_10m'), 1);
  assert.equal(doubt('over_1d'), 0);
  assert.equal(sampleOf(found, 'quittance_database_up'), 1);
  assert.equal(sampleOf(found, 'quittance_database_readings_failed'), 0);
  assert.ok(sampleOf(found, 'quittance_database_bytes')! > 1_000_000);
  const limit = { state: 'limit' };
  assert.ok(sampleOf(found, 'quittance_database_connections', limit)! > 1);

  // Each metric has a description and a sample, or is of a kind of which nothing waits.
  for (const { help } of found.values()) assert.match(help, /^[A-Z].*[.]$/s);
  const values = [...found.values()].flatMap(({ samples }) =>
    samples.flatMap(({ labels }) => Object.values(labels)),
  );
  for (const secret of [caller.username, caller.apiKey, 'lost', 'Ada']) {
    assert.ok(!values.some((value) => value === secret || value.includes('Ada')), secret);
  }
  assert.ok(!text.includes(caller.apiKey));

  for (let n = 0; n < 5; n += 1) {
    fixture.clock.pass(200_000);
    await workOnce(world);
  }
  const later = (await scrape()).found;
  const left = later.get('quittance_unknown_outcomes')!.samples;
  assert.deepEqual(
    left.filter(({ value }) => value > 0),
    [],
  );
});

test('an event that no channel has published yet is in the outbox with its age', async (t) => {
  const { fixture, caller, scrape } = await open(t);
  const happenedAt = new Date(fixture.clock.now().getTime() - 60_000);
  await fixture.db.query(
    `insert into events (business_id, id, kind, object_id, happened_at, data, untold)
     values ($1, gen_random_uuid(), 'payment.captured', 1, $2, '{}', '{webhook}')`,
    [caller.business.id, happenedAt],
  );
  const { found } = await scrape();
  assert.equal(sampleOf(found, 'quittance_outbox_events', { channel: 'webhook' }), 1);
  assert.equal(sampleOf(found, 'quittance_outbox_events', { channel: 'email' }), 0);
  assert.equal(sampleOf(found, 'quittance_outbox_oldest_seconds', { channel: 'webhook' }), 66);
});

test('many scrapes cost the statements of one, and a database that is away is shown as such', async (t) => {
  const { scrape, get, statements, leave, fixture } = await open(t);
  const { found } = await scrape();
  assert.equal(sampleOf(found, 'quittance_database_up'), 1);
  const before = statements();
  await Promise.all(Array.from({ length: 20 }, () => get('/metrics')));
  assert.equal(statements(), before);
  leave(true);
  const away = (await scrape()).found;
  assert.equal(sampleOf(away, 'quittance_database_up'), 0);
  assert.equal(away.has('quittance_outbox_events'), false);
  assert.ok(away.has('quittance_request_seconds'));
  leave(false);
  await fixture.db.query('alter table mails rename to mails_elsewhere');
  const partly = (await scrape()).found;
  assert.equal(sampleOf(partly, 'quittance_database_readings_failed'), 1);
  assert.equal(partly.has('quittance_mails'), false);
  assert.ok(partly.has('quittance_jobs'));
  await fixture.db.query('alter table mails_elsewhere rename to mails');
});

test('the port of metrics answers only its own addresses, and only reads', async (t) => {
  const { get, life } = await open(t);
  assert.equal((await get('/')).status, 404);
  assert.equal((await get('/metrics', { method: 'POST' })).status, 405);
  assert.deepEqual((await get('/metrics', { method: 'HEAD' })).text, '');
  assert.equal((await get('/livez')).text, 'alive\n');
  assert.equal((await get('/readyz')).text, 'ready\n');
  life.phase = 'closing';
  const closing = await get('/readyz');
  assert.deepEqual([closing.status, closing.text], [503, 'closing\n']);
  assert.equal((await get('/livez')).status, 200);
});

const run = promisify(execFile);
const hasPromtool = await run('promtool', ['--version']).then(
  () => true,
  () => false,
);

const skip = hasPromtool ? false : 'SKIPPED: promtool is not installed';

test('promtool finds nothing to say against the rules of the alerts', { skip }, async () => {
  const { stdout } = await run('promtool', [
    'check',
    'rules',
    '--lint-fatal',
    join(root, 'deploy/prometheus/alerts.yaml'),
  ]);
  assert.match(stdout, /SUCCESS: \d+ rules found/);
});

test('promtool finds nothing to say against the metrics', { skip }, async (t) => {
  const { pay, scrape } = await open(t);
  await pay('order 1');
  const { text } = await scrape();
  const checking = run('promtool', ['check', 'metrics']);
  checking.child.stdin!.end(text);
  const { stdout } = await checking;
  assert.equal(stdout.trim(), '');
});
