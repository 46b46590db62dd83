import { float8, int8 } from './column.ts';
import type { Sql } from './sql.ts';
import { type RowOf, shape } from './table.ts';

/*
 * Finds the businesses with due work, and claims nothing: a claim is a statement within one business. A business with
 * many rows hides no other. An index that begins with the business is read in pages; an index that begins with the time
 * is read from its oldest rows on.
 */

/** A business with due work, and how far its clock is ahead. */
export const waiting = shape({ id: int8, clockAheadMs: float8 });
export type Waiting = RowOf<typeof waiting>;

export const rowsOfPage = 1000;
const most = 1000;

/**
 * Reads pages of at most `rowsOfPage` rows; each row of `Found` has the number of rows that were read for its business.
 * After a full page, the next one begins after the last business found, which `read` gets.
 */
export async function findInPages<Found extends { readonly rows: number }>(
  read: (last: Found | undefined) => Promise<readonly Found[]>,
): Promise<Found[]> {
  const found: Found[] = [];
  for (;;) {
    const page = await read(found.at(-1));
    found.push(...page);
    const rows = page.reduce((sum, one) => sum + one.rows, 0);
    if (rows < rowsOfPage || found.length >= most) return found;
  }
}

const beyondAll = 2n ** 63n - 1n;

/** The businesses of a page: above the first number, up to the second. */
export function rangeOf(only: bigint | undefined, last: bigint | undefined): [bigint, bigint] {
  return [last ?? (only === undefined ? -1n : only - 1n), only ?? beyondAll];
}

type DueRows = {
  readonly table: string;
  /** The column with the time at which a row is due; an index begins with it. */
  readonly dueAt: string;
  readonly where?: string;
};

/**
 * The businesses with due rows, the longest wait first. Businesses without old rows are searched for only if the oldest
 * rows fill a page. The platform, which is no business, is found like one. Scope: all, or one; reads only.
 */
export async function readBusinessesDue(
  sql: Sql,
  { table, dueAt, where = 'true' }: DueRows,
  now: Date,
  only?: bigint,
): Promise<Waiting[]> {
  const isDue = `${dueAt} <= $1 and ${where} and ($2::bigint is null or business_id = $2)`;
  return await waiting.read(
    sql,
    `with oldest as materialized (
       select business_id, ${dueAt} as since from ${table} where ${isDue} order by ${dueAt} limit ${rowsOfPage}
     )
     select d.business_id as id, coalesce(b.clock_ahead_ms, 0)::float8 as "clockAheadMs"
     from (
       select business_id, min(since) as since from oldest group by business_id
       union all (
         select distinct business_id, null::timestamptz from ${table}
         where (select count(*) from oldest) = ${rowsOfPage} and ${isDue}
           and business_id not in (select business_id from oldest)
         limit ${most}
       )
     ) d left join businesses b using (business_id)
     order by d.since, d.business_id`,
    [now, only],
  );
}
