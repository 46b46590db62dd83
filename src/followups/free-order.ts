import type { Sql } from '../base/sql.ts';
import type { Payment } from '../payments/payment.ts';
import { letGoOfOrder } from '../payments/store.ts';

type Holder = Pick<Payment, 'businessId' | 'id' | 'invoiceId'>;

/** Nothing comes of a payment any more: its order number and its invoice are whoever's pays next. */
export async function freeOrder(tx: Sql, payment: Holder): Promise<void> {
  await letGoOfOrder(tx, payment);
  await freeInvoice(tx, payment);
}

export async function freeInvoice(tx: Sql, { businessId, id, invoiceId }: Holder): Promise<void> {
  await tx.query(
    `update invoices set state = 'open', payment_id = null
     where business_id = $1 and id = $2 and payment_id = $3`,
    [businessId, invoiceId, id],
  );
}
