import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { connect } from '../src/database/connect.ts';
import { guardTables, unguardedTables } from '../src/database/row-security.ts';
import { submitLead } from '../src/leads/submit.ts';
import { createGather } from '../src/runtime/gather.ts';
import { type Database, forTenants, type Sql } from '../src/runtime/sql.ts';
import { callBy } from './asmx/bindings.ts';
import { openDoor } from './caller.ts';
import { freshDatabase, patienceMs } from './database.ts';
import type { Caller } from './fixture.ts';
import { openDesk, told } from './leads/desk.ts';
import { withoutBusinessIds, withoutComparison, withoutRowSecurity } from './row-security.ts';

const { fixture, world, form } = await openDesk({ after });
const { db, url } = fixture;
const [one, other] = [await shopWithLead(), await shopWithLead()];
const both = [one.business.id, other.business.id];

/** Looked up before it is known whose they are, by what only their owner has or by a name that is claimed. */
const unguarded = [
  'api_keys',
  'card_testing_suspects',
  'external_sites',
  'memberships',
  'mobile_numbers',
  'page_addresses',
  'sign_in_links',
  'site_requests',
  'usernames',
];

test('every table with a business_id has a policy that holds for the owner of the tables too', async () => {
  const rows = await db.query<{ name: string }>(
    `select c.relname::text as name from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
       and a.attname = 'business_id' and not (c.relrowsecurity and c.relforcerowsecurity
         and (select count(*) from pg_policy p where p.polrelid = c.oid) = 1)`,
  );
  const names = rows.map(({ name }) => name);
  const holders = names.filter((name) => !unguarded.includes(name));
  assert.deepEqual(
    holders,
    [],
    'migrate() gives it to every table that src/database/manifest.ts does not call a lookup',
  );
});

test('the role of the service is one that policies hold for', async () => {
  const roles = await db.query(
    'select rolsuper or rolbypassrls as free from pg_roles where rolname = current_user',
  );
  assert.deepEqual(roles, [{ free: false }]);
});

test('a table of a later migration gets its policy without a word in the migration', async (t) => {
  const { db: fresh } = await freshDatabase(t);
  await fresh.query('create table later (business_id bigint primary key)');
  assert.deepEqual(await unguardedTables(fresh), ['later']);
  await Promise.all([guardTables(fresh), guardTables(fresh)]);
  assert.deepEqual(await unguardedTables(fresh), []);
  await fresh.query('insert into later values (1), (2)');
  const seen = forTenants(fresh, [2n]).query('select business_id as id from later');
  assert.deepEqual(await seen, [{ id: 2n }]);
});

test('a connection that names no business sees no row and writes none', async (t) => {
  const bare = connect(url, { size: 1, connectTimeoutMs: patienceMs });
  t.after(() => bare.close());
  assert.deepEqual(await idsOf(bare), []);
  await bare.begin(async (tx) => assert.deepEqual(await idsOf(tx), []));
  // What was named for one statement or one transaction is forgotten behind it, also on the same connection.
  assert.deepEqual(await idsOf(forTenants(bare, both)), both);
  assert.deepEqual(await idsOf(bare), []);
  await forTenants(bare, both).begin(async (tx) => assert.deepEqual(await idsOf(tx), both));
  assert.deepEqual(await idsOf(bare), []);
  await assert.rejects(bare.query(move, [one.business.id]), { code: '42501' });
});

test('for one business rows of another are not there, and are not written', async () => {
  const own = forTenants(db, [one.business.id]);
  for (const sql of [own, own.aside]) assert.deepEqual(await idsOf(sql), [one.business.id]);
  await own.begin(async (tx) => assert.deepEqual(await idsOf(tx), [one.business.id]));
  await assert.rejects(own.query(move, [other.business.id]), { code: '42501' });
  await assert.rejects(
    own.begin((tx) => tx.query(move, [other.business.id])),
    { code: '42501' },
  );
  const changed = await own.query(
    `update leads set return_message = 'x' returning business_id as id`,
  );
  assert.deepEqual(changed, [{ id: one.business.id }]);
});

test('an error of a statement is that of the statement, and the connection goes on', async (t) => {
  const bare = connect(url, { size: 1, connectTimeoutMs: patienceMs });
  t.after(() => bare.close());
  const own = forTenants(bare, [one.business.id]);
  const wrong = `select business_id as id from leads where id = 1 / ($1::bigint - 1)`;
  for (let tries = 0; tries < 3; tries += 1) {
    await assert.rejects(own.query('select from nothing'), { code: '42P01' });
    await assert.rejects(own.query(wrong, [1n]), { code: '22012' });
    assert.deepEqual(await own.query(wrong, [0n]), []);
    assert.deepEqual(await idsOf(own), [one.business.id]);
  }
});

test('statements together reach the businesses of their scope, and no other', async () => {
  const ids = async (sql: Sql) => await idsOf(sql);
  assert.deepEqual(await db.together([ids, ids], [one.business.id]), [
    [one.business.id],
    [one.business.id],
  ]);
  assert.deepEqual(await forTenants(db, [other.business.id]).together([ids]), [
    [other.business.id],
  ]);
});

test('a gathered statement reaches the businesses of its rows', async () => {
  const gather = createGather(db, {
    rows: 10,
    lanes: 1,
    retryable: () => false,
    sleep: async () => {},
  });
  const seen = async (sql: Sql, rows: readonly unknown[]) => {
    const ids = await idsOf(sql);
    return rows.map(() => ids);
  };
  const row = ({ business }: Caller) => ({ businessId: business.id });
  assert.deepEqual(await gather(seen, row(one)), [one.business.id]);
  assert.deepEqual(await gather(seen, { payment: row(other) }), [other.business.id]);
  const together = [gather(seen, row(one)), gather(seen, row(other))];
  assert.deepEqual(await Promise.all(together), [both, both]);
  assert.deepEqual(await gather(seen, 'a key'), both);
});

for (const [name, over, expected] of [
  ['both checks', (same) => same, [one]],
  ['the check of statements alone', withoutRowSecurity, [one]],
  ['row-level security alone', withoutBusinessIds, [one]],
  ['neither, as this test would notice', withoutNeither, [one, other]],
] as readonly [string, (db: Database) => Database, Caller[]][]) {
  test(`a caller lists its own with ${name}`, async (t) => {
    const { baseUrl, close } = await openDoor(await fixture.open({ over }));
    t.after(close);
    const { body } = await callBy('SOAP 1.1', baseUrl, 'GetIndividualsForExternalAPI', {
      ewBusinessUser: one.username,
      ewBusinessToken: one.apiKey,
    });
    const listed = body.match(/<ExternalAPIID>/g) ?? [];
    assert.equal(listed.length, expected.length, body);
  });
}

test('removing a comparison leaves the rest of the statement', () => {
  const text = 'select 1 from leads l where l.business_id = $1 and id = $2 and business_id = $10';
  assert.equal(
    withoutComparison(text),
    'select 1 from leads l where ($1::bigint is not null) and id = $2 and ($10::bigint is not null)',
  );
});

function withoutNeither(real: Database): Database {
  return withoutBusinessIds(withoutRowSecurity(real));
}

async function shopWithLead(): Promise<Caller> {
  const shop = await fixture.addBusiness();
  await submitLead(world, await form(shop), told, 'page');
  return shop;
}

async function idsOf(sql: Sql): Promise<bigint[]> {
  const rows = await sql.query<{ id: bigint }>(
    'select business_id as id from leads order by business_id',
  );
  return rows.map(({ id }) => id);
}

const move = `insert into batch_marks (business_id, processor, from_payment_id) values ($1, 'test', 1)`;
