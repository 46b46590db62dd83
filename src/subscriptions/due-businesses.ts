import type { Sql } from '../base/sql.ts';
import type { Waiting } from '../businesses/each-by-its-clock.ts';

const mostBusinesses = 1000;

/**
 * The businesses of which something is due in one of these columns: who has waited longest comes first, however much
 * another one has. Scope: all, or one; reads only.
 */
export async function readDueBusinesses(
  sql: Sql,
  what:
    | 'subscriptions.due_at'
    | 'subscriptions.notice_at'
    | 'subscription_periods.due_at'
    | 'subscription_periods.gives_up_at',
  now: Date,
  only?: bigint,
): Promise<Waiting[]> {
  const [table, column] = what.split('.');
  return await sql.query(
    `select b.business_id as id, b.clock_ahead_ms::float8 as "clockAheadMs"
     from (
       select business_id from ${table} where ${column} <= $1 and ($2::bigint is null or business_id = $2)
       group by business_id order by min(${column}), business_id limit ${mostBusinesses}
     ) d join businesses b using (business_id)`,
    [now, only],
  );
}
