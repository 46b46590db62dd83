import { int4, int8, optional, text } from '../../runtime/column.ts';
import type { Sql } from '../../runtime/sql.ts';
import { type RowOf, shape } from '../../runtime/table.ts';
import { detailsColumn, type InvoiceDetails, storedDetails } from '../invoice.ts';
import { firstAttempt, type Payment, paymentRow } from '../payment.ts';

/** A payment with the facts that its follow-ups need. */
export type Subject = {
  readonly payment: Payment;
  readonly details: InvoiceDetails;
  /** The processor's id of the charge. */
  readonly chargeId: string | undefined;
  /** Its id of the capture, where the charge was captured later. */
  readonly captureId: string | undefined;
  /** How often the database was restored to an older state. */
  readonly generation: number;
};

type Key = { readonly businessId: bigint; readonly id: bigint };

const subjects = paymentRow.with({
  details: storedDetails,
  chargeId: optional(text),
  captureId: optional(text),
  generation: int4,
});

const statement = `select ${paymentRow.of('p')}, ${detailsColumn('v')}, p.processor_id as "chargeId",
    -- Of one that persons know of, older rows have an empty name.
    (select nullif(f.processor_id, '') from followups f
     where f.business_id = p.business_id and f.payment_id = p.id and f.kind = 'capture'
       and f.state = 'succeeded' limit 1) as "captureId",
    (select coalesce(max(generation), 0) from restores)::int as generation
  from payments p
  join invoices v on v.business_id = p.business_id and v.id = p.invoice_id
  where p.business_id = $1 and p.id = $2`;

export async function readSubject(sql: Sql, { businessId, id }: Key): Promise<Subject | undefined> {
  return subjectOf(await subjects.readOne(sql, statement, [businessId, id]));
}

/** Locked until the transaction ends. */
export async function lockSubject(tx: Sql, { businessId, id }: Key): Promise<Subject | undefined> {
  return subjectOf(await subjects.readOne(tx, `${statement} for update of p`, [businessId, id]));
}

function subjectOf(row: RowOf<typeof subjects> | undefined): Subject | undefined {
  if (!row) return undefined;
  const { details, chargeId, captureId, generation, ...payment } = row;
  return { payment, details, chargeId, captureId, generation };
}

/** More exchanges than any payment has between a backup and its restore. */
export const skippedByRestore = 500;

/**
 * The number of the next exchange with the processor. Exchanges that a restore removed had numbers that the processor
 * still knows, so they are skipped.
 */
export function nextNumber(
  { generation }: Pick<Subject, 'generation'>,
  earlier: readonly { readonly n: number }[],
): number {
  const last = earlier.reduce((most, { n }) => Math.max(most, n), firstAttempt);
  return Math.max(last, generation * skippedByRestore) + 1;
}

const named = shape({ id: optional(int8) });

/** The payment that has, or last had, this order number. */
export async function findByOrder(
  sql: Sql,
  businessId: bigint,
  orderNumber: string,
): Promise<bigint | undefined> {
  const found = await named.readOne(
    sql,
    `select coalesce(
       (select id from payments
        where business_id = $1 and order_number = $2 and holds_order order by is_test limit 1),
       (select id from payments
        where business_id = $1 and order_number = $2 and not holds_order
        order by is_test, id desc limit 1)) as id`,
    [businessId, orderNumber],
  );
  return found?.id;
}

/**
 * The payment that holds this invoice, or was the last to. An invoice that existed before its payment has an id of its
 * own.
 */
export async function findByInvoice(
  sql: Sql,
  businessId: bigint,
  invoiceId: bigint,
): Promise<bigint | undefined> {
  const found = await named.readOne(
    sql,
    // All payments of an invoice have its order number, and there is no index on the invoice. A failed charge may still
    // hold the order number, but not the invoice.
    `select coalesce(v.payment_id,
       (select p.id from payments p
        where p.business_id = v.business_id and p.order_number = v.order_number and p.holds_order
          and p.invoice_id = v.id
        limit 1),
       (select p.id from payments p
        where p.business_id = v.business_id and p.order_number = v.order_number and not p.holds_order
          and p.invoice_id = v.id
        order by p.id desc limit 1)) as id
     from invoices v where v.business_id = $1 and v.id = $2`,
    [businessId, invoiceId],
  );
  return found?.id;
}
