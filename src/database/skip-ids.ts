import { int2, int8, timestamptz } from '../runtime/column.ts';
import { businessIds } from '../runtime/ids.ts';
import type { Sql } from '../runtime/sql.ts';
import { shape, table } from '../runtime/table.ts';

/**
 * A database restored to an older state would assign ids again, and a processor, which knows a payment by its id, would
 * take the new one for the old one. So every counter skips ahead.
 */
export async function skipIds(sql: Sql, { by, sites, generations, at }: Skip): Promise<Skipped> {
  await noteRestore(sql, generations, at);
  await skipSites(sql, sites);
  // The counter of all businesses together numbers the live files to the bank.
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

/** More than a busy business uses up in days; of the 9,000,000,000 that each has, little enough. */
export const usualSkip = 10_000_000;
/** Each usual skip is a generation, and the numbers of one payment's exchanges have room for 65 of them. */
export const furthestSkip = 60 * usualSkip;

export type Skip = {
  /** For numbers inside a business. */
  readonly by: number;
  /** For numbers of businesses. */
  readonly sites: number;
  /** For other numbers: conversations about a payment, files of a day. */
  readonly generations: number;
  readonly at: Date;
};
export type Skipped = { readonly businesses: number };

const restores = table('restores', { generation: int2, restoredAt: timestamptz });

/** Scope: reference. */
async function noteRestore(sql: Sql, generations: number, at: Date): Promise<void> {
  await sql.query(
    `insert into restores (${restores.names})
     select coalesce(max(generation), 0) + $1::int, $2 from restores`,
    [generations, at],
  );
}

/** Scope: lookup. */
async function skipSites(sql: Sql, by: number): Promise<void> {
  await sql.query(`update counters set next = next + $1::bigint where name = 'site'`, [by]);
}

const owners = shape({ businessId: int8 });
const highestIds = shape({ highest: int8 });

/** Scope: all. */
async function businessesAfter(sql: Sql, after: bigint): Promise<bigint[]> {
  const rows = await owners.read(
    sql,
    `select ${owners.columns} from businesses
     where business_id > $1 order by business_id limit 1000`,
    [after],
  );
  return rows.map(({ businessId }) => businessId);
}

/** Scope: tenant. Also of who had no number yet: in the lost time it may have had some. */
async function skip(sql: Sql, ids: readonly bigint[], count: number): Promise<void> {
  const next = 1n + BigInt(count);
  const rows = ids.map((businessId) => ({ businessId, next }));
  const moved = 'next = business_ids.next + excluded.next - 1';
  await businessIds.insert(sql, rows, `on conflict (business_id) do update set ${moved}`);
}

/** The highest that any business is at. Scope: all. */
export async function highestId(sql: Sql): Promise<bigint> {
  const counted = await highestIds.readRow(
    sql,
    'select coalesce(max(next), 1) as highest from business_ids',
  );
  return counted.highest;
}
