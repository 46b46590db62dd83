import type { Sql } from '../base/sql.ts';

/** What of the money of a business has not come to its end. */
export type StillOpen = {
  /** What is its own and was not paid out; less than nothing: what it owes. */
  readonly clearingCents: bigint;
  /** What processors and banks have still to hand over. */
  readonly receivableCents: bigint;
  /** Bank transfers that no bank has yet: they go out with the next file. */
  readonly queued: number;
  readonly queuedCents: bigint;
};

export async function readStillOpen(sql: Sql, businessId: bigint): Promise<StillOpen> {
  const rows = await sql.query<StillOpen>(
    `select
       coalesce(sum(cents) filter (where account = 'clearing'), 0)::bigint as "clearingCents",
       coalesce(sum(cents) filter (where account like 'receivable:%'), 0)::bigint as "receivableCents",
       (select count(*)::int from ach_entries
        where business_id = $1 and state in ('queued', 'filed') and kind <> 'prenote') as queued,
       (select coalesce(sum(amount_cents), 0)::bigint from ach_entries
        where business_id = $1 and state in ('queued', 'filed') and kind <> 'prenote') as "queuedCents"
     from (
       select debit as account, cents from transfers where business_id = $1
       union all
       select credit, -cents from transfers where business_id = $1
     ) sides`,
    [businessId],
  );
  return rows[0]!;
}
