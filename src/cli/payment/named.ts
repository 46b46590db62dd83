import { parsed } from '../../base/parsed.ts';
import type { Business } from '../../businesses/business.ts';
import { findByInvoice, findByOrder } from '../../followups/subject.ts';
import { invoiceIdOf, invoiceNumberOf } from '../../payments/invoice-number.ts';
import type { Payment } from '../../payments/payment.ts';
import { readPayments } from '../../payments/store.ts';
import type { World } from '../../world.ts';
import { OperatorFault, UsageFault } from '../command.ts';
import { dollars } from '../money.ts';
import { id, needed, option, verbatim, type Word } from '../words.ts';

const maybeId: Word<bigint | undefined> = {
  kind: 'place',
  shape: '[ID]',
  isRequired: false,
  read: id,
};

/** The words by which a payment is named, in one way of three. */
export const naming = {
  payment: maybeId,
  business: needed('ID|USERNAME', verbatim(100)),
  invoice: option('NUMBER', (text) => parsed(text.replaceAll(/\D/g, ''))),
  order: option('NUMBER', verbatim(100)),
};

type Names = {
  readonly payment: bigint | undefined;
  readonly invoice: string | undefined;
  readonly order: string | undefined;
};

export function checkNaming({ payment, invoice, order }: Names): void {
  if ([payment, invoice, order].filter((one) => one !== undefined).length === 1) return;
  throw new UsageFault('name the payment by its ID, by --invoice or by --order');
}

export async function paymentNamed(
  { db, vault }: Pick<World, 'db' | 'vault'>,
  { id: businessId }: Pick<Business, 'id'>,
  { payment, invoice, order }: Names,
): Promise<Payment> {
  const invoiceId = invoice && invoiceIdOf(vault, businessId, invoice);
  const byInvoice = invoiceId && (await findByInvoice(db, businessId, invoiceId));
  const byOrder = order && (await findByOrder(db, businessId, order));
  const key = payment ?? (byInvoice || byOrder || undefined);
  const [found] = key === undefined ? [] : await readPayments(db, [{ businessId, id: key }]);
  if (found) return found;
  throw new OperatorFault(`business ${businessId} has no such payment`);
}

/** Of what is stored, what an operator sees: no fingerprint, and no token, with which one could pay. */
export function summary({ vault }: Pick<World, 'vault'>, payment: Payment) {
  const { fingerprint: _, requestFingerprint: __, token: ___, ...shown } = payment;
  const { businessId, invoiceId } = payment;
  return { ...shown, invoiceNumber: invoiceNumberOf(vault, businessId, invoiceId) };
}

/** What was asked for, approved, taken and given back. */
export function sums(payment: Payment) {
  return {
    amount: dollars(payment.amountCents),
    approved: dollars(payment.approvedCents),
    captured: dollars(payment.capturedCents),
    refunded: dollars(payment.refundedCents),
    'being refunded': payment.refundingCents > 0n ? dollars(payment.refundingCents) : undefined,
  };
}

/** Such as `visa …4242`. */
export function sourceOf({ method, brand, last4 }: Payment): string {
  return `${brand ?? method} …${last4}`;
}
