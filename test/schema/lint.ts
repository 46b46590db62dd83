import type { Manifest, TableKind } from '../../src/database/manifest.ts';
import { tenantKey } from '../../src/database/manifest.ts';
import type { Sql } from '../../src/runtime/sql.ts';
import { type Column, readOtherObjects, readTables, type Table } from '../../tools/catalogue.ts';

/**
 * Rules that let the schema be spread over several servers one day (distributed by business, as
 * Citus does it), and a few of the fixture. They read the catalogue of any PostgreSQL.
 */
export type Finding = { rule: string; table: string; what: string };

type Known = {
  table: Table;
  kind: TableKind['kind'];
  /** The column by which the rows are spread; none for a reference table. */
  key: string | undefined;
  keyColumn: Column | undefined;
  kindOf: (table: string) => TableKind['kind'] | undefined;
  sweepers: readonly string[];
};

/** Names what is wrong with one table. */
type Rule = (known: Known) => string[];

const longestName = 50;
const keyTypes = ['bigint', 'uuid', 'text', 'bytea'];

export const rules: Record<string, Rule> = {
  'the key exists and is not null': ({ key, keyColumn }) =>
    key === undefined || keyColumn?.isRequired ? [] : [key],

  'the tenant key is a bigint everywhere': ({ kind, keyColumn }) =>
    kind === 'tenant' && keyColumn && keyColumn.type !== 'bigint' ? [keyColumn.type] : [],

  'there is a primary key': ({ table }) =>
    table.indexes.some((index) => index.isPrimary) ? [] : ['none'],

  'every unique index holds the key': ({ table, key }) =>
    key === undefined
      ? []
      : table.indexes
          .filter((index) => index.isUnique && !index.columns.includes(key))
          .map((index) => index.name),

  'a tenant primary key begins with the tenant key': ({ table, kind, key }) =>
    kind !== 'tenant'
      ? []
      : table.indexes
          .filter((index) => index.isPrimary && index.columns[0] !== key)
          .map((index) => index.name),

  'an exclusion constraint holds the key with =': ({ table, kind, key }) =>
    kind === 'reference'
      ? []
      : table.constraints
          .filter(({ type, columns, operators }) => {
            return type === 'x' && operators[columns.indexOf(key!)] !== '=';
          })
          .map(({ name }) => name),

  'a foreign key leads to a reference table, or from tenant to tenant by the tenant key': ({
    table,
    kind,
    kindOf,
  }) =>
    table.constraints
      .filter(({ type, target, columns, targetColumns }) => {
        if (type !== 'f') return false;
        const targetKind = kindOf(target!);
        if (targetKind === 'reference') return false;
        const at = columns.indexOf(tenantKey);
        const staysHome = at >= 0 && targetColumns[at] === tenantKey;
        return !(kind === 'tenant' && targetKind === 'tenant' && staysHome);
      })
      .map(({ name }) => name),

  'a foreign key never changes the tenant key': ({ table }) =>
    table.constraints
      .filter(({ type, onUpdate, onDelete, deleteColumns }) => {
        const updates = !['a', 'r'].includes(onUpdate);
        return (
          type === 'f' && (updates || onDelete === 'd' || (onDelete === 'n' && !deleteColumns))
        );
      })
      .map(({ name }) => name),

  'no serial and no identity': ({ table }) =>
    table.columns
      .filter((column) => column.isIdentity || column.default?.includes('nextval('))
      .map((column) => column.name),

  'no trigger and no rule': ({ table }) => [...table.triggers, ...table.rules],

  'names leave room for the number of a shard': ({ table }) =>
    [table.name, ...table.indexes.map(nameOf), ...table.constraints.map(nameOf)].filter(
      (name) => name.length > longestName || /_\d{5,}$/.test(name),
    ),

  'logged, and partitioned once at most': ({ table }) => [
    ...(table.isLogged ? [] : ['not logged']),
    ...table.partitions.filter((partition) => partition.isPartitioned).map(nameOf),
  ],

  'the key is of a type that spreads well': ({ keyColumn }) =>
    keyColumn && !(keyTypes.includes(keyColumn.type) && keyColumn.isDeterministic)
      ? [keyColumn.type]
      : [],

  'an index of a tenant table begins with the tenant key, or is listed as a sweeper': ({
    table,
    kind,
    key,
    sweepers,
  }) =>
    kind !== 'tenant'
      ? []
      : table.indexes
          .filter(({ name, columns }) => columns[0] !== key && !sweepers.includes(name))
          .map(nameOf),

  'there is a comment': ({ table }) => (table.comment ? [] : ['none']),
};

export const everyTableIsKnown = 'every table is in the manifest, and the other way round';
export const nothingButTables = 'no sequence, view or function';
export const sweepersExist = 'every sweeper index exists';

export async function lintSchema(
  sql: Sql,
  manifest: Manifest,
  sweepers: readonly string[],
): Promise<Finding[]> {
  const tables = await readTables(sql);
  const findings: Finding[] = [];
  const kindOf = (table: string) => manifest[table]?.kind;

  for (const name of Object.keys(manifest)) {
    if (!tables.some((table) => table.name === name)) {
      findings.push({ rule: everyTableIsKnown, table: name, what: 'not in the database' });
    }
  }
  for (const { name, what } of await readOtherObjects(sql)) {
    findings.push({ rule: nothingButTables, table: name, what });
  }
  const indexes = new Set(tables.flatMap((table) => table.indexes.map(nameOf)));
  for (const what of sweepers.filter((name) => !indexes.has(name))) {
    findings.push({ rule: sweepersExist, table: '', what });
  }
  for (const table of tables) {
    const entry = manifest[table.name];
    if (!entry) {
      findings.push({ rule: everyTableIsKnown, table: table.name, what: 'not in the manifest' });
      continue;
    }
    const { kind } = entry;
    const key = kind === 'tenant' ? tenantKey : kind === 'lookup' ? entry.by : undefined;
    const keyColumn = table.columns.find((column) => column.name === key);
    for (const [rule, check] of Object.entries(rules)) {
      for (const what of check({ table, kind, key, keyColumn, kindOf, sweepers })) {
        findings.push({ rule, table: table.name, what });
      }
    }
  }
  return findings;
}

function nameOf({ name }: { name: string }): string {
  return name;
}
