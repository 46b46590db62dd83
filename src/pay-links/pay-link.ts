import { Refusal } from '../base/refusal.ts';
import type { Contact } from '../customers/customer.ts';
import { chargeWithBrake } from '../payments/charge-with-brake.ts';
import { billedOf } from '../payments/invoice.ts';
import type { Line, Order, PeriodName, Source } from '../payments/order.ts';
import type { Payment } from '../payments/payment.ts';
import type { NewToken } from '../tokens/token.ts';
import type { OpenedLink } from './open-link.ts';

/** How somebody wants to pay what a link asks for. */
export type PayWish = {
  readonly source: Source;
  /** When it is to be kept for later. */
  readonly newToken: NewToken | undefined;
  readonly contact: Contact;
  readonly emailReceipt: boolean;
  readonly smsReceipt: boolean;
  /** What was agreed to for a debit, word for word. */
  readonly agreement: string | undefined;
};

/**
 * Pays the invoice of a link, by the same road as every charge: under the order number of the invoice, so that of two
 * tabs, or a tab and a subscription, one charges, and the other hears of it.
 */
export async function payLink(opened: OpenedLink, wish: PayWish): Promise<Payment> {
  const { world, standing } = opened;
  if (standing === 'closed') throw new Refusal('payments_not_active');
  if (standing !== 'payable' && standing !== 'paying') throw new Refusal('invoice_ended');
  const order = orderOf(opened, wish);
  return await chargeWithBrake(world, order);
}

/** The period is paid by somebody, and by none of our tries. */
function withoutAttempt({ subscriptionId, number }: PeriodName): PeriodName {
  return { subscriptionId, number };
}

function orderOf(
  { world, business, link, invoice }: OpenedLink,
  { agreement: text, ...wish }: PayWish,
): Order {
  const { details } = invoice;
  if (!details.bill) throw new Error('a link to an invoice that shows no bill');
  return {
    ...wish,
    business,
    isTest: false,
    orderNumber: invoice.orderNumber,
    retryKey: undefined,
    amountCents: invoice.amountCents,
    capture: true,
    wantsToken: wish.newToken !== undefined,
    customerId: link.customerId,
    lines: details.lines.map((line): Line => ({ ...line, cents: BigInt(line.cents) })),
    description: details.description,
    externalId: details.externalId,
    invoiceExternalId: undefined,
    statementDescriptor: details.statementDescriptor,
    invoice: { id: invoice.id, bill: { ...details.bill, to: billedOf(details) } },
    ...(text && { agreement: { text, at: world.now().toISOString() } }),
    ...(details.period && { period: withoutAttempt(details.period) }),
  };
}
