import type { Sql } from '../base/sql.ts';
import type { InvoiceDetails } from '../payments/invoice.ts';
import type { Payment, PaymentState } from '../payments/payment.ts';
import { type PaymentRecord, toPayment } from '../payments/store.ts';

/** A payment with what is needed to go on with it. */
export type Subject = {
  readonly payment: Payment;
  readonly details: InvoiceDetails;
  /** The processor's own name of the charge. */
  readonly chargeId: string | undefined;
};

type Key = { readonly businessId: bigint; readonly id: bigint };

const subjects = `select p.*, v.details, p.processor_id as charge_id
  from payments p
  join invoices v on v.business_id = p.business_id and v.id = p.invoice_id
  where p.business_id = $1 and p.id = $2`;

export async function readSubject(sql: Sql, key: Key): Promise<Subject | undefined> {
  return subjectOf(await sql.query<SubjectRecord>(subjects, [key.businessId, key.id]));
}

/** As it is now, and stays until the transaction ends. */
export async function lockSubject(tx: Sql, key: Key): Promise<Subject | undefined> {
  const sql = `${subjects} for update of p`;
  return subjectOf(await tx.query<SubjectRecord>(sql, [key.businessId, key.id]));
}

type SubjectRecord = PaymentRecord & { details: InvoiceDetails; charge_id: string | null };

function subjectOf([row]: SubjectRecord[]): Subject | undefined {
  if (!row) return undefined;
  const { details, charge_id: chargeId } = row;
  return { payment: toPayment(row), details, chargeId: chargeId ?? undefined };
}

/** The payment that has, or last had, this order number. */
export async function findByOrder(
  sql: Sql,
  businessId: bigint,
  orderNumber: string,
): Promise<bigint | undefined> {
  const rows = await sql.query<{ id: bigint | null }>(
    `select coalesce(
       (select id from payments
        where business_id = $1 and order_number = $2 and holds_order order by is_test limit 1),
       (select id from payments
        where business_id = $1 and order_number = $2 and not holds_order
        order by is_test, id desc limit 1)) as id`,
    [businessId, orderNumber],
  );
  return rows[0]?.id ?? undefined;
}

/** The payment that holds this invoice, or was the last to: it has an id of its own where the invoice was there before. */
export async function findByInvoice(
  sql: Sql,
  businessId: bigint,
  invoiceId: bigint,
): Promise<bigint | undefined> {
  const rows = await sql.query<{ id: bigint | null }>(
    // All payments of an invoice have its order number, and there is no index on what they are for. What took nothing
    // may hold that still, though not the invoice.
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
  return rows[0]?.id ?? undefined;
}

/** What a follow-up changes of its payment, whose row is locked. */
export type PaymentChange = {
  readonly state: PaymentState;
  readonly capturedCents: bigint;
  readonly refundedCents: bigint;
  readonly refundingCents: bigint;
};

export async function changePayment(
  tx: Sql,
  { businessId, id, state: from }: Payment,
  change: PaymentChange,
): Promise<void> {
  const rows = await tx.query(
    `update payments set state = $4, captured_cents = $5, refunded_cents = $6, refunding_cents = $7
     where business_id = $1 and id = $2 and state = $3 returning id`,
    [
      businessId,
      id,
      from,
      change.state,
      change.capturedCents,
      change.refundedCents,
      change.refundingCents,
    ],
  );
  if (rows.length !== 1) throw new Error('a locked payment was changed by somebody else');
}
