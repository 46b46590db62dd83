import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type Manifest, manifest } from '../src/database/manifest.ts';
import { splitStatements } from '../src/database/split-statements.ts';
import type { Sql } from '../src/runtime/sql.ts';
import { freshDatabase } from './database.ts';
import {
  everyTableIsKnown,
  type Finding,
  lintSchema,
  nothingButTables,
  rules,
  sweepersExist,
} from './schema/lint.ts';
import { sweeperIndexes } from './schema/sweeper-indexes.ts';

const { db } = await freshDatabase({ after });
const { db: empty } = await freshDatabase({ after }, { empty: true });

test('the schema may be spread over several servers one day', async () => {
  assert.deepEqual(await lintSchema(db, manifest, sweeperIndexes), []);
});

const tenant = { kind: 'tenant' } as const;
const reference = { kind: 'reference' } as const;

type Bad = {
  rule: string;
  script: string;
  manifest: Manifest;
  table?: string;
  sweepers?: string[];
};

/** For every rule a schema that breaks it. */
const bad: Record<string, Bad> = {
  'a table that nobody listed': {
    rule: everyTableIsKnown,
    script: `create table a (id bigint primary key); comment on table a is 'A.'`,
    manifest: {},
  },
  'a listed table that is not there': {
    rule: everyTableIsKnown,
    script: '',
    manifest: { a: tenant },
  },
  'a sequence': { rule: nothingButTables, script: 'create sequence a', manifest: {} },
  'a view': { rule: nothingButTables, script: 'create view a as select 1 as n', manifest: {} },
  'a function': {
    rule: nothingButTables,
    script: `create function a() returns integer language sql as 'select 1'`,
    manifest: {},
  },
  'a sweeper that is not there': {
    rule: sweepersExist,
    script: '',
    manifest: {},
    table: '',
    sweepers: ['a'],
  },
  'a key that may be null': {
    rule: 'the key exists and is not null',
    script: `create table a (id bigint primary key, username text); comment on table a is 'A.'`,
    manifest: { a: { kind: 'lookup', by: 'username' } },
  },
  'a tenant key of another type': {
    rule: 'the tenant key is a bigint everywhere',
    script: `create table a (business_id uuid primary key); comment on table a is 'A.'`,
    manifest: { a: tenant },
  },
  'no primary key': {
    rule: 'there is a primary key',
    script: `create table a (business_id bigint not null); comment on table a is 'A.'`,
    manifest: { a: tenant },
  },
  'a unique index over all businesses': {
    rule: 'every unique index holds the key',
    script: `create table a (id uuid primary key, code text); comment on table a is 'A.';
      create unique index a_code on a (code)`,
    manifest: { a: { kind: 'lookup', by: 'id' } },
  },
  'a tenant primary key in the wrong order': {
    rule: 'a tenant primary key begins with the tenant key',
    script: `create table a (business_id bigint, id bigint, primary key (id, business_id));
      comment on table a is 'A.'`,
    manifest: { a: tenant },
    sweepers: ['a_pkey'],
  },
  'an exclusion that compares businesses by another operator': {
    rule: 'an exclusion constraint holds the key with =',
    script: `create table a (business_id bigint primary key, days int4range,
        constraint a_apart exclude using gist (int8range(business_id, business_id) with &&, days with &&));
      comment on table a is 'A.'`,
    manifest: { a: tenant },
    sweepers: ['a_apart'],
  },
  'a foreign key out of the business': {
    rule: 'a foreign key leads to a reference table, or from tenant to tenant by the tenant key',
    script: `create table a (business_id bigint primary key); comment on table a is 'A.';
      create table b (business_id bigint primary key, parent_id bigint references a);
      comment on table b is 'B.'`,
    manifest: { a: tenant, b: tenant },
    table: 'b',
  },
  'a foreign key that would change the business': {
    rule: 'a foreign key never changes the tenant key',
    script: `create table a (business_id bigint primary key); comment on table a is 'A.';
      create table b (business_id bigint primary key references a on update cascade);
      comment on table b is 'B.'`,
    manifest: { a: tenant, b: tenant },
    table: 'b',
  },
  'an identity': {
    rule: 'no serial and no identity',
    script: `create table a (business_id bigint primary key, n bigint);
      comment on table a is 'A.'; create sequence a_n; alter table a alter n set default nextval('a_n')`,
    manifest: { a: tenant },
  },
  'a rule': {
    rule: 'no trigger and no rule',
    script: `create table a (business_id bigint primary key); comment on table a is 'A.';
      create rule a_quiet as on delete to a do instead nothing`,
    manifest: { a: tenant },
  },
  'a trigger': {
    rule: 'no trigger and no rule',
    script: `create table a (business_id bigint primary key); comment on table a is 'A.';
      create trigger a_same before update on a
        for each row execute function suppress_redundant_updates_trigger()`,
    manifest: { a: tenant },
  },
  'a name that is too long': {
    rule: 'names leave room for the number of a shard',
    script: `create table a (business_id bigint, constraint ${'a'.repeat(51)} primary key (business_id));
      comment on table a is 'A.'`,
    manifest: { a: tenant },
  },
  'a name that looks like a shard': {
    rule: 'names leave room for the number of a shard',
    script: `create table a_10234 (business_id bigint, constraint a_pkey primary key (business_id));
      comment on table a_10234 is 'A.'`,
    manifest: { a_10234: tenant },
    table: 'a_10234',
  },
  'a table that a crash empties': {
    rule: 'logged, and partitioned once at most',
    script: `create unlogged table a (business_id bigint primary key); comment on table a is 'A.'`,
    manifest: { a: tenant },
  },
  'partitions of partitions': {
    rule: 'logged, and partitioned once at most',
    script: `create table a (business_id bigint primary key) partition by hash (business_id);
      create table a_low partition of a for values with (modulus 2, remainder 0)
        partition by hash (business_id);
      comment on table a is 'A.'`,
    manifest: { a: tenant },
  },
  'a key of a type that spreads badly': {
    rule: 'the key is of a type that spreads well',
    script: `create table a (day date primary key); comment on table a is 'A.'`,
    manifest: { a: { kind: 'lookup', by: 'day' } },
  },
  'an index over all businesses': {
    rule: 'an index of a tenant table begins with the tenant key, or is listed as a sweeper',
    script: `create table a (business_id bigint primary key, due_on date); comment on table a is 'A.';
      create index a_due on a (due_on)`,
    manifest: { a: tenant },
  },
  'no comment': {
    rule: 'there is a comment',
    script: 'create table a (id bigint primary key)',
    manifest: { a: reference },
  },
};

for (const [title, { rule, script, manifest, table = 'a', sweepers = [] }] of Object.entries(bad)) {
  test(`the lint sees ${title}`, async () => {
    const findings = await inScratch(async (tx) => {
      for (const statement of splitStatements(script)) await tx.query(statement);
      return await lintSchema(tx, manifest, sweepers);
    });
    const own = findings.filter((finding) => finding.rule === rule);
    assert.deepEqual([...new Set(own.map((finding) => finding.table))], [table]);
  });
}

test('the lint is shown a bad schema for every rule', () => {
  const shown = new Set(Object.values(bad).map(({ rule }) => rule));
  const known = [...Object.keys(rules), everyTableIsKnown, nothingButTables, sweepersExist];
  assert.deepEqual([...shown].sort(), known.sort());
});

/** Whatever is made is unmade. */
async function inScratch(work: (tx: Sql) => Promise<Finding[]>): Promise<Finding[]> {
  let findings: Finding[] | undefined;
  const undo = new Error('undo');
  const unmade = empty.begin(async (tx) => {
    findings = await work(tx);
    throw undo;
  });
  await assert.rejects(unmade, undo);
  assert(findings);
  return findings;
}
