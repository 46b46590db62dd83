import assert from 'node:assert/strict';
import { test } from 'node:test';
import { migrate } from '../src/database/migrate.ts';
import type { Database } from '../src/runtime/sql.ts';
import { databaseOf } from './old-database.ts';

const [one, other, idle] = [100_001n, 100_002n, 100_003n] as const;

test('entries that came back before 0050 are in the list of answers, the latest last', async (t) => {
  const db = await databaseOf(t, 49);
  for (const id of [one, other, idle]) {
    await db.query('insert into business_ids (business_id, next) values ($1, 50)', [id]);
  }
  await addEntry(db, one, 1n, { code: 'R01', at: '2030-01-18 15:00:00+00' });
  await addEntry(db, one, 2n, { code: 'R29', at: '2030-01-17 15:00:00+00' });
  await addEntry(db, one, 3n);
  await addEntry(db, other, 1n, { code: 'R03', at: '2030-01-16 15:00:00+00' });
  assert.ok((await migrate(db)).includes('0050_answers_of_banks'));

  const answers = await db.query(
    `select business_id as business, id, entry_id as entry, payment_id as payment, kind, code,
       is_applied as "isApplied", file_id as file
     from ach_answers order by business_id, id`,
  );
  const answer = (business: bigint, id: bigint, entry: bigint, code: string) => {
    const payment = entry + 100n;
    return { business, id, entry, payment, kind: 'return', code, isApplied: true, file: null };
  };
  assert.deepEqual(answers, [
    answer(one, 50n, 2n, 'R29'),
    answer(one, 51n, 1n, 'R01'),
    answer(other, 50n, 1n, 'R03'),
  ]);
  const counters = await db.query('select next from business_ids order by business_id');
  assert.deepEqual(counters, [{ next: 52n }, { next: 51n }, { next: 50n }]);
});

type Returned = { readonly code: string; readonly at: string };

async function addEntry(db: Database, business: bigint, id: bigint, returned?: Returned) {
  await db.query(
    `insert into ach_entries (business_id, id, kind, state, amount_cents, sec_code, account_kind,
       routing_number, last4, holder, number_owner, is_same_day, payment_id, return_code, returned_at, created_at)
     values ($1, $2, 'debit', $3, 100, 'WEB', 'checking', '123456780', '4567', 'Ada', 'token', false, $4, $5, $6,
       '2030-01-15 15:00:00+00')`,
    [business, id, returned ? 'returned' : 'settled', id + 100n, returned?.code, returned?.at],
  );
}
