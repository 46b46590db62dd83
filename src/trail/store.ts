import type { Sql } from '../base/sql.ts';
import type { Act } from './trail.ts';

/** The latest acts in the book of one business, the newest first. */
export async function listActs(
  sql: Sql,
  businessId: bigint,
  limit: number,
): Promise<(Act & { readonly n: bigint })[]> {
  return await sql.query(
    `select business_id as "businessId", n, happened_at as at, actor, act, object, facts
     from audit_trail where business_id = $1 order by n desc limit $2`,
    [businessId, limit],
  );
}
