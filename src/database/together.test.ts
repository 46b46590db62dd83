import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { freshDatabase, patienceMs } from '../../test/database.ts';
import type { Sql } from '../runtime/sql.ts';
import { connect } from './connect.ts';
import { retryable } from './retryable.ts';

const { db, url } = await freshDatabase({ after });
await db.query('create table things (id bigint primary key)');

async function count(): Promise<bigint> {
  const [row] = await db.query<{ n: bigint }>('select count(*) as n from things');
  return row!.n;
}

const adds = (n: bigint) => (sql: Sql) =>
  sql.query<{ id: bigint }>('insert into things values ($1::int8) returning id', [binary(n)]);

/** An int8, as it is sent in binary. */
function binary(n: bigint): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64BE(n);
  return bytes;
}

test('statements together are one transaction, and each gets its rows', async () => {
  const before = await count();
  const counts = (sql: Sql) => sql.query('select count(*) as n from things');
  for (const n of [50n, 60n]) {
    const found = await db.together<unknown[]>([adds(n), counts, adds(n + 1n)]);
    assert.deepEqual(found, [[{ id: n }], [{ n: (await count()) - 1n }], [{ id: n + 1n }]]);
  }
  assert.equal(await count(), before + 4n);
});

test('of statements together of which one fails nothing is left, and the connection goes on', async () => {
  const before = await count();
  for (let tries = 0; tries < 3; tries += 1) {
    await assert.rejects(db.together([adds(70n), adds(71n), adds(70n)]), { code: '23505' });
    await assert.rejects(
      db.together([adds(70n), (sql) => sql.query(`select ${tries} from nothing`)]),
      { code: '42P01' },
    );
  }
  assert.equal(await count(), before);
  assert.deepEqual(await db.together([adds(70n)]), [[{ id: 70n }]]);
});

test('a work that sends no statement at once, or two, is a fault, and nothing is sent', async () => {
  const before = await count();
  const late = async (sql: Sql) => {
    await Promise.resolve();
    return await adds(81n)(sql);
  };
  const none = async () => [];
  const two = async (sql: Sql) => await Promise.all([adds(82n)(sql), adds(83n)(sql)]);
  for (const wrong of [late, none, two]) {
    await assert.rejects(db.together<unknown>([adds(80n), wrong]), /one statement, at once/);
  }
  assert.equal(await count(), before);
});

test('statements together need no names where a pooler loses them', async (t) => {
  const own = connect(url, { size: 1, connectTimeoutMs: patienceMs });
  t.after(() => own.close());
  const before = await count();
  await own.together([adds(90n)]);
  // As if another client had its connection meanwhile.
  await own.together([(sql) => sql.query('deallocate all')]);
  await own.together([adds(91n)]);
  await own.together([adds(92n)]);
  assert.equal(await count(), before + 3n);
});

test('a value that cannot be sent is a fault of its caller, and the connection goes on', async (t) => {
  const own = connect(url, { size: 1, connectTimeoutMs: patienceMs });
  t.after(() => own.close());
  const wrong = (sql: Sql) => sql.query('insert into things values ($1::int8)', [93n]);
  await assert.rejects(own.together([adds(94n), wrong]), TypeError);
  assert.deepEqual(await own.together([adds(93n)]), [[{ id: 93n }]]);
});

test('a connection that ends under statements together is an error to retry', async () => {
  const own = connect(url, {
    size: 1,
    applicationName: 'together victim',
    connectTimeoutMs: patienceMs,
  });
  await own.together([(sql) => sql.query('select 1')]);
  await db.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1',
    ['together victim'],
  );
  assert.deepEqual(await again(() => own.together([(sql) => sql.query('select 3 as n')])), [
    [{ n: 3 }],
  ]);
  await own.close();
});

async function again<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!retryable(error)) throw error;
    }
  }
}
