import assert from 'node:assert/strict';
import { test } from 'node:test';
import { migrate } from '../src/database/migrate.ts';
import type { Database } from '../src/runtime/sql.ts';
import { databaseOf } from './old-database.ts';

const business = 100_001n;
const at = '2030-01-15 15:00:00+00';
const resolveAt = '2030-01-16 01:03:00+00';
const deliveredAt = new Date('2030-01-16T01:01:00Z');

test('files that the bank has after 0083 are those that were delivered, and those of which an entry was sent', async (t) => {
  const db = await databaseOf(t, 82);
  await addFile(db, 1n, 'delivered', { deliveredAt });
  await addFile(db, 2n, 'written', { resolveAt }, ['filed', 'filed']);
  await addFile(db, 3n, 'written', { resolveAt }, ['filed', 'originated']);
  await addFile(db, 4n, 'rejecting', { resolveAt }, ['settled']);
  await addFile(db, 5n, 'collecting', { resolveAt }, ['filed']);
  await addFile(db, 6n, 'delivered', { direction: 'in', deliveredAt });
  assert.ok((await migrate(db)).includes('0083_put_files'));
  const files = await db.query('select id, put_at as "putAt" from ach_files order by id');
  const begun = new Date(at);
  assert.deepEqual(files, [
    { id: 1n, putAt: deliveredAt },
    { id: 2n, putAt: null },
    { id: 3n, putAt: begun },
    { id: 4n, putAt: begun },
    { id: 5n, putAt: null },
    { id: 6n, putAt: null },
  ]);
});

type More = {
  readonly direction?: 'in';
  readonly resolveAt?: string;
  readonly deliveredAt?: Date;
};

async function addFile(
  db: Database,
  id: bigint,
  state: string,
  { direction, resolveAt: due, deliveredAt: delivered }: More,
  entries: readonly string[] = [],
): Promise<void> {
  await db.query(
    `insert into ach_files (business_id, id, direction, state, name, file_on, number, environment,
       cutoff_at, resolve_at, created_at, delivered_at)
     values ($1, $2::bigint, $3, $4, $2::text, '2030-01-15', 1, 'sandbox', $5, $6, $5, $7)`,
    [business, id, direction ?? 'out', state, at, due, delivered],
  );
  if (entries.length === 0) return;
  await db.query(
    `insert into ach_file_parts (business_id, scope, file_id, round, state) values ($1, $1, $2, 1, 'filed')`,
    [business, id],
  );
  for (const [i, one] of entries.entries()) {
    await db.query(
      `insert into ach_entries (business_id, id, kind, state, amount_cents, sec_code, account_kind,
         routing_number, last4, holder, number_owner, is_same_day, file_id, next_at, created_at)
       values ($1, $2, 'deposit', $3, 100, 'CCD', 'checking', '123456780', '4567', 'Ada', 'application',
         false, $4, $5, $6)`,
      [business, id * 10n + BigInt(i), one, id, one === 'filed' ? null : at, at],
    );
  }
}
