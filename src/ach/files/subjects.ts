import { detailsColumn, type InvoiceDetails, storedDetails } from '../../payments/invoice.ts';
import { type Payment, paymentRow } from '../../payments/payment.ts';
import type { Sql } from '../../runtime/sql.ts';
import type { Entry } from '../entry.ts';

/** The payment of an entry, with its details. */
export type Paid = { readonly payment: Payment; readonly details: InvoiceDetails };

const paid = paymentRow.with({ details: storedDetails });

/**
 * The payments of these entries, or only of entries of some kinds, as they are now and stay until the transaction ends;
 * by id.
 */
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
  const rows = await paid.read(
    tx,
    `select ${paymentRow.of('p')}, ${detailsColumn('v')} from payments p
     join invoices v on v.business_id = p.business_id and v.id = p.invoice_id
     where p.business_id = $1 and p.id = any($2::int8[]) order by p.id for update of p`,
    [businessId, ids],
  );
  return new Map(rows.map(({ details, ...payment }) => [payment.id, { payment, details }]));
}
