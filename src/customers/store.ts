import { int8, rowSet } from '../base/rows.ts';
import type { Sql } from '../base/sql.ts';

const wanted = rowSet({ businessId: int8, id: int8 });

export async function customersExist(
  sql: Sql,
  keys: readonly { businessId: bigint; id: bigint }[],
): Promise<boolean[]> {
  const rows = await sql.query<{ business_id: bigint; id: bigint }>(
    `select business_id, id from ${wanted.sql} join customers using (business_id, id)`,
    wanted.encode(keys),
  );
  const found = new Set(rows.map((row) => `${row.business_id} ${row.id}`));
  return keys.map(({ businessId, id }) => found.has(`${businessId} ${id}`));
}
