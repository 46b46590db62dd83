import { Refusal } from '../base/refusal.ts';
import { readByKey } from '../followups/store.ts';
import { findByOrder } from '../followups/subject.ts';
import { invoiceIdOf } from '../payments/invoice-number.ts';
import type { Payment } from '../payments/payment.ts';
import { readPayments } from '../payments/store.ts';
import type { World } from '../world.ts';
import type { Call } from './operation.ts';

type Names = {
  /** Our number of the invoice, and the name of the parameter it came in. */
  readonly invoice: { readonly number: string; readonly field: string } | undefined;
  readonly orderNumber: string | undefined;
};

/** The payment that a caller means; where both names are given, they must name the same one. */
export async function paymentNamed(
  world: World,
  call: Call,
  { invoice, orderNumber }: Names,
): Promise<Payment> {
  const { business } = call;
  // A payment makes its invoice, and both have one id.
  const id = invoice
    ? invoiceIdOf(world.vault, business.id, invoice.number)
    : ((await findByOrder(world.db, business.id, orderNumber!)) ??
      (await askedBefore(world, call)));
  const found =
    id === undefined
      ? undefined
      : await world.gather(readPayments, { businessId: business.id, id });
  const isFree = !invoice && found?.orderNumber !== orderNumber;
  if (!found || isFree) throw unknown(invoice?.field ?? 'OrderNumber');
  if (invoice && orderNumber !== undefined && found.orderNumber !== orderNumber) {
    throw wrong('contradictory', 'OrderNumber', `and ${invoice.field} name different payments.`);
  }
  return found;
}

/** Who repeats a request is answered as before, though its payment came back since and its order is free. */
async function askedBefore(
  { db }: World,
  { business, retryKey }: Call,
): Promise<bigint | undefined> {
  return retryKey && (await readByKey(db, business.id, retryKey.key))?.paymentId;
}

function unknown(field: string): Refusal {
  return wrong('unknown', field, 'does not name a payment of this business.');
}

function wrong(code: string, field: string, says: string): Refusal {
  const message = `${field} ${says}`;
  return new Refusal('unknown_payment', { details: [{ field, code, message }] });
}
