import { currencies } from '../../kernel/currency.ts';
import { int8, named, oneOf, text, timestamptz } from '../../runtime/column.ts';
import type { Sql } from '../../runtime/sql.ts';
import { type RowOf, shape } from '../../runtime/table.ts';
import { transfers } from './transfer.ts';

const accountBalance = shape({ account: text, currency: oneOf(currencies), cents: int8 });
/** The debits of an account less its credits. */
export type Balance = RowOf<typeof accountBalance>;

/** The balance of every account that was ever used, in the order of their names, now or at an earlier moment. */
export async function balances(sql: Sql, businessId: bigint, asOf?: Date): Promise<Balance[]> {
  return await accountBalance.read(
    sql,
    `select account, currency, sum(cents)::bigint as cents from (
       select debit as account, currency, cents from transfers
       where business_id = $1 and ($2::timestamptz is null or made_at <= $2)
       union all
       select credit, currency, -cents from transfers
       where business_id = $1 and ($2::timestamptz is null or made_at <= $2)
     ) sides group by account, currency order by account, currency desc`,
    [businessId, asOf],
  );
}

const lines = shape({
  ...transfers.omit('businessId', 'madeAt').fields,
  at: named('made_at', timestamptz),
});
/** A row of the ledger with its cause. */
export type Line = RowOf<typeof lines>;

export type LineFilter = {
  readonly account?: string | undefined;
  readonly paymentId?: bigint | undefined;
  /** Older than this one. */
  readonly before?: bigint | undefined;
  readonly limit: number;
};

/** The latest first. */
export async function listLines(
  sql: Sql,
  businessId: bigint,
  { account, paymentId, before, limit }: LineFilter,
): Promise<Line[]> {
  return await lines.read(
    sql,
    `select ${lines.columns} from transfers
     where business_id = $1 and ($2::text is null or $2 in (debit, credit))
       and ($3::bigint is null or payment_id = $3)
       and ($5::bigint is null or (made_at, id) < (
         select b.made_at, b.id from transfers b where b.business_id = $1 and b.id = $5))
     order by made_at desc, id desc limit $4`,
    [businessId, account, paymentId, limit, before],
  );
}
