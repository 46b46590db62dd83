import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openMetrics } from '../../src/monitoring/metrics-server.ts';
import { rowOfProcess } from '../../src/monitoring/processes.ts';
import { workOnce } from '../../src/worker/worker.ts';
import { makeFixture } from '../fixture.ts';
import { parseMetrics, sampleOf } from './prometheus-text.ts';
import { openScraped as open } from './scraped.ts';

test('payments are counted by operation and status, statements by their rows, calls by outcome', async (t) => {
  const { pay, scrape } = await open(t);
  const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => pay(`order ${n}`)));
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
  const refused = await pay('order 9', { Amount: 'much' });
  assert.equal(refused.status, 400);
  const { found } = await scrape();
  const requests = (status: string) =>
    sampleOf(found, 'quittance_request_seconds_count', {
      interface: 'json',
      operation: 'CreatePayment',
      status,
    });
  assert.equal(requests('2xx'), 8);
  assert.equal(requests('4xx'), 1);
  const begun = { statement: 'startCharges' };
  assert.equal(sampleOf(found, 'quittance_statement_rows_sum', begun), 8);
  const batches = sampleOf(found, 'quittance_statement_rows_count', begun)!;
  assert.ok(batches <= 8);
  assert.equal(sampleOf(found, 'quittance_statement_wait_seconds_count', begun), batches);
  assert.equal(sampleOf(found, 'quittance_statement_queue_rows', begun), 0);
  const calls = found
    .get('quittance_processor_call_seconds')!
    .samples.filter(({ name, labels }) => name.endsWith('_count') && labels.outcome === 'approved');
  assert.deepEqual(
    calls.map(({ labels, value }) => [labels.call, value]),
    [['charge', 8]],
  );
  assert.ok(sampleOf(found, 'quittance_pool_connections', { state: 'open' })! >= 1);
  assert.equal(found.get('quittance_processor_circuits_open')!.samples[0]!.value, 0);
  const heap = (state: string) => sampleOf(found, 'nodejs_heap_bytes', { state })!;
  assert.ok(heap('used') > 1_000_000 && heap('used') < heap('limit'));
});

test('each interface counts its own requests, also those that it refuses', async (t) => {
  const { pay, scrape, baseUrl } = await open(t);
  await pay('order 1');
  for (const path of ['/Service.asmx?WSDL', '/v1/payments', '/v1/nothing', '/docs']) {
    await (await fetch(`${baseUrl}${path}`)).text();
  }
  const { found } = await scrape();
  const counts = new Map<string, number>();
  for (const { name, labels, value } of found.get('quittance_request_seconds')!.samples) {
    if (!name.endsWith('_count')) continue;
    const kind = `${labels.interface} ${labels.operation} ${labels.status}`;
    counts.set(kind, (counts.get(kind) ?? 0) + value);
  }
  assert.deepEqual(Object.fromEntries([...counts].sort()), {
    'json CreatePayment 2xx': 1,
    'site other 2xx': 1,
    'soap other 2xx': 1,
    'v1 payments.list 4xx': 1,
    'v1 other 4xx': 1,
  });
});

test('sends to others are counted by their outcome, and rounds of the worker by what they found', async (t) => {
  const { pay, scrape, world } = await open(t);
  await pay('order 1', { Email: 'ada@example.com' });
  await workOnce(world);
  const { found } = await scrape();
  const sent = sampleOf(found, 'quittance_sends_total', { channel: 'mail', outcome: 'accepted' });
  assert.ok(sent! >= 1);
  const rounds = (result: string) =>
    sampleOf(found, 'quittance_sweeps_total', { sweep: 'sendMails', result });
  assert.ok(rounds('found')! >= 1);
  assert.ok(sampleOf(found, 'quittance_sweep_seconds_total', { sweep: 'sendMails' })! > 0);
});

