import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { connect } from '../../src/database/connect.ts';
import { retryable } from '../../src/database/retryable.ts';
import { guardTables } from '../../src/database/row-security.ts';
import { forTenants } from '../../src/runtime/sql.ts';
import { cardFields, client } from '../caller.ts';
import { freshDatabase, patienceMs } from '../database.ts';
import { startCaptured } from '../e2e/start-captured.ts';
import { copyFolder, makeUsedFolder, notes, scratch, start, until } from '../embedded.ts';
import { startPgBouncer, withoutPgBouncer } from '../pgbouncer.ts';

test('behind a PgBouncer in transaction mode with its default settings a service starts and takes payments', {
  skip: withoutPgBouncer,
}, async (t) => {
  const { url } = await freshDatabase(t, { empty: true });
  const pooler = await startPgBouncer(t, url);
  // However long these two hundred take.
  const settings = { DATABASE_URL: pooler.url, RESOLVE_AFTER_SECONDS: '600' };
  const service = await startCaptured(t, await scratch(t), settings);
  const base = `http://127.0.0.1:${service.port}`;
  const { call, close } = client(base, service, { connections: 32 });
  t.after(close);
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, n) =>
      call('CreatePayment', { ...cardFields, Amount: '12.50', OrderNumber: `order ${n}` }),
    ),
  );
  for (const { status, body } of answers) {
    assert.equal(status, 200, body);
    assert.match(body, /^\{"IsSuccess":true/);
  }
  assert.equal((await fetch(`${base}/health`)).status, 200);
  assert.doesNotMatch(service.said.stderr, /"level":"error"/);
  await service.stop();
  await pooler.stop();
});

test('behind a pooler statements and transactions of many connections go on, each prepared where it runs', {
  skip: withoutPgBouncer,
}, async (t) => {
  const { url, db } = await freshDatabase(t, { empty: true });
  await db.query('create table things (n integer primary key)');
  const pooler = await startPgBouncer(t, url);
  const pooled = connect(pooler.url, { size: 40, connectTimeoutMs: patienceMs });
  await Promise.all(
    Array.from({ length: 400 }, async (_, n) => {
      if (n % 2) return await pooled.query('insert into things values ($1)', [n]);
      await pooled.begin(async (tx) => {
        await tx.query('select from things where n = $1', [n]);
        await tx.query('insert into things values ($1)', [n]);
      });
    }),
  );
  assert.deepEqual(await pooled.query('select count(*) as n from things'), [{ n: 400n }]);
  await pooled.close();
  await pooler.stop();
});

test('behind a pooler in transaction mode two businesses at once see only their own', {
  skip: withoutPgBouncer,
}, async (t) => {
  const { url, db } = await freshDatabase(t, { empty: true });
  await db.query('create table migrations (number integer)');
  await db.query('create table things (business_id bigint, n integer)');
  await guardTables(db);
  await db.query('insert into things select 1 + n % 2, n from generate_series(1, 20) n');
  // Fewer connections to the server than to the pooler: each is used for both businesses in turn.
  const pooler = await startPgBouncer(t, url, ['default_pool_size = 3']);
  const pooled = connect(pooler.url, { size: 20, connectTimeoutMs: patienceMs });
  const seen = 'select distinct business_id as id from things where n > $1';
  await Promise.all(
    Array.from({ length: 600 }, async (_, n) => {
      const id = BigInt(1 + (n % 2));
      const own = forTenants(pooled, [id]);
      if (n % 3 === 0) assert.deepEqual(await pooled.query(seen, [0]), []);
      else if (n % 3 === 1) assert.deepEqual(await own.query(seen, [0]), [{ id }]);
      else await own.begin(async (tx) => assert.deepEqual(await tx.query(seen, [0]), [{ id }]));
    }),
  );
  await pooled.close();
  await pooler.stop();
});

test('of several hosts the one that takes writes is used, and the next one when it is lost', async (t) => {
  const folder = join(await scratch(t), 'postgres');
  await makeUsedFolder(folder);
  const other = join(await scratch(t), 'postgres');
  copyFolder(folder, other);
  await writeFile(join(other, 'cluster/standby.signal'), '');
  const primary = await start(t, folder);
  const standby = await start(t, other);
  const [first, second] = [primary, standby].map(({ socketFolder }) =>
    encodeURIComponent(socketFolder),
  );
  const hosts = `%2Fnowhere,${second},${first}`;
  const db = connect(`postgresql://quittance_service@${hosts}/quittance`);
  t.after(() => db.close());
  await db.query(`insert into notes values ('of the primary')`);
  assert.deepEqual(await notes(db), ['first', 'of the primary']);

  await primary.stop();
  const admin = connect(standby.adminUrl, { size: 1 });
  await admin.query('select pg_promote()');
  await admin.close();
  assert.deepEqual(await notes(db), ['first']);
  await db.begin((tx) => tx.query(`insert into notes values ('of the next')`));
  assert.deepEqual(await notes(db), ['first', 'of the next']);
});

test('a server that takes no writes any more is left, and a lost node is asked again', async (t) => {
  const { url, db } = await freshDatabase(t, { empty: true });
  await db.query('create table things (n integer)');
  const own = connect(`${url}?target_session_attrs=read-write`, {
    size: 1,
    connectTimeoutMs: 300,
  });
  // Also where a connection takes longer than is waited for one.
  const inTime = (text: string) =>
    until(() =>
      own.query(text).then(
        () => true,
        () => false,
      ),
    );
  await inTime('insert into things values (1)');
  const name = new URL(url).pathname.slice(1);
  await db.query(`alter database ${name} set default_transaction_read_only = on`);
  await own.query('set default_transaction_read_only = on');
  const refused = (error: unknown) =>
    retryable(error) && (error as { code: string }).code === '25006';
  await assert.rejects(own.query('insert into things values (2)'), refused);
  // And is not entered.
  await until(async () => {
    const error = await own.query('select').catch((error) => error);
    assert.ok(retryable(error), String(error));
    return refused(error);
  });
  await db.query('set default_transaction_read_only = off');
  await db.query(`alter database ${name} reset default_transaction_read_only`);
  await inTime('insert into things values (3)');
  await own.close();
  const lost = db.query(`do $$ begin raise 'lost' using errcode = 'XX000'; end $$`);
  await assert.rejects(lost, retryable);
});
