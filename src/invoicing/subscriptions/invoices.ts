import { textable } from '../../kernel/phone.ts';
import type { Contact } from '../../parties/customers/customer.ts';
import type { InvoiceDetails } from '../../payments/invoice.ts';
import type { NewInvoice } from '../../payments/open-invoice.ts';
import type { Line } from '../../payments/order.ts';
import { priceOf } from './price.ts';
import { orderNumberOf, type PeriodRow, type Subscription } from './subscription.ts';

const put = 'From the change before';
const takenOff = 'Credit from the change before';

/** The open invoice of a period, paid by our next charge or by pay link. */
export function invoiceOfPeriod(
  before: Subscription,
  period: PeriodRow,
  invoiceId: bigint,
  contact: Contact,
): NewInvoice {
  const { businessId, customerId, id } = before;
  return {
    businessId,
    id: invoiceId,
    customerId,
    amountCents: period.amountCents,
    currency: before.currency,
    orderNumber: orderNumberOf(id, period.n),
    details: detailsOf(before, period, contact),
    createdAt: period.createdAt,
  };
}

function detailsOf(before: Subscription, period: PeriodRow, contact: Contact): InvoiceDetails {
  const { firstName, lastName, address1, address2, city, stateCode, postalCode, countryCode } =
    contact;
  const lastDay = period.endsOn.subtract({ days: 1 });
  return {
    lines: linesOf(before, period).map((line) => ({ ...line, cents: String(line.cents) })),
    billTo: { firstName, lastName, address1, address2, city, stateCode, postalCode, countryCode },
    email: contact.email,
    phone: contact.phone,
    emailReceipt: contact.email !== '',
    smsReceipt: textable(contact.phone),
    description: `${before.planCode || 'Subscription'}, ${dayText(period.startsOn)} to ${dayText(lastDay)}`,
    bill: { business: {}, statementOn: period.startsOn.toString() },
    period: { subscriptionId: String(before.id), number: period.n },
  };
}

/** The lines of the price: amount, discount, tax, and the amount carried over from a change. */
function linesOf(before: Subscription, period: PeriodRow): Line[] {
  const { amountCents, taxCents } = before;
  const { discountCents, dueCents } = priceOf(before);
  const carried = period.amountCents - dueCents;
  const lines: Line[] = [{ name: 'Subtotal', cents: amountCents, kind: 'subtotal' }];
  if (discountCents > 0n) lines.push({ name: 'Discount', cents: discountCents, kind: 'discount' });
  if (taxCents > 0n) lines.push({ name: 'Tax', cents: taxCents, kind: 'tax' });
  if (carried > 0n) lines.push({ name: put, cents: carried, kind: 'other' });
  if (carried < 0n) lines.push({ name: takenOff, cents: -carried, kind: 'discount' });
  return lines;
}

/** The amount that an earlier change added to its price, or took off. */
export function carriedIn({ lines }: InvoiceDetails): bigint {
  const sumOf = (wanted: string) =>
    lines.reduce((sum, { name, cents }) => (name === wanted ? sum + BigInt(cents) : sum), 0n);
  return sumOf(put) - sumOf(takenOff);
}

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** Cached `toLocaleString`, which costs as much as the rest of a period together. */
function dayText({ month, day, year }: Temporal.PlainDate): string {
  return `${months[month - 1]} ${day}, ${year}`;
}