test('before the database is open the process is alive, and says what it does', async (t) => {
  const { log } = await (await makeFixture(t)).open();
  const doing = () => 'step 3 of 9, 0042_cases';
  const server = await openMetrics({ host: '127.0.0.1', port: 0, log, doing });
  t.after(server.close);
  const get = async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${server.port}${path}`);
    return [answer.status, await answer.text()] as const;
  };
  assert.deepEqual(await get('/livez'), [200, 'alive\n']);
  assert.deepEqual(await get('/readyz'), [503, 'starting: step 3 of 9, 0042_cases\n']);
  const [status, text] = await get('/metrics');
  assert.equal(status, 200);
  const found = parseMetrics(text);
  assert.equal(sampleOf(found, 'quittance_not_ready', { because: 'starting' }), 1);
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

test('what keeps the process from taking payments is shown, with the disk, both clocks and the last backup', async (t) => {
  const { scrape, life, host, world } = await open(t);
  const { found } = await scrape();
  const because = (status: string) => ({ because: status });
  const notReady = 'quittance_not_ready';
  assert.equal(sampleOf(found, notReady, because('the database takes no writes')), 0);
  assert.ok(found.get(notReady)!.samples.every(({ value }) => value === 0));
  const free = sampleOf(found, 'quittance_disk_free_bytes')!;
  assert.ok(free > 0 && free <= sampleOf(found, 'quittance_disk_bytes')!);
  const backup = sampleOf(found, 'quittance_last_backup_timestamp_seconds');
  assert.equal(backup, host.backupAt.getTime() / 1000);

  life.phase = 'closing';
  host.aheadMs = 7000;
  const { found: later } = await scrape();
  assert.equal(sampleOf(later, notReady, because('closing')), 1);
  const clock = (of: string) => sampleOf(later, 'quittance_clock_seconds', { of })!;
  assert.equal(clock('database'), world.now().getTime() / 1000);
  assert.equal(Math.round(clock('machine') - clock('database')), 7);

  life.phase = 'running';
  await world.db.query('alter table write_probes add check (false) not valid');
  const { found: full } = await scrape();
  assert.equal(sampleOf(full, notReady, because('the database takes no writes')), 1);
  await world.db.query('alter table write_probes drop constraint write_probes_check');
});

test('processes that are alive are counted by what they do, until they end or fall silent', async (t) => {
  const { scrape, world, fixture } = await open(t);
  const counts = async () => {
    const { found } = await scrape();
    return ['serve', 'work'].map((role) => sampleOf(found, 'quittance_processes', { role }));
  };
  assert.deepEqual(await counts(), [0, 0]);
  const row = rowOfProcess(world, { serves: false, works: true });
  await row.renew();
  assert.deepEqual(await counts(), [0, 1]);
  await fixture.db.query(
    `insert into processes (name, version, serves, works, address, started_at, seen_at)
     values ('elsewhere:7', '1', true, true, 'http://elsewhere', $1, $1)`,
    [fixture.clock.now()],
  );
  assert.deepEqual(await counts(), [1, 2]);
  await row.remove();
  assert.deepEqual(await counts(), [1, 1]);
  fixture.clock.pass(90_000);
  assert.deepEqual(await counts(), [0, 0]);
});

test('a subscription that is due is shown with how long it is overdue', async (t) => {
  const { scrape, fixture, caller } = await open(t);
  const { found } = await scrape();
  const metric = 'quittance_subscriptions_overdue_seconds';
  assert.equal(sampleOf(found, metric, { step: 'begin' }), 0);
  await fixture.db.query(
    `insert into subscriptions (business_id, id, customer_id, token, plan_code, state, amount_cents,
       billing_interval, discount, tax_cents, starts_on, first_on, due_at, request_fingerprint, created_at)
     values ($1, 1, 1, 'token', 'plan', 'active', 100, 'monthly', 0, 0, $2::timestamptz::date, $2::timestamptz::date, $2, '', $2)`,
    [caller.business.id, fixture.clock.now()],
  );
  fixture.clock.pass(3_600_000);
  const { found: later } = await scrape();
  assert.ok(sampleOf(later, metric, { step: 'begin' })! >= 3600);
  assert.equal(sampleOf(later, 'quittance_subscriptions_due', { step: 'begin' }), 1);
  assert.equal(sampleOf(later, 'quittance_subscriptions_due', { step: 'charge' }), 0);
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
