import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, test } from 'node:test';
import { splitStatements } from '../src/database/split-statements.ts';
import { renderSchema } from '../tools/schema.ts';
import { freshDatabase } from './database.ts';

const { db } = await freshDatabase({ after });
const hint = 'schema.sql is stale: run `npm run generate`';

test('schema.sql says what the migrations make', async (t) => {
  const [version] = await db.query<{ major: number }>(
    `select current_setting('server_version_num')::int / 10000 as major`,
  );
  // Other versions print the same expressions differently.
  if (version!.major !== 18) return t.skip(`needs PostgreSQL 18, this is ${version!.major}`);
  const found = (await readFile(new URL('../schema.sql', import.meta.url), 'utf8')).split('\n');
  const expected = (await renderSchema(db)).split('\n');
  // Only the first difference: the whole would fill many screens.
  const at = expected.findIndex((line, i) => line !== found[i]);
  if (at >= 0) assert.equal(found[at], expected[at], `line ${at + 1} of ${hint}`);
  assert.equal(found.length, expected.length, hint);
});

test('a database made from the rendered schema has the same schema', async (t) => {
  const rendered = await renderSchema(db);
  const other = await freshDatabase(t, { empty: true });
  for (const statement of splitStatements(rendered)) await other.db.query(statement);
  assert.equal(await renderSchema(other.db), rendered);
});

test('whatever a table may have is rendered', async (t) => {
  const script = `
    create table currencies (code text primary key, check (code = upper(code)));
    create table sales (
      business_id bigint not null,
      id bigint not null check (id > 0) check (id < 1000),
      code text collate "C" default 'USD' not null,
      note text default 'it''s NOT NULL',
      doubled bigint generated always as (id * 2) stored,
      at timestamptz(3),
      constraint sales_key primary key (business_id, id),
      constraint sales_once unique (business_id, code),
      foreign key (code) references currencies (code) on delete restrict
    ) partition by hash (business_id);
    create table sales_0 partition of sales for values with (modulus 2, remainder 0);
    create index sales_note on sales (business_id, lower(note) desc) include (code)
      where note is not null and code in ('USD', 'CAD');
    comment on table sales is 'It''s "sales"; not more.';
    comment on index sales_note is 'Why.';
    comment on constraint sales_once on sales is 'Once.'`;
  const { db: made } = await freshDatabase(t, { empty: true });
  for (const statement of splitStatements(script)) await made.query(statement);
  const rendered = await renderSchema(made);
  for (const word of [
    'collate "C"',
    'stored',
    'sales_once unique',
    "'it''s NOT NULL'",
    'include',
  ]) {
    assert(rendered.includes(word), `${word} is missing in ${rendered}`);
  }

  const { db: again } = await freshDatabase(t, { empty: true });
  for (const statement of splitStatements(rendered)) await again.query(statement);
  assert.equal(await renderSchema(again), rendered);
  // The rendering could forget the same thing twice: ask PostgreSQL itself.
  const facts = `select attname, atttypid::regtype::text, attnotnull, attcollation from pg_attribute
    where attrelid in ('sales'::regclass, 'currencies'::regclass, 'sales_note'::regclass)
    union all select conname, pg_get_constraintdef(oid), false, 0 from pg_constraint
    where contype <> 'n' and connamespace = 'public'::regnamespace order by 1, 2`;
  assert.deepEqual(await again.query(facts), await made.query(facts));
});
