import { currencies } from '../kernel/currency.ts';
import { Refusal } from '../kernel/refusal.ts';
import { int8, oneOf, optional, text, timestamptz } from '../runtime/column.ts';
import type { Sql } from '../runtime/sql.ts';
import { type RowOf, table } from '../runtime/table.ts';
import { detailsColumn, storedDetails } from './invoice.ts';
import type { Bill } from './order.ts';
import type { Payment } from './payment.ts';

export const invoices = table('invoices', {
  businessId: int8,
  id: int8,
  customerId: int8,
  /** The payment that holds it. */
  paymentId: optional(int8),
  state: oneOf(['open', 'held', 'expired', 'void']),
  amountCents: int8,
  currency: oneOf(currencies),
  orderNumber: text,
  externalId: optional(text),
  details: storedDetails,
  createdAt: timestamptz,
});
const read = invoices.omit('externalId', 'details').with({ details: storedDetails });

/** An invoice, as it is now. */
export type Invoice = RowOf<typeof read>;

const opened = invoices.omit('paymentId', 'externalId');

/** Inserts invoices that will be paid later. */
export async function insertOpenInvoices(
  tx: Sql,
  made: readonly Omit<Invoice, 'state' | 'paymentId'>[],
): Promise<void> {
  const rows = made.map((one) => {
    return { ...one, state: 'open', details: JSON.stringify(one.details) } as const;
  });
  await opened.insert(tx, rows);
}

export async function readInvoice(
  sql: Sql,
  businessId: bigint,
  id: bigint,
): Promise<Invoice | undefined> {
  const [invoice] = await readInvoices(sql, businessId, [id]);
  return invoice;
}

/** Invoices that exist, in no order. */
export async function readInvoices(
  sql: Sql,
  businessId: bigint,
  ids: readonly bigint[],
): Promise<Invoice[]> {
  return await read.read(
    sql,
    `select ${read.columns}, ${detailsColumn('invoices')}
     from invoices where business_id = $1 and id = any($2::bigint[])`,
    [businessId, ids],
  );
}

/** Assigns open invoices to their payments. Part of the statement that starts the payments; `locked l` are the rows. */
export const holdLocked = `update invoices v set state = 'held', payment_id = l.payment_id, details = l.details
  from locked l where v.business_id = l.business_id and v.id = l.invoice_id`;

/** Reopens the invoices of failed charges. Part of the statement that finishes the payments. */
export const releaseUnpaid = `update invoices v set state = 'open', payment_id = null
  from done d
  where v.business_id = d.business_id and v.id = d.invoice_id and d.settled and not d.took
    and v.payment_id = d.id`;

type Holder = Pick<Payment, 'businessId' | 'id' | 'invoiceId'>;

/** Reopens the invoice of a payment that failed. */
export async function freeInvoice(tx: Sql, { businessId, id, invoiceId }: Holder): Promise<void> {
  await tx.query(
    `update invoices set state = 'open', payment_id = null
     where business_id = $1 and id = $2 and payment_id = $3`,
    [businessId, invoiceId, id],
  );
}

/** For a payment that is presented again. False: the invoice has ended, or another payment holds it. */
export async function holdInvoice(tx: Sql, payment: Holder): Promise<boolean> {
  const { businessId, id, invoiceId } = payment;
  const held = await tx.query(
    `update invoices set state = 'held', payment_id = $3
     where business_id = $1 and id = $2 and (state = 'open' and payment_id is null or payment_id = $3)
     returning id`,
    [businessId, invoiceId, id],
  );
  return held.length === 1;
}

/** Ends an invoice that no payment holds. False: one holds it, or it has ended. */
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

/** Adds the fields of a page to an invoice that was made with its payment. */
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

/** Refuses an invoice that has ended. */
export async function refuseUnlessOpen(sql: Sql, businessId: bigint, id: bigint): Promise<void> {
  const invoice = await readInvoice(sql, businessId, id);
  if (invoice?.state === 'expired' || invoice?.state === 'void') throw new Refusal('invoice_ended');
}
