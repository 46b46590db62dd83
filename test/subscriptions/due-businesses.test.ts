import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readDueBusinesses } from '../../src/subscriptions/due-businesses.ts';
import { openClub } from './club.ts';

const columns = [
  'subscriptions.due_at',
  'subscriptions.notice_at',
  'subscription_periods.due_at',
  'subscription_periods.gives_up_at',
] as const;

test('a business of which thousands are due keeps no other from its turn', async (t) => {
  const great = await openClub(t);
  const { house, world } = great;
  const { db } = house;
  const small = await openClub(t, { house, world });
  for (const club of [great, small]) await club.join();
  // What is due of them is made up: nothing of it is begun, announced, charged or given up.
  await db.query('update subscriptions set due_at = $1, notice_at = $1', [world.now()]);
  await db.query('update subscription_periods set due_at = $1, gives_up_at = $1', [world.now()]);
  await multiply('subscriptions', 'id');
  await multiply('subscription_periods', 'n');
  for (const column of columns) {
    const due = await readDueBusinesses(db, column, world.now());
    assert.deepEqual(
      due.map(({ id }) => id),
      [great.id, small.id],
      column,
    );
    const before = new Date(world.now().getTime() - 1);
    assert.deepEqual((await readDueBusinesses(db, column, before)).length, 1, column);
    const alone = await readDueBusinesses(db, column, world.now(), small.id);
    assert.deepEqual(alone, [{ id: small.id, clockAheadMs: 0 }], column);
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
