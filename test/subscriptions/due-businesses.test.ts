import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readBusinessesDue } from '../../src/runtime/discovery.ts';
import { openClub } from './club.ts';

const queues = [
  { table: 'subscriptions', dueAt: 'due_at' },
  { table: 'subscriptions', dueAt: 'notice_at' },
  { table: 'subscription_periods', dueAt: 'due_at' },
  { table: 'subscription_periods', dueAt: 'gives_up_at' },
];

test('a business of which thousands are due keeps no other from its turn', async (t) => {
  const great = await openClub(t);
  const { fixture, world } = great;
  const { db } = fixture;
  const small = await openClub(t, { fixture, world });
  for (const club of [great, small]) await club.join();
  // What is due of them is made up: nothing of it is begun, announced, charged or given up.
  await db.query('update subscriptions set due_at = $1, notice_at = $1', [world.now()]);
  await db.query('update subscription_periods set due_at = $1, gives_up_at = $1', [world.now()]);
  await multiply('subscriptions', 'id');
  await multiply('subscription_periods', 'n');
  for (const queue of queues) {
    const due = await readBusinessesDue(db, queue, world.now());
    assert.deepEqual(
      due.map(({ id }) => id),
      [great.id, small.id],
      JSON.stringify(queue),
    );
    const before = new Date(world.now().getTime() - 1);
    assert.deepEqual((await readBusinessesDue(db, queue, before)).length, 1, JSON.stringify(queue));
    const alone = await readBusinessesDue(db, queue, world.now(), small.id);
    assert.deepEqual(alone, [{ id: small.id, clockAheadMs: 0 }], JSON.stringify(queue));
  }

  /** So many more of the great one, each with another number, and due a second earlier. */
  async function multiply(table: string, number: string): Promise<void> {
    const [{ names } = { names: [] as string[] }] = await db.query<{ names: string[] }>(
      `select array_agg(column_name::text) as names from information_schema.columns
       where table_name = $1 and table_schema = current_schema()`,
      [table],
    );
    const values: Readonly<Record<string, string>> = {
      [number]: `${number} + 100000 + i`,
      due_at: `due_at - interval '1 s'`,
      notice_at: `notice_at - interval '1 s'`,
      gives_up_at: `gives_up_at - interval '1 s'`,
      idempotency_key: `'made ' || i`,
    };
    await db.query(
      `insert into ${table} (${names}) select ${names.map((name) => values[name] ?? name)}
       from ${table}, generate_series(1, 1500) i where business_id = $1`,
      [great.id],
    );
  }
});
