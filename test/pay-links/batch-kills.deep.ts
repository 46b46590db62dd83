import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { scratch } from '../../packages/embedded-postgres/test/scratch.ts';
import { connect } from '../../src/database/connect.ts';
import { startEmbedded } from '../../src/database/embedded.ts';
import { deathsOf } from '../campaign/deaths.ts';
import { credentialsOf, installationIn, launchService } from '../campaign/installation.ts';
import { post } from '../campaign/post.ts';
import { letGo, servesPayments, supervise } from '../campaign/processes.ts';
import { randomOf } from '../campaign/random.ts';
import { layPrepared } from '../e2e/start-captured.ts';
import { freePort } from '../free-port.ts';
import { drawing, sizeOf } from '../size.ts';

const people = 200;
const log = { info() {}, warn() {}, error() {} };

/** Passed by a row that is made, and by none that is replayed: whoever dies there dies in the middle of the batch. */
const points = [
  'before insert pay_links',
  'after insert invoices',
  'after insert messages',
  'before commit of update customers',
  'after commit of update customers',
];

test(`a service is killed again and again while it asks ${people} people to pay: each is asked once`, async (t) => {
  await drawing({ name: 'pay-links/batch-kills' }, (seed) => killAgain(t, seed));
});

async function killAgain(t: TestContext, seed: number): Promise<void> {
  const folder = await scratch(t);
  await layPrepared(folder);
  const installation = installationIn(folder);
  // The service joins the server, which outlives it.
  const place = join(installation.env.QUITTANCE_DATA!, 'postgres');
  const server = await startEmbedded({ folder: place, log });
  const deaths = deathsOf(installation);
  const service = await supervise(
    {
      name: 'service',
      launch: (port, order) => launchService(installation, 'all', port, order),
      isHealthy: servesPayments,
      pauseMs: () => 0,
      wasOrdered: deaths.wasOrdered,
    },
    await freePort(),
  );
  const db = connect(server.url, { size: 1, tenants: 'all' });
  t.after(async () => {
    letGo();
    await service.stop();
    await db.close();
    await server.stop();
  });
  await service.untilReady();
  const { apiKey } = await credentialsOf(installation);
  const linksMade = async () => {
    const [row] = await db.query<{ links: number }>('select count(*)::int as links from pay_links');
    return row!.links;
  };
  /** As a client does that hears nothing: the same request, until somebody answers. */
  const ask = async (): Promise<string[]> => {
    for (;;) {
      await service.untilReady();
      const reply = await post(service.port, batchOf(apiKey));
      if (typeof reply === 'string') continue;
      assert.equal(reply.status, 200, reply.body);
      const { results } = JSON.parse(reply.body) as { results: Result[] };
      assert.deepEqual(
        results.filter(({ error }) => error),
        [],
      );
      return results.map(({ payLink }) => payLink.id);
    }
  };

  const random = randomOf(seed);
  const kills = sizeOf({ gate: 4, usual: 8, full: 20 });
  for (let n = 0; n < kills; n += 1) {
    const order = { at: points[n % points.length], but: [], passing: random.whole(1, 6) };
    while (deaths.total() === n) {
      await service.untilReady();
      service.order(order);
      const reply = await post(service.port, batchOf(apiKey));
      assert.equal(typeof reply, 'string', 'a batch of which a process dies is not answered');
    }
    assert.ok((await linksMade()) < people, `kill ${n + 1} came too late`);
  }
  const told = await ask();
  assert.equal(new Set(told).size, people);
  assert.deepEqual(await ask(), told);
  assert.equal(deaths.total(), kills);
  assert.deepEqual(service.deaths, []);
  // Texts may wait for the morning.
  const [counted] = await db.query(
    `select (select count(*)::int from pay_links) as links, (select count(*)::int from invoices) as invoices,
       (select count(*)::int from customers) as customers, (select count(*)::int from messages) as messages,
       (select count(distinct conversation_id)::int from messages) as asked,
       (select count(*) - count(distinct recipient) from sandbox_inbox)::int as "textedTwice"`,
  );
  assert.deepEqual(counted, {
    links: people,
    invoices: people,
    customers: people,
    messages: people,
    asked: people,
    textedTwice: 0,
  });
}

type Result = { readonly payLink: { readonly id: string }; readonly error: unknown };

function batchOf(apiKey: string) {
  const rows = Array.from({ length: people }, (_, i) => ({
    amount: 100 + i,
    customer: { phone: `${212 + Math.floor(i / 10)}555010${i % 10}` },
    send: 'text',
  }));
  return {
    path: '/v1/pay-links/batches',
    headers: {
      Authorization: `Bearer ${apiKey}`,
      'Content-Type': 'application/json',
      'Idempotency-Key': 'February',
    },
    body: JSON.stringify({ rows }),
  };
}
