import type { Agreement, Bill, Billed, Line, Order, PeriodName } from './order.ts';
import type { BankAccountFacts } from './payment.ts';

/**
 * What was sent with a payment and is never searched: kept with its invoice, which does not change when
 * the payment does. Cents are text, since JSON numbers are not exact for ever.
 */
export type InvoiceDetails = Billed & {
  readonly lines: readonly (Omit<Line, 'cents'> & { readonly cents: string })[];
  readonly emailReceipt: boolean;
  readonly smsReceipt: boolean;
  readonly description?: string;
  /** The caller's own identifier of the payment. */
  readonly externalId?: string;
  readonly statementDescriptor?: string;
  readonly account?: BankAccountFacts & {
    /** What a bank wrote us of it since; of an account with a token, that stands in the token. */
    readonly corrected?: Pick<BankAccountFacts, 'routingNumber' | 'kind'> & {
      readonly last4: string;
    };
  };
  /** Whether a bank payment is to settle on the day of its file. */
  readonly sameDay?: true;
  /** Whether a card may pay a part. */
  readonly allowPartial?: true;
  /** Of one that was there before its payment. */
  readonly bill?: Bill;
  /** What the payer agreed to for a debit. */
  readonly agreement?: Agreement;
  /** The attempt: only while it is held by a charge of ours, and not by somebody with a link. */
  readonly period?: PeriodName & { readonly attempt?: number };
};

export function invoiceDetails({ contact, source, lines, ...order }: Order): InvoiceDetails {
  const { firstName, lastName, address1, address2, city, stateCode, postalCode, countryCode } =
    contact;
  const { description, externalId, statementDescriptor } = order;
  return {
    lines: lines.map((line) => ({ ...line, cents: String(line.cents) })),
    billTo: { firstName, lastName, address1, address2, city, stateCode, postalCode, countryCode },
    email: contact.email,
    phone: contact.phone,
    emailReceipt: order.emailReceipt,
    smsReceipt: order.smsReceipt,
    ...(description && { description }),
    ...(externalId && { externalId }),
    ...(statementDescriptor && { statementDescriptor }),
    ...(source.method === 'bank' && { account: source.account }),
    ...(mayBePartial(order) && { allowPartial: true as const }),
    ...(source.method === 'bank' && order.business.terms.sameDay && { sameDay: true as const }),
    ...(order.invoice && { bill: order.invoice.bill }),
    ...(order.agreement && { agreement: order.agreement }),
    ...(order.period && { period: order.period }),
  };
}

/** Whoever tried to pay it since. */
export function billedOf({ bill, billTo, email, phone }: InvoiceDetails): Billed {
  return bill?.to ?? { billTo, email, phone };
}

/** Where there is a page for the rest, nobody must work out what that is: an invoice is paid whole. */
export function mayBePartial({ business, invoice }: Pick<Order, 'business' | 'invoice'>): boolean {
  return business.terms.partialApprovals && !invoice;
}
