import { Refusal } from '../../kernel/refusal.ts';
import { refuseWhileAway } from '../../payments/asking.ts';
import { findByInvoice, findByOrder } from '../../payments/follow-ups/subject.ts';
import { invoiceIdOf } from '../../payments/invoice-number.ts';
import type { Payment } from '../../payments/payment.ts';
import { readPayments } from '../../payments/store.ts';
import type { World } from '../../world.ts';
import type { Call } from './operation.ts';

type Names = {
  /** Our invoice number, and the name of the parameter that it came in. */
  readonly invoice: { readonly number: string; readonly field: string } | undefined;
  readonly orderNumber: string | undefined;
};

/** The payment that a caller names; if both names are given, they must name the same one. */
export async function paymentNamed(world: World, call: Call, names: Names): Promise<Payment> {
  return await refuseWhileAway(world, () => findNamed(world, call, names));
}

async function findNamed(
  world: World,
  { business }: Call,
  { invoice, orderNumber }: Names,
): Promise<Payment> {
  const id = invoice
    ? await findInvoiced(world, business, invoice.number)
    : await findByOrder(world.db, business.id, orderNumber!);
  const found =
    id === undefined
      ? undefined
      : await world.gather(readPayments, { businessId: business.id, id });
  if (!found) throw unknown(invoice?.field ?? 'OrderNumber');
  if (invoice && orderNumber !== undefined && found.orderNumber !== orderNumber) {
    throw wrong('contradictory', 'OrderNumber', `and ${invoice.field} name different payments.`);
  }
  return found;
}

async function findInvoiced(
  { db, vault }: World,
  { id: businessId }: Call['business'],
  number: string,
): Promise<bigint | undefined> {
  const invoiceId = invoiceIdOf(vault, businessId, number);
  return invoiceId && (await findByInvoice(db, businessId, invoiceId));
}

function unknown(field: string): Refusal {
  return wrong('unknown', field, 'does not name a payment of this business.');
}

function wrong(code: string, field: string, says: string): Refusal {
  const message = `${field} ${says}`;
  return new Refusal('unknown_payment', { details: [{ field, code, message }] });
}
