import assert from 'node:assert/strict';
import { test } from 'node:test';
import { migrate } from '../src/database/migrate.ts';
import type { Database } from '../src/runtime/sql.ts';
import { databaseOf } from './old-database.ts';

const [sandbox, live, other] = [100_001n, 100_002n, 100_003n] as const;
const at = '2030-01-15 15:00:00+00';
const resolveAt = new Date('2030-01-16T01:03:00Z');
const nextAt = '2030-01-17 13:30:00+00';

type Stored = { readonly state: string; readonly fileId?: bigint; readonly nextAt?: string };

test('entries of files that are not finished have parts after 0030, and all others none', async (t) => {
  const db = await databaseOf(t, 29);
  for (const [id, environment] of [
    [sandbox, 'sandbox'],
    [live, 'live'],
    [other, 'live'],
  ] as const) {
    await db.query(
      `insert into businesses (business_id, username, name, environment, state, time_zone, limits_on, created_at)
       values ($1::bigint, $1::bigint::text, 'Old', $2, 'payments_enabled', 'America/New_York', false, $3)`,
      [id, environment, at],
    );
  }
  // Live and sandbox have files of the same numbers.
  await addFile(db, 0n, 1n, 'collecting', resolveAt);
  await addFile(db, 0n, 2n, 'delivered');
  await addFile(db, 0n, 3n, 'rejected', resolveAt);
  await addFile(db, sandbox, 1n, 'written', resolveAt);
  await addFile(db, sandbox, 2n, 'delivered');
  await addEntries(db, live, [
    { state: 'filed', fileId: 1n },
    { state: 'filed', fileId: 1n },
    { state: 'originated', fileId: 2n, nextAt },
    { state: 'originated', fileId: 3n, nextAt },
    { state: 'queued', nextAt },
  ]);
  await addEntries(db, other, [
    { state: 'settled', fileId: 2n, nextAt },
    { state: 'returned', fileId: 3n },
  ]);
  await addEntries(db, sandbox, [
    { state: 'filed', fileId: 1n },
    { state: 'originated', fileId: 1n, nextAt },
    { state: 'settled', fileId: 2n },
    { state: 'available', fileId: 2n },
    // Of a file that is gone.
    { state: 'filed', fileId: 9n },
  ]);
  assert.ok((await migrate(db)).includes('0030_ach_file_parts'));

  const parts = await db.query(
    `select business_id as business, scope, file_id as file, round, state, look_at as "lookAt"
     from ach_file_parts where file_id <> 9 order by business_id, file_id`,
  );
  const part = (business: bigint, scope: bigint, file: bigint, state: string) => {
    const lookAt = state === 'filed' ? resolveAt : null;
    return { business, scope, file, round: 1, state, lookAt };
  };
  assert.deepEqual(parts, [
    part(sandbox, sandbox, 1n, 'filed'),
    part(live, 0n, 1n, 'filed'),
    part(live, 0n, 2n, 'sent'),
    part(live, 0n, 3n, 'rejected'),
    part(other, 0n, 2n, 'sent'),
  ]);
  const [lost] = await db.query<{ state: string; isDue: boolean }>(
    `select state, look_at is not null as "isDue" from ach_file_parts where file_id = 9`,
  );
  assert.deepEqual(lost, { state: 'filed', isDue: true });
  const rounds = await db.query('select distinct round from ach_files');
  assert.deepEqual(rounds, [{ round: 1 }]);
  await addFile(db, 0n, 4n, 'rejecting', resolveAt);
});

async function addFile(db: Database, scope: bigint, id: bigint, state: string, due?: Date) {
  await db.query(
    `insert into ach_files (business_id, id, direction, state, name, file_on, number, environment,
       cutoff_at, resolve_at, created_at)
     values ($1, $2::bigint, 'out', $3, $2::text, '2030-01-15', 1, $4, $5, $6, $5)`,
    [scope, id, state, scope === 0n ? 'live' : 'sandbox', at, due],
  );
}

async function addEntries(db: Database, business: bigint, entries: readonly Stored[]) {
  for (const [i, { state, fileId, nextAt: due }] of entries.entries()) {
    await db.query(
      `insert into ach_entries (business_id, id, kind, state, amount_cents, sec_code, account_kind,
         routing_number, last4, holder, number_owner, is_same_day, file_id, next_at, created_at)
       values ($1, $2, 'deposit', $3, 100, 'CCD', 'checking', '123456780', '4567', 'Ada', 'application',
         false, $4, $5, $6)`,
      [business, i + 1, state, fileId, due, at],
    );
  }
}
