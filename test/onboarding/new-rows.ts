import assert from 'node:assert/strict';
import { manifest, tenantKey } from '../../src/database/manifest.ts';
import type { Sql } from '../../src/runtime/sql.ts';

/*
 * Taken before it is decided whose claim holds, so that claims are held briefly: a number, and a data key
 * that seals nothing, may be left of a business that was not made.
 */
const mayBeLeft = new Set(['business_ids', 'vault_keys']);

/** How many rows each business has in each table that names businesses. */
export async function countRows(sql: Sql): Promise<Map<string, bigint>> {
  const named = await sql.query<{ name: string }>(
    `select table_name::text as name from information_schema.columns
     where table_schema = 'public' and column_name = $1`,
    [tenantKey],
  );
  const tables = named.map(({ name }) => name).filter((name) => name in manifest);
  assert.ok(tables.length > 20);
  const each = tables.map(
    (name) =>
      `select '${name}' as name, ${tenantKey} as id, count(*) as count from ${name} group by 2`,
  );
  const rows = await sql.query<{ name: string; id: bigint; count: bigint }>(
    each.join(' union all '),
  );
  return new Map(rows.map(({ name, id, count }) => [`${name} of ${id}`, count]));
}

/** Nothing came since then but of these, and of each of them what a business has at least, once. */
export async function checkNewRows(
  sql: Sql,
  before: ReadonlyMap<string, bigint>,
  made: readonly bigint[],
): Promise<void> {
  const changed = [...(await countRows(sql))].filter(([row, count]) => before.get(row) !== count);
  const left = changed.filter(([row]) => {
    const [table = '', id = ''] = row.split(' of ');
    return !made.includes(BigInt(id)) && !mayBeLeft.has(table);
  });
  assert.deepEqual(left, [], 'rows of a business that was not made');
  const counts = new Map(changed);
  for (const id of made) {
    for (const table of once)
      assert.equal(counts.get(`${table} of ${id}`), 1n, `${table} of ${id}`);
  }
}

const once = ['businesses', 'usernames', 'business_profiles', 'mobile_numbers', 'audit_heads'];
