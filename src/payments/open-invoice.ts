import { Refusal } from '../base/refusal.ts';
import { int8, json, rowSet, text, timestamptz } from '../base/rows.ts';
import type { Sql } from '../base/sql.ts';
import type { InvoiceDetails } from './invoice.ts';
import type { Bill } from './order.ts';

export type InvoiceState = 'open' | 'held' | 'expired' | 'void';

/** An invoice as it stands, whoever made it. */
export type Invoice = {
  readonly businessId: bigint;
  readonly id: bigint;
  readonly customerId: bigint;
  /** Who holds it, where it is held. */
  readonly paymentId: bigint | undefined;
  readonly state: InvoiceState;
  readonly amountCents: bigint;
  readonly orderNumber: string;
  readonly details: InvoiceDetails;
  readonly createdAt: Date;
};

const rows = rowSet({
  businessId: int8,
  id: int8,
  customerId: int8,
  amountCents: int8,
  orderNumber: text,
  details: json,
  createdAt: timestamptz,
});

/** Invoices that are to be paid by somebody later. */
export async function insertOpenInvoices(
  tx: Sql,
  invoices: readonly Omit<Invoice, 'state' | 'paymentId'>[],
): Promise<void> {
  await tx.query(
    `insert into invoices (business_id, id, customer_id, state, amount_cents, order_number, details, created_at)
     select business_id, id, customer_id, 'open', amount_cents, order_number, details, created_at
     from ${rows.sql}`,
    rows.encode(invoices.map((one) => ({ ...one, details: JSON.stringify(one.details) }))),
  );
}

export async function readInvoice(
  sql: Sql,
  businessId: bigint,
  id: bigint,
): Promise<Invoice | undefined> {
  const [invoice] = await readInvoices(sql, businessId, [id]);
  return invoice;
}

/** Those that there are, in no order. */
export async function readInvoices(
  sql: Sql,
  businessId: bigint,
  ids: readonly bigint[],
): Promise<Invoice[]> {
  const rows = await sql.query<InvoiceRecord>(
    `select id, customer_id, payment_id, state, amount_cents, order_number, details, created_at
     from invoices where business_id = $1 and id = any($2::bigint[])`,
    [businessId, ids],
  );
  return rows.map((row) => ({
    businessId,
    id: row.id,
    customerId: row.customer_id,
    paymentId: row.payment_id ?? undefined,
    state: row.state,
    amountCents: row.amount_cents,
    orderNumber: row.order_number,
    details: row.details,
    createdAt: row.created_at,
  }));
}

/** Ends an invoice that nobody holds; false: it is held, or has ended. */
export async function endOpenInvoice(
  tx: Sql,
  { businessId, id }: Pick<Invoice, 'businessId' | 'id'>,
  state: 'expired' | 'void',
): Promise<boolean> {
  const ended = await tx.query(
    `update invoices set state = $3 where business_id = $1 and id = $2 and state = 'open' returning id`,
    [businessId, id, state],
  );
  return ended.length === 1;
}

/** For one that was made by its payment and is to be shown on a page. */
export async function addBill(
  tx: Sql,
  { businessId, id }: Pick<Invoice, 'businessId' | 'id'>,
  bill: Bill,
): Promise<void> {
  await tx.query(
    `update invoices set details = (details::jsonb || jsonb_build_object('bill', $3::jsonb))::json
     where business_id = $1 and id = $2 and state = 'open'`,
    [businessId, id, JSON.stringify(bill)],
  );
}

/** Nobody holds it and yet it could not be paid: it has ended. */
export async function refuseUnlessOpen(sql: Sql, businessId: bigint, id: bigint): Promise<void> {
  const invoice = await readInvoice(sql, businessId, id);
  if (invoice?.state === 'expired' || invoice?.state === 'void') throw new Refusal('invoice_ended');
}

type InvoiceRecord = {
  readonly id: bigint;
  readonly customer_id: bigint;
  readonly payment_id: bigint | null;
  readonly state: InvoiceState;
  readonly amount_cents: bigint;
  readonly order_number: string;
  readonly details: InvoiceDetails;
  readonly created_at: Date;
};
