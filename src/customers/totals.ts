import type { Sql } from '../base/sql.ts';

/** What a customer was asked for, and what became of it. */
export type InvoiceTotals = {
  readonly count: bigint;
  readonly invoicedCents: bigint;
  /** What was taken and did not come back by itself; what was given back of it is told apart. */
  readonly paidCents: bigint;
  readonly refundedCents: bigint;
  /** Of invoices that no payment holds. */
  readonly openCents: bigint;
};

/**
 * Whatever their number, added up in one pass. An invoice is held by its payment, and where none holds it, the
 * charge that made it says whether it was a test: those are no sales.
 */
export async function invoiceTotals(
  sql: Sql,
  businessId: bigint,
  customerId: bigint,
): Promise<InvoiceTotals> {
  const rows = await sql.query<TotalsRecord>(
    `select count(*) as count,
       coalesce(sum(i.amount_cents), 0)::int8 as invoiced_cents,
       coalesce(sum(p.captured_cents) filter (
         where p.state in ('captured', 'voiding', 'settled', 'available')), 0)::int8 as paid_cents,
       coalesce(sum(p.refunded_cents), 0)::int8 as refunded_cents,
       coalesce(sum(i.amount_cents) filter (where i.state = 'open'), 0)::int8 as open_cents
     from invoices i
     left join payments p on p.business_id = i.business_id and p.id = coalesce(i.payment_id, i.id)
     where i.business_id = $1 and i.customer_id = $2 and p.is_test is not true
       and (i.state = 'held' or i.state = 'open' and not exists (
         -- Paid, or being paid, by another one under its order number.
         select from payments o
         where o.business_id = i.business_id and o.order_number = i.order_number and o.holds_order
           and o.state not in ('declined', 'canceled') and not o.is_test))`,
    [businessId, customerId],
  );
  const row = rows[0]!;
  return {
    count: row.count,
    invoicedCents: row.invoiced_cents,
    paidCents: row.paid_cents,
    refundedCents: row.refunded_cents,
    openCents: row.open_cents,
  };
}

type TotalsRecord = {
  readonly count: bigint;
  readonly invoiced_cents: bigint;
  readonly paid_cents: bigint;
  readonly refunded_cents: bigint;
  readonly open_cents: bigint;
};
