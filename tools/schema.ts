import type { Sql } from '../src/runtime/sql.ts';
import { type Column, type Constraint, readTables, type Table } from './catalogue.ts';

/** The tables as the migrations leave them: the one place to read what is there today. */
export async function renderSchema(sql: Sql): Promise<string> {
  const tables = await readTables(sql);
  const head = '-- Derived from migrations/ by `npm run generate`. Do not edit.\n';
  return [head, ...tables.map(renderTable)].join('\n');
}

function renderTable(table: Table): string {
  const { name, options, partitionedBy, partitions, indexes, constraints } = table;
  const inline = constraints.filter((constraint) => isOwnCheck(table, constraint));
  const apart = constraints.filter((constraint) => !inline.includes(constraint));
  const lines = [
    ...table.columns.map((column) => renderColumn(column, inline)),
    ...apart.map((constraint) => renderConstraint(table, constraint)),
  ];
  const partitioning = partitionedBy === null ? '' : ` partition by ${plain(partitionedBy)}`;
  const storage = options.length === 0 ? '' : ` with (${options.join(', ')})`;
  const statements = [
    `create table ${name} (\n  ${lines.join(',\n  ')}\n)${partitioning}${storage}`,
    ...partitions.map((p) => `create table ${p.name} partition of ${name} ${plain(p.bound)}`),
    ...indexes.filter((index) => !index.isOfConstraint).map((index) => plain(index.definition)),
    ...renderComments(table),
  ];
  return `${statements.join(';\n')};\n`;
}

function renderColumn(column: Column, checks: readonly Constraint[]): string {
  const parts = [column.name, shortType(column.type)];
  if (column.isRequired) parts.push('not null');
  if (column.collation !== null) parts.push(`collate "${column.collation}"`);
  const value = plain(column.default ?? '');
  if (column.generated !== '') {
    parts.push(`generated always as (${value})${column.generated === 's' ? ' stored' : ''}`);
  } else if (value !== '') parts.push(`default ${value}`);
  for (const { columns, definition } of checks) {
    if (columns[0] === column.name) parts.push(plain(definition));
  }
  return parts.join(' ');
}

function shortType(type: string): string {
  return type
    .replace(/^timestamp(\(\d\))? with time zone/, 'timestamptz$1')
    .replace(/^character varying/, 'varchar');
}

/** A check over one column under the name that PostgreSQL would give it itself. */
function isOwnCheck(table: Table, { name, type, columns }: Constraint): boolean {
  return type === 'c' && columns.length === 1 && name === `${table.name}_${columns[0]}_check`;
}

function renderConstraint(table: Table, { name, type, definition }: Constraint): string {
  const text = plain(definition);
  return type === 'p' && name === `${table.name}_pkey` ? text : `constraint ${name} ${text}`;
}

function renderComments({ name, comment, columns, indexes, constraints }: Table): string[] {
  const noted: [string, string | null][] = [
    [`table ${name}`, comment],
    ...columns.map((c): [string, string | null] => [`column ${name}.${c.name}`, c.comment]),
    ...indexes.map((i): [string, string | null] => [`index ${i.name}`, i.comment]),
    ...constraints.map((c): [string, string | null] => [
      `constraint ${c.name} on ${name}`,
      c.comment,
    ]),
  ];
  return noted
    .filter(([, text]) => text !== null)
    .map(([what, text]) => `comment on ${what} is\n  '${text!.replaceAll("'", "''")}'`);
}

/**
 * What PostgreSQL prints, as a person would write it: keywords in lower case (a name in upper case
 * would stand in quotes), no casts of plain strings, `in` for a list.
 */
function plain(sql: string): string {
  const lower = sql.replaceAll(/'(?:[^']|'')*'|"(?:[^"]|"")*"|[A-Z]+/g, (found) =>
    /^[A-Z]/.test(found) ? found.toLowerCase() : found,
  );
  return lower
    .replaceAll(/('(?:[^']|'')*')::text\b(?!\[)/g, '$1')
    .replaceAll(/= any \(array\[([^\]]*)\]\)/g, 'in ($1)')
    .replace(' using btree ', ' ');
}
