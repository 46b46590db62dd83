import assert from 'node:assert/strict';
import { type AddressInfo, createServer } from 'node:net';
import { after, test } from 'node:test';
import { connectionLost } from '#embedded-postgres';
import { freshDatabase, patienceMs } from '../../test/database.ts';
import { connect } from './connect.ts';
import { retryable } from './retryable.ts';

const { db, url } = await freshDatabase({ after });
await db.query('create table things (id bigint primary key, name text)');

test('values arrive as what they are', async () => {
  const [row] = await db.query(
    `select 9007199254740993 as big, array[1, null]::int8[] as bigs, 7 as small,
       timestamptz '2026-02-03 04:05:06.789Z' as at, date '2026-02-03' as day,
       array[date '2026-02-03', null] as days,
       '{"a": [1, null]}'::jsonb as json, '\\x00ff'::bytea as bytes, 1.50::numeric as exact, null as none,
       '{a,NULL}'::text[] as words, true as yes`,
  );
  assert.deepEqual(row, {
    big: 9007199254740993n,
    bigs: [1n, null],
    small: 7,
    at: new Date('2026-02-03T04:05:06.789Z'),
    day: '2026-02-03',
    days: ['2026-02-03', null],
    json: { a: [1, null] },
    bytes: Buffer.from([0, 255]),
    exact: '1.50',
    none: null,
    words: ['a', null],
    yes: true,
  });
});

test('values are sent as what they are', async () => {
  const at = new Date('2026-02-03T04:05:06.789Z');
  const values = [9007199254740993n, at, { a: 1 }, Buffer.from([0, 255]), null, [1n, 2n]];
  const [row] = await db.query(
    `select $1::int8 as a, $2::timestamptz as b, $3::jsonb as c, $4::bytea as d, $5::text as e,
       $6::int8[] as f`,
    values,
  );
  assert.deepEqual(Object.values(row as object), values);
});

test('bytes are sent in binary, so that an array may travel in its own form', async () => {
  const array = Buffer.alloc(20 + 2 * 12);
  array.writeInt32BE(1, 0);
  array.writeInt32BE(20, 8);
  array.writeInt32BE(2, 12);
  array.writeInt32BE(1, 16);
  for (const [i, value] of [5n, -6n].entries()) {
    array.writeInt32BE(8, 20 + i * 12);
    array.writeBigInt64BE(value, 24 + i * 12);
  }
  const rows = await db.query('select n from unnest($1::int8[]) as r(n)', [array]);
  assert.deepEqual(rows, [{ n: 5n }, { n: -6n }]);
});

test('a statement is prepared once per connection, also in transactions', async () => {
  const one = connect(url, { size: 1, connectTimeoutMs: patienceMs });
  const text = 'select id from things where id = $1';
  await one.query(text, [1n]);
  await one.query(text, [2n]);
  await one.begin((tx) => tx.query(text, [3n]));
  const prepared = await one.query('select name from pg_prepared_statements where statement = $1', [
    text,
  ]);
  await one.close();
  assert.equal(prepared.length, 1);
});

test('a statement is read at each use as at the first, whatever came between', async () => {
  const own = connect(url, { size: 1, connectTimeoutMs: patienceMs });
  const text = `select n as big, 12 / n as part, array[n] as list, null as none
    from generate_series($1::int8, $2::int8) n order by n`;
  const three = { big: 3n, part: 4n, list: [3n], none: null };
  const isReadWell = async () => {
    assert.deepEqual(await own.query(text, [3n, 4n]), [
      three,
      { big: 4n, part: 3n, list: [4n], none: null },
    ]);
    assert.deepEqual(await own.query(text, [3n, 3n], [1n]), [three]);
    assert.deepEqual(await own.begin((tx) => tx.query(text, [3n, 3n])), [three]);
    assert.deepEqual(await own.query(text, [3n, 2n]), []);
  };
  await isReadWell();
  await isReadWell();
  for (const id of [901n, 902n]) {
    assert.deepEqual(await own.query('insert into things values ($1, null)', [id]), []);
  }
  await assert.rejects(own.query(text, [0n, 0n]), { code: '22012' });
  await isReadWell();
  await own.query('deallocate all');
  await isReadWell();
  await own.close();
});

test('a statement whose columns are others by now is an error, and not read wrongly', async () => {
  const own = connect(url, { size: 1, connectTimeoutMs: patienceMs });
  await own.query('create table others (n integer)');
  await own.query('insert into others values (1)');
  assert.deepEqual(await own.query('select n from others'), [{ n: 1 }]);
  await own.query('alter table others alter n type bigint');
  await assert.rejects(own.query('select n from others'), { code: '0A000' });
  await own.close();
});

