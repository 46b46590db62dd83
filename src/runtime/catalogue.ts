import { bool, type Column, text } from './column.ts';
import type { Sql } from './sql.ts';
import { columnName, describedTables, shape } from './table.ts';

/** A column in the catalogue of the database. */
const catalogued = shape({
  tableName: text,
  columnName: text,
  type: text,
  isOptional: bool,
});

/**
 * Compares each description of a table with the catalogue, so that a column that is missing or has another type is
 * found at the start and not by the first request. Returns a sentence for each difference. A column that no description
 * has is not a difference: a newer version may have added it.
 */
export async function compareWithCatalogue(sql: Sql): Promise<string[]> {
  const found = await catalogued.read(
    sql,
    `select c.relname as "tableName", a.attname as "columnName",
       format_type(a.atttypid, null) as type, not a.attnotnull as "isOptional"
     from pg_class c
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')`,
  );
  const columns = new Map(found.map((one) => [`${one.tableName}.${one.columnName}`, one]));
  return [...describedTables()].flatMap(([table, fields]) =>
    Object.entries(fields).flatMap(([key, column]) => {
      const name = `${table}.${columnName(key, column)}`;
      return difference(name, column, columns.get(name));
    }),
  );
}

type Catalogued = { readonly type: string; readonly isOptional: boolean };

function difference(
  name: string,
  { type, isOptional = false }: Column<unknown, unknown>,
  found: Catalogued | undefined,
): string[] {
  if (!found) return [`${name} is missing`];
  const is = shortNames[found.type] ?? found.type.replace(/^(.*)\[\]$/, listName);
  if (is !== type) return [`${name} is ${is}, not ${type}`];
  if (found.isOptional === isOptional) return [];
  return [isOptional ? `${name} may not be null` : `${name} may be null`];
}

/** The names of types in `format_type`, and in descriptions. */
const shortNames: Readonly<Record<string, string>> = {
  bigint: 'int8',
  integer: 'int4',
  smallint: 'int2',
  boolean: 'bool',
  'character varying': 'text',
  'double precision': 'float8',
  'time without time zone': 'time',
  'timestamp with time zone': 'timestamptz',
};

function listName(_: string, item: string): string {
  return `${shortNames[item] ?? item}[]`;
}
