import { int8, rowSet } from '../base/rows.ts';
import type { Sql } from '../base/sql.ts';

/**
 * A database that was set back to an older state would give numbers out again, and whoever knows what came of one by
 * its number, as processors do, would take the new for the old. So all counters go on far behind where they stand.
 */
export async function skipIds(sql: Sql, { by, sites }: Skip): Promise<Skipped> {
  await skipSites(sql, sites);
  // That of all businesses together numbers the live files to the bank.
  await skip(sql, [0n], by);
  let businesses = 0;
  let after = 0n;
  for (;;) {
    const ids = await businessesAfter(sql, after);
    if (ids.length === 0) return { businesses };
    await skip(sql, ids, by);
    businesses += ids.length;
    after = ids.at(-1)!;
  }
}

export type Skip = {
  /** Of the numbers inside a business. */
  readonly by: number;
  /** Of the numbers of businesses. */
  readonly sites: number;
};
export type Skipped = { readonly businesses: number };

/** Scope: lookup. */
async function skipSites(sql: Sql, by: number): Promise<void> {
  await sql.query(`update counters set next = next + $1::bigint where name = 'site'`, [by]);
}

/** Scope: all. */
async function businessesAfter(sql: Sql, after: bigint): Promise<bigint[]> {
  const rows = await sql.query<{ business_id: bigint }>(
    'select business_id from businesses where business_id > $1 order by business_id limit 1000',
    [after],
  );
  return rows.map(({ business_id }) => business_id);
}

const counters = rowSet({ businessId: int8 });
const by = `$${counters.nextParameter}::bigint`;

/** Scope: tenant. Also of who had no number yet: in the lost time it may have had some. */
async function skip(sql: Sql, ids: readonly bigint[], count: number): Promise<void> {
  await sql.query(
    `insert into business_ids (business_id, next) select business_id, 1 + ${by} from ${counters.sql}
     on conflict (business_id) do update set next = business_ids.next + ${by}`,
    [...counters.encode(ids.map((businessId) => ({ businessId }))), count],
  );
}

/** The highest that any business is at. Scope: all. */
export async function highestId(sql: Sql): Promise<bigint> {
  const rows = await sql.query<{ highest: bigint }>(
    'select coalesce(max(next), 1) as highest from business_ids',
  );
  return rows[0]!.highest;
}
