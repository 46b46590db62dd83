import type { Sql } from '../../runtime/sql.ts';
import { freeInvoice } from '../open-invoice.ts';
import type { Payment } from '../payment.ts';
import { releaseOrderNumber } from '../store.ts';

type Holder = Pick<Payment, 'businessId' | 'id' | 'invoiceId'>;

/** Frees order number and invoice of a payment that will not take place. */
export async function freeOrder(tx: Sql, payment: Holder, at: Date): Promise<void> {
  await releaseOrderNumber(tx, payment, at);
  await freeInvoice(tx, payment);
}