test('a refused row costs no connection', async () => {
  const one = connect(url, { size: 1, connectTimeoutMs: patienceMs });
  const pid = 'select pg_backend_pid() as pid';
  const before = await one.query(pid);
  await one.query('insert into things values (30)');
  await assert.rejects(one.query('insert into things values (30)'), { code: '23505' });
  await assert.rejects(one.begin((tx) => tx.query('insert into things values (30)')));
  assert.deepEqual(await one.query(pid), before);
  await one.close();
});

const endAll = `select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1`;

test('idle connections that end are replaced without a word', async () => {
  const own = connect(url, {
    size: 2,
    applicationName: 'idle victim',
    connectTimeoutMs: patienceMs,
  });
  await Promise.all([own.query('select 1'), own.query('select 2')]);
  await db.query(endAll, ['idle victim']);
  await waitUntilGone('idle victim');
  // Node needs a turn to hear of it.
  const rows = await again(() => own.query<{ n: number }>('select 3 as n'));
  assert.deepEqual(rows, [{ n: 3 }]);
  await own.close();
});

test('a connection that ends inside a transaction is an error to retry, and not the end of us', async () => {
  const own = connect(url, {
    size: 1,
    applicationName: 'busy victim',
    connectTimeoutMs: patienceMs,
  });
  const lost = own.begin(async (tx) => {
    await tx.query('insert into things values (40)');
    await db.query(endAll, ['busy victim']);
    await waitUntilGone('busy victim');
    await tx.query('select 1');
  });
  await assert.rejects(lost, (error) => retryable(error) && connectionLost(error));
  assert.deepEqual(await again(() => own.query('select from things where id = 40')), []);
  await own.close();
});

test('a connection that ends as it begins is an error to retry, and not the end of us', async (t) => {
  // Authenticated, ready, and ended by the administrator, in one packet.
  const fatal = 'SFATAL\0VFATAL\0C57P01\0Mterminating connection\0\0';
  const ended = Buffer.alloc(5, 'E');
  ended.writeInt32BE(4 + fatal.length, 1);
  const ready = Buffer.from('R\0\0\0\x08\0\0\0\0Z\0\0\0\x05I');
  const server = createServer((socket) => {
    socket.once('data', () => socket.end(Buffer.concat([ready, ended, Buffer.from(fatal)])));
    socket.on('error', () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const other = connect(`postgresql://nobody@127.0.0.1:${port}/x`, { connectTimeoutMs: 1000 });
  await assert.rejects(other.query('select 1'), retryable);
  await other.close();
});

test('a server that is not there is an error to retry', async () => {
  const own = connect(url.replace(/@[^/]*/, '@%2Fnowhere'), { connectTimeoutMs: 100 });
  await assert.rejects(own.query('select 1'), (error) => retryable(error));
  await own.close();
});

test('a database that does not exist is said at once', async () => {
  const own = connect(url.replace(/[^/]*$/, 'nothing'), { connectTimeoutMs: patienceMs });
  await assert.rejects(own.query('select 1'), { code: '3D000' });
  await own.close();
});

test('whoever waits too long for a connection is told so', async () => {
  const own = connect(url, { size: 1, connectTimeoutMs: 500 });
  // It opens its one connection now, however long that takes here.
  await again(() => own.query('select 1'));
  await own.begin(async () => {
    await assert.rejects(own.query('select 1'), (error) => retryable(error));
  });
  await own.close();
});

test('a statement that runs too long is ended', async () => {
  const own = connect(url, { statementTimeoutMs: 50, connectTimeoutMs: patienceMs });
  await assert.rejects(own.query('select pg_sleep(60)'), { code: '57014' });
  await own.close();
});

async function waitUntilGone(name: string): Promise<void> {
  for (;;) {
    const left = await db.query('select from pg_stat_activity where application_name = $1', [name]);
    if (left.length === 0) return;
  }
}

async function again<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!retryable(error)) throw error;
    }
  }
}

test('statements are planned once for all values, unless PostgreSQL shall decide', async (t) => {
  const auto = connect(url, { size: 1, plans: 'auto', connectTimeoutMs: patienceMs });
  t.after(() => auto.close());
  assert.deepEqual(await db.query('show plan_cache_mode'), [
    { plan_cache_mode: 'force_generic_plan' },
  ]);
  assert.deepEqual(await auto.query('show plan_cache_mode'), [{ plan_cache_mode: 'auto' }]);
});
