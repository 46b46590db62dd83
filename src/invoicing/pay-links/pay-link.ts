import { Refusal } from '../../kernel/refusal.ts';
import type { Contact } from '../../parties/customers/customer.ts';
import { billedOf } from '../../payments/invoice.ts';
import type { Line, Order, PeriodName, Source } from '../../payments/order.ts';
import type { Payment } from '../../payments/payment.ts';
import { chargeAdmitted } from '../../payments/risk/admit.ts';
import type { Tester } from '../../payments/risk/card-testing/suspect.ts';
import type { NewToken } from '../../payments/tokens/token.ts';
import type { OpenedLink } from './open-link.ts';
import { flawOfPart, leastPartOf, linesOfPart, orderNumberOfPart, restOf } from './parts.ts';

/** A payment by a link. */
export type PayRequest = {
  readonly source: Source;
  /** To store the card or account. */
  readonly newToken: NewToken | undefined;
  readonly contact: Contact;
  readonly emailReceipt: boolean;
  readonly smsReceipt: boolean;
  /** The agreement to a debit, word for word. */
  readonly agreement: string | undefined;
  readonly tester: Tester;
  readonly payerIp: string;
  /** What the payer chose to pay of it, and how much of it was paid when it was chosen; undefined: all of it. */
  readonly chosen?: Chosen | undefined;
};

export type Chosen = { readonly cents: bigint; readonly seenCents: bigint };

/**
 * Charges the invoice under its order number, so that only one of two tabs, or of a tab and a subscription, charges.
 */
export async function payLink(opened: OpenedLink, request: PayRequest): Promise<Payment> {
  const { world, standing } = opened;
  if (standing === 'closed') throw new Refusal('payments_not_active');
  if (standing !== 'payable' && standing !== 'paying') throw new Refusal('invoice_ended');
  const order = orderOf(opened, request);
  if (order.part && !isGoodPart(opened, order.amountCents)) throw new Refusal('changed_meanwhile');
  return await chargeAdmitted(world, order);
}

/** False: it was good when the payer chose it. */
function isGoodPart({ standing, invoice }: OpenedLink, cents: bigint): boolean {
  const least = leastPartOf(invoice.details);
  if (standing !== 'payable' || least === undefined) return false;
  return flawOfPart(cents, restOf(invoice), least) === undefined;
}

/** A payment by link is not one of the subscription's attempts. */
function withoutAttempt({ subscriptionId, number }: PeriodName): PeriodName {
  return { subscriptionId, number };
}

function orderOf(
  { world, business, link, invoice }: OpenedLink,
  { agreement: text, chosen, ...request }: PayRequest,
): Order {
  const { details, amountCents: wholeCents } = invoice;
  if (!details.bill) throw new Error('a link to an invoice that shows no bill');
  const { inParts: _, ...bill } = { ...details.bill, to: billedOf(details) };
  const lines = details.lines.map((line): Line => ({ ...line, cents: BigInt(line.cents) }));
  const isPart = chosen && (chosen.seenCents > 0n || chosen.cents < wholeCents);
  return {
    ...request,
    business,
    isTest: false,
    orderNumber: isPart ? orderNumberOfPart(world, invoice) : invoice.orderNumber,
    idempotencyKey: undefined,
    askedAt: world.unreadSince(),
    amountCents: isPart ? chosen.cents : wholeCents,
    currency: invoice.currency,
    capture: true,
    wantsToken: request.newToken !== undefined,
    customerId: link.customerId,
    lines: isPart
      ? linesOfPart(lines, { from: chosen.seenCents, cents: chosen.cents, of: wholeCents })
      : lines,
    description: details.description,
    externalId: details.externalId,
    invoiceExternalId: details.invoiceExternalId,
    statementDescriptor: details.statementDescriptor,
    ...(isPart
      ? { part: { id: invoice.id, bill, seenCents: chosen.seenCents, wholeCents } }
      : { invoice: { id: invoice.id, bill: { ...details.bill, to: billedOf(details) } } }),
    ...(text && { agreement: { text, at: world.now().toISOString() } }),
    ...(details.period && { period: withoutAttempt(details.period) }),
  };
}
