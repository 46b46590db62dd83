import { int8 } from '../../runtime/column.ts';
import type { Sql } from '../../runtime/sql.ts';
import { type RowOf, shape } from '../../runtime/table.ts';
import { returnRules } from '../return-codes.ts';

const rate = shape({
  businessId: int8,
  /** Debits that took effect in these days. */
  debits: int8,
  /** Debits that came back in these days. */
  returned: int8,
  /** Part of `returned`: the account was not usable. */
  administrative: int8,
  /** Part of `returned`: there was no authorization. */
  unauthorized: int8,
});
export type ReturnRate = RowOf<typeof rate>;

/** The highest rates that the network's rules allow a company, in hundredths of a percent. */
export const mostBps = { returned: 1500, administrative: 300, unauthorized: 50 } as const;

/** Over how many days the network looks. */
export const ratedDays = 60;

const unauthorized = returnRules.filter((rule) => rule.isUnauthorized).map(({ code }) => code);
const administrative = ['R02', 'R03', 'R04'];

/** The number of returns since then, by business; excludes businesses without a debit. Scope: all. */
export async function returnRates(
  sql: Sql,
  since: Date,
  only: bigint | undefined,
): Promise<ReturnRate[]> {
  return await rate.read(
    sql,
    `select business_id as "businessId",
       count(*) filter (where effective_on >= ($1::timestamptz at time zone 'America/New_York')::date) as debits,
       count(*) filter (where returned_at >= $1) as returned,
       count(*) filter (where returned_at >= $1 and return_code = any($2::text[])) as administrative,
       count(*) filter (where returned_at >= $1 and return_code = any($3::text[])) as unauthorized
     from ach_entries
     where kind = 'debit' and state in ('originated', 'settled', 'available', 'returned', 'late_returned')
       and ($4::bigint is null or business_id = $4)
     group by business_id order by business_id`,
    [since, administrative, unauthorized, only],
  );
}

/** In hundredths of a percent, rounded up: a rate is never reported too low. */
export function bpsOf(part: bigint, { debits }: Pick<ReturnRate, 'debits'>): number {
  if (part === 0n) return 0;
  return debits === 0n ? 10_000 : Number((part * 10_000n + debits - 1n) / debits);
}
