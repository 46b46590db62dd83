import type { Sql } from '../base/sql.ts';
import type { InvoiceDetails } from '../payments/invoice.ts';
import type { Payment, PaymentState } from '../payments/payment.ts';
import { type PaymentRecord, toPayment } from '../payments/store.ts';
import type { Entry } from './entry.ts';

/** The payment of an entry, with what it was for. */
export type Paid = { readonly payment: Payment; readonly details: InvoiceDetails };

/** The payments of these entries, or of those of some kinds, as they are now and stay until the transaction ends; by id. */
export async function lockPaid(
  tx: Sql,
  businessId: bigint,
  entries: readonly Entry[],
  kinds: readonly Entry['kind'][] = ['debit'],
): Promise<ReadonlyMap<bigint, Paid>> {
  const ids = entries.flatMap(({ kind, paymentId }) =>
    kinds.includes(kind) && paymentId !== undefined ? [paymentId] : [],
  );
  if (ids.length === 0) return new Map();
  const rows = await tx.query<PaymentRecord & { details: InvoiceDetails }>(
    `select p.*, v.details from payments p
     join invoices v on v.business_id = p.business_id and v.id = p.invoice_id
     where p.business_id = $1 and p.id = any($2::int8[]) order by p.id for update of p`,
    [businessId, ids],
  );
  return new Map(rows.map((row) => [row.id, { payment: toPayment(row), details: row.details }]));
}

/** Moves locked payments on. That one of them cannot be is a fault, and nothing is written. */
export async function movePaid(
  tx: Sql,
  businessId: bigint,
  ids: readonly bigint[],
  from: readonly PaymentState[],
  to: PaymentState,
): Promise<void> {
  if (ids.length === 0) return;
  const rows = await tx.query(
    `update payments set state = $4
     where business_id = $1 and id = any($2::int8[]) and state = any($3::text[]) returning id`,
    [businessId, ids, from, to],
  );
  if (rows.length !== ids.length) {
    throw new Error(`a payment whose entry moves on cannot become ${to}`);
  }
}
