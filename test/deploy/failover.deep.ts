import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { connect } from '../../src/database/connect.ts';
import { cardFields, client } from '../caller.ts';
import { runQuittance } from '../cli/run-quittance.ts';
import { patienceMs } from '../database.ts';
import { startCaptured } from '../e2e/start-captured.ts';
import { scratch } from '../embedded.ts';
import { startPatroni, withoutPatroni } from './patroni.ts';

const buyers = 4;
/** Each buyer pays so often before the server dies, and again after it. */
const orders = 15;

test('the server that takes writes dies under load: its standby takes over, and no payment is lost or made twice', {
  skip: withoutPatroni,
}, async (t) => {
  const cluster = await startPatroni(t);
  const first = await cluster.leader();
  const password = 'service-of-a-test';
  const root = connect(cluster.superuserAt(first), { size: 1 });
  await root.query(`create role quittance login password '${password}'`);
  await root.query(`create database quittance owner quittance encoding 'UTF8' template template0`);
  await root.close();
  const hosts = cluster.nodes.map(({ port }) => `127.0.0.1:${port}`).join();
  const url = `postgresql://quittance:${password}@${hosts}/quittance`;
  const folder = await scratch(t);
  const service = await startCaptured(t, folder, {
    DATABASE_URL: url,
    RESOLVE_AFTER_SECONDS: '26',
  });
  const { call, close } = client(`http://127.0.0.1:${service.port}`, service);
  t.after(close);

  /** As callers do: the same order again until its outcome is known. */
  async function pay(order: string): Promise<void> {
    for (;;) {
      const fields = { ...cardFields, Amount: '1.00', OrderNumber: order };
      const reply = await call('CreatePayment', fields).catch(() => undefined);
      if (reply?.status === 200) return;
      await delay(200);
    }
  }
  const paid: string[] = [];
  const round = (name: string) =>
    Promise.all(
      Array.from({ length: buyers }, async (_, buyer) => {
        for (let n = 0; n < orders; n += 1) {
          const order = `${name}-${buyer}-${n}`;
          await pay(order);
          paid.push(order);
        }
      }),
    );

  await round('before');
  const during = round('during');
  while (paid.length < buyers * orders + 5) await delay(10);
  await first.kill();
  await during;
  const second = await cluster.leader();
  assert.notEqual(second.name, first.name);

  const db = connect(url, { size: 1, tenants: 'all', connectTimeoutMs: patienceMs });
  t.after(() => db.close());
  const open = async () => {
    const [row] = await db.query<{ count: number }>(
      `select count(*)::integer as count from payments where state in ('processing', 'unknown')`,
    );
    return row!.count;
  };
  while ((await open()) > 0) await delay(500);
  const made = await db.query<{ order: string; count: number }>(
    `select order_number as order, count(*)::integer as count from payments
     where state = 'captured' group by order_number order by order_number`,
  );
  assert.deepEqual(
    made.map(({ order, count }) => [order, count]),
    paid.toSorted().map((order) => [order, 1]),
  );
  const env = {
    DATABASE_URL: url,
    QUITTANCE_DATA: service.dataFolder,
    QUITTANCE_KEYS: join(folder, 'keys.json'),
  };
  const { code, out, err } = await runQuittance(['reconcile'], env);
  assert.equal(code, 0, out + err);
  await service.stop();
});
