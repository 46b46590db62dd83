import type { Sql } from '../base/sql.ts';

/** What one account comes to: what it was debited less what it was credited. */
export type Balance = { readonly account: string; readonly cents: bigint };

/** Of every account that ever moved, by its name, as it was at a moment or as it is. */
export async function balances(sql: Sql, businessId: bigint, asOf?: Date): Promise<Balance[]> {
  return await sql.query<Balance>(
    `select account, sum(cents)::bigint as cents from (
       select debit as account, cents from transfers
       where business_id = $1 and ($2::timestamptz is null or made_at <= $2)
       union all
       select credit, -cents from transfers
       where business_id = $1 and ($2::timestamptz is null or made_at <= $2)
     ) sides group by account order by account`,
    [businessId, asOf],
  );
}

/** A row of the ledger, with what caused it. */
export type Line = {
  readonly id: bigint;
  readonly debit: string;
  readonly credit: string;
  readonly cents: bigint;
  readonly paymentId: bigint | null;
  readonly followupId: bigint | null;
  readonly batchId: bigint | null;
  readonly entryId: bigint | null;
  readonly at: Date;
};

export type LineFilter = {
  readonly account?: string | undefined;
  readonly paymentId?: bigint | undefined;
  readonly limit: number;
};

/** The latest first. */
export async function listLines(
  sql: Sql,
  businessId: bigint,
  { account, paymentId, limit }: LineFilter,
): Promise<Line[]> {
  return await sql.query<Line>(
    `select id, debit, credit, cents, payment_id as "paymentId", followup_id as "followupId",
       batch_id as "batchId", entry_id as "entryId", made_at as at
     from transfers
     where business_id = $1 and ($2::text is null or $2 in (debit, credit))
       and ($3::bigint is null or payment_id = $3)
     order by made_at desc, id desc limit $4`,
    [businessId, account, paymentId, limit],
  );
}
