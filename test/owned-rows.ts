import assert from 'node:assert/strict';
import type { Sql } from '../src/runtime/sql.ts';

/** When a key was used is noted beside the request, sooner or later. */
const valuesOf: Readonly<Record<string, string>> = {
  api_keys: "(to_jsonb(t) - 'last_used_at')::text",
};

/** Every row that belongs to these businesses, in whatever table. */
export async function rowsOf(sql: Sql, ids: readonly bigint[]): Promise<Set<string>> {
  const tables = await sql.query<{ name: string }>(
    `select table_name::text as name from information_schema.columns
     where table_schema = 'public' and column_name = 'business_id'`,
  );
  assert.ok(tables.length > 20);
  const each = tables.map(
    ({ name }) =>
      `select '${name}: ' || ${valuesOf[name] ?? 't::text'} as row from ${name} t
       where business_id = any($1)`,
  );
  const rows = await sql.query<{ row: string }>(each.join(' union all '), [ids]);
  return new Set(rows.map(({ row }) => row));
}

/** What happened to them between two readings. */
export function changesIn(before: ReadonlySet<string>, after: ReadonlySet<string>): string[] {
  return [
    ...[...before.difference(after)].map((row) => `changed ${row}`),
    ...[...after.difference(before)].map((row) => `made ${row}`),
  ];
}
