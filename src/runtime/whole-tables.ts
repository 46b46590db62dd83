import type { Database } from './sql.ts';
import type { Fields, RowOf, Shape } from './table.ts';

/*
 * A statement over whole tables is planned with hash and merge joins, which cost at most n log n: a nested loop costs n
 * squared if statistics are old or missing, as after a restore. With less memory, hashes and sorts would use more
 * files, but the plan would be the same.
 */
const planning = `select set_config('plan_cache_mode', 'force_custom_plan', true),
  set_config('enable_nestloop', 'off', true), set_config('work_mem', '32MB', true)`;

/**
 * For reconciliation: a statement that reads whole tables, and its first `most` rows, or all. The planner does not know
 * of that limit: it would plan for finding so many rows quickly, and mostly there is none.
 */
export async function readWhole<F extends Fields>(
  db: Database,
  rows: Shape<F>,
  statement: string,
  values: readonly unknown[] = [],
  most?: number,
): Promise<RowOf<Shape<F>>[]> {
  return await db.begin(async (tx) => {
    await tx.query(planning);
    const limit = most === undefined ? '' : `limit ${most}`;
    const text = `with found as materialized (${statement}) select ${rows.columns} from found ${limit}`;
    return await rows.read(tx, text, values);
  });
}
