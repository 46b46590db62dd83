import assert from 'node:assert/strict';
import { test } from 'node:test';
import { migrate } from '../src/database/migrate.ts';
import { databaseOf } from './old-database.ts';

const [counted, uncounted] = [100_001n, 100_002n];

test('a key without a number gets one that nothing else has, and stays whom others come from', async (t) => {
  const db = await databaseOf(t, 68);
  await db.query('insert into business_ids (business_id, next) values ($1, 17)', [counted]);
  const keys = [
    { hash: '\\x01', business: counted, id: 0n, origins: null },
    { hash: '\\x02', business: counted, id: 0n, origins: 'person:7' },
    { hash: '\\x03', business: counted, id: 5n, origins: `key:${counted}/0` },
    { hash: '\\x04', business: uncounted, id: 0n, origins: null },
  ];
  for (const [n, { hash, business, id, origins }] of keys.entries()) {
    await db.query(
      `insert into api_keys (key_hash, business_id, hint, created_at, id, origins)
       values ($1, $2, 'qk_test', timestamptz '2030-01-15 15:00Z' + make_interval(days => $3::int), $4, $5)`,
      [hash, business, n, id, origins],
    );
  }
  assert.ok((await migrate(db)).includes('0069_numbers_of_first_keys'));

  assert.deepEqual(
    await db.query(`select business_id as business, id, origins from api_keys order by key_hash`),
    [
      { business: counted, id: 17n, origins: `key:${counted}/0` },
      { business: counted, id: 18n, origins: 'person:7' },
      { business: counted, id: 5n, origins: `key:${counted}/0` },
      { business: uncounted, id: 1n, origins: `key:${uncounted}/0` },
    ],
  );
  assert.deepEqual(
    await db.query('select business_id as business, next from business_ids order by business_id'),
    [
      { business: counted, next: 19n },
      { business: uncounted, next: 2n },
    ],
  );
});
