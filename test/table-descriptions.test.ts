import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import '../src/cli/index.ts';
import { openDatabase } from '../src/cli/open-database.ts';
import { readConfig } from '../src/config.ts';
import { createLog } from '../src/kernel/log.ts';
import { endpointTable } from '../src/notify/webhooks/endpoint.ts';
import { compareWithCatalogue } from '../src/runtime/catalogue.ts';
import { date, int4, int8, optional, text, time } from '../src/runtime/column.ts';
import { columnName, describedTables, type RowOf, shape, table } from '../src/runtime/table.ts';
import { freshDatabase } from './database.ts';

const { db } = await freshDatabase({ after });

test('the descriptions of tables agree with the catalogue', async () => {
  assert.deepEqual(await compareWithCatalogue(db), []);
});

test('a description of a table has all of its columns that are written', async () => {
  const columns = shape({ tableName: text, columnName: text });
  const found = await columns.read(
    db,
    `select table_name::text as "tableName", column_name::text as "columnName"
     from information_schema.columns where table_schema = current_schema() and is_generated = 'NEVER'`,
  );
  const missing = found.filter(({ tableName, columnName: name }) => {
    const fields = describedTables().get(tableName);
    return fields && !Object.entries(fields).some((entry) => columnName(...entry) === name);
  });
  assert.deepEqual(missing, []);
});

test('each difference from the catalogue is named', async (t) => {
  const other = await freshDatabase(t);
  for (const change of [
    'alter table tokens drop column prenoted_at',
    'alter table tokens alter column last4 drop not null',
    'alter table tokens alter column expiry_year type bigint',
    'alter table tokens alter column brand set not null',
  ]) {
    await other.db.query(change);
  }
  const found = await compareWithCatalogue(other.db);
  assert.deepEqual(found.filter((sentence) => sentence.startsWith('tokens')).toSorted(), [
    'tokens.brand may not be null',
    'tokens.expiry_year is int8, not int2',
    'tokens.last4 may be null',
    'tokens.prenoted_at is missing',
  ]);
});

test('nothing is opened over a database that lacks a described column', async (t) => {
  const other = await freshDatabase(t);
  await other.db.query('alter table tokens drop column prenoted_at');
  const config = readConfig({ DATABASE_URL: other.url });
  const log = createLog({ level: 'error', write() {}, now: () => new Date(0) });
  await assert.rejects(
    openDatabase({ config, log, maySetUp: false }),
    /tables are not those of this version: tokens\.prenoted_at is missing$/,
  );
});

test('a table is described once', () => {
  const [name] = describedTables().keys();
  assert.throws(() => table(name!, { id: int8 }), /is described twice/);
});

const some = shape({ id: int8, note: optional(text) });

test('what a statement returns is checked against the description', async () => {
  assert.deepEqual(await some.read(db, `select 1::bigint as id, null::text as note`), [
    { id: 1n, note: undefined },
  ]);
  await assert.rejects(some.read(db, `select 1::int as id, 'a' as note`), /number for id/);
  await assert.rejects(some.read(db, `select null::bigint as id, 'a' as note`), /null for id/);
  await assert.rejects(some.read(db, `select 1::bigint as id`), /no such column for note/);
});

test('the type of a row says what may be undefined', () => {
  const row: RowOf<typeof some> = { id: 1n, note: undefined };
  // @ts-expect-error: it may be undefined.
  assert.throws(() => row.note.length);
});

test('what an outer join found is there whole, or not at all', async () => {
  const joined = some.pick('id').with(named.outer().fields);
  const [found, nothing] = await joined.read(
    db,
    `select * from (values (1::bigint, 'a', 7), (2, null, null)) as x(id, name, size)`,
  );
  assert.deepEqual(named.partOf(found!), { name: 'a', size: 7 });
  assert.equal(named.partOf(nothing!), undefined);
  const [half] = await joined.read(db, `select 3::bigint as id, 'a' as name, null::int4 as size`);
  assert.throws(() => named.partOf(half!), /null for size/);
});

const named = shape({ name: text, size: int4 });

test('a time of day and a day come back as they were written', async () => {
  const all = shape({ at: time, day: date });
  const rows = [{ at: '22:00:00', day: '2030-01-31' }];
  assert.deepEqual(
    await all.read(db, `select * from ${all.set().sql}`, all.set().encode(rows)),
    rows,
  );
});

const addresses = endpointTable.pick('businessId', 'kind', 'url', 'username', 'createdAt');
const failing = addresses.with(endpointTable.pick('failures').fields);
const createdAt = new Date('2030-01-31T12:00:00Z');
const payments = { businessId: 7n, kind: 'payments', url: 'https://a.example', createdAt } as const;
const messages = { ...payments, kind: 'messages', username: 'ann' } as const;

async function stored() {
  return await failing.read(
    db,
    `select ${addresses.columns}, failures from webhook_endpoints order by kind`,
  );
}

test('a table inserts rows, says how many, and leaves other columns to their defaults', async (t) => {
  t.after(() => db.query('delete from webhook_endpoints'));
  assert.equal(addresses.name, 'webhook_endpoints');
  assert.equal(await addresses.insert(db, [payments, messages]), 2);
  assert.deepEqual(await stored(), [
    { ...messages, failures: 0 },
    { ...payments, username: undefined, failures: 0 },
  ]);
});

test('the end of the statement says what happens to rows that are there; only written ones count', async (t) => {
  t.after(() => db.query('delete from webhook_endpoints'));
  await addresses.insert(db, [{ ...payments, username: 'bob' }]);
  await assert.rejects(addresses.insert(db, [messages, payments]), { code: '23505' });
  assert.equal(await addresses.insert(db, [messages, payments], 'on conflict do nothing'), 1);
  const names = async () => (await stored()).map(({ username }) => username);
  assert.deepEqual(await names(), ['ann', 'bob']);
  const replacing = 'on conflict (business_id, kind) do update set username = excluded.username';
  assert.equal(await addresses.insert(db, [payments, messages], replacing), 2);
  assert.deepEqual(await names(), ['ann', undefined]);
});

test('rows are inserted by one statement that begins with their table; no rows by none', async () => {
  const sent: string[] = [];
  const sql = {
    async query<Row>(statement: string) {
      sent.push(statement);
      return [] as Row[];
    },
  };
  assert.equal(await addresses.insert(sql, []), 0);
  assert.deepEqual(sent, []);
  await addresses.insert(sql, [payments, messages], 'on conflict do nothing');
  assert.equal(sent.length, 1);
  assert.match(sent[0]!, /^insert into webhook_endpoints \(business_id, kind, url, username, /);
});
