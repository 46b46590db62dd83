import { currencies } from '../../kernel/currency.ts';
import { int8, oneOf } from '../../runtime/column.ts';
import type { Sql } from '../../runtime/sql.ts';
import { type RowOf, shape } from '../../runtime/table.ts';

const totals = shape({
  count: int8,
  invoicedCents: int8,
  /** Taken and not returned; refunds are not taken off. */
  paidCents: int8,
  refundedCents: int8,
  /** The sum of what is left of invoices that no payment holds. */
  openCents: int8,
});
/** The invoices of a customer in sums. */
export type InvoiceTotals = RowOf<typeof totals>;

export const noInvoices: InvoiceTotals = {
  count: 0n,
  invoicedCents: 0n,
  paidCents: 0n,
  refundedCents: 0n,
  openCents: 0n,
};

const ofCurrency = totals.with({ customerId: int8, currency: oneOf(currencies) });
export type TotalsOfCurrency = RowOf<typeof ofCurrency>;

/**
 * Sums for each customer and currency that has invoices. Invoices of tests do not count. A payment holds its invoice;
 * if none does, the charge that made the invoice shows if it was a test.
 */
export async function readTotals(
  sql: Sql,
  businessId: bigint,
  customerIds: readonly bigint[],
): Promise<TotalsOfCurrency[]> {
  return await ofCurrency.read(
    sql,
    `select i.customer_id as "customerId", i.currency, count(*) filter (where i.part_of is null) as count,
       -- A part is in the amount of its invoice, of which nothing but its parts counts once the rest has ended.
       coalesce(sum(case when i.state in ('expired', 'void') then i.parts_cents else i.amount_cents end)
         filter (where i.part_of is null), 0)::int8 as "invoicedCents",
       coalesce(sum(p.captured_cents) filter (
         where p.state in ('captured', 'voiding', 'settled', 'available')), 0)::int8 as "paidCents",
       coalesce(sum(p.refunded_cents), 0)::int8 as "refundedCents",
       coalesce(sum(i.amount_cents - i.parts_cents) filter (where i.state = 'open'), 0)::int8 as "openCents"
     from (
       -- A column of its own: under row-level security no index finds a row by coalesce(), which is not leakproof.
       select *, coalesce(payment_id, id) as holder_id from invoices
       where business_id = $1 and customer_id = any($2::int8[]) offset 0
     ) i
     left join payments p on p.business_id = i.business_id and p.id = i.holder_id
     where p.is_test is not true
       and (i.state = 'held' or i.parts_cents > 0 or i.state = 'open' and not exists (
         -- Paid, or being paid, by another one under its order number.
         select from payments o
         where o.business_id = i.business_id and o.order_number = i.order_number and o.holds_order
           and o.state not in ('declined', 'canceled') and not o.is_test))
     group by i.customer_id, i.currency order by i.customer_id, i.currency`,
    [businessId, customerIds],
  );
}
