import { hasService, missingService } from '../parties/businesses/offering.ts';
import type { Authentication3ds, WalletKind } from '../ports/processors/authentication.ts';
import { json, jsonOf } from '../runtime/column.ts';
import type { Agreement, Bill, Billed, Line, Order, PartOf, PeriodName } from './order.ts';
import type { BankAccountFacts } from './payment.ts';
import { storedProof } from './proof.ts';

/**
 * Fields of a payment that are never searched: stored with its invoice, which does not change when the payment does.
 * Cents are text, since JSON numbers are not exact.
 */
export type InvoiceDetails = Billed & {
  readonly lines: readonly (Omit<Line, 'cents'> & { readonly cents: string })[];
  readonly emailReceipt: boolean;
  readonly smsReceipt: boolean;
  readonly description?: string;
  /** The caller's own identifier of the payment. */
  readonly externalId?: string;
  /** The caller's own identifier of the invoice. */
  readonly invoiceExternalId?: string;
  readonly statementDescriptor?: string;
  readonly account?: BankAccountFacts & {
    /** Corrections from a bank, for an account without a token; a token has its own. */
    readonly corrected?: Pick<BankAccountFacts, 'routingNumber' | 'kind'> & {
      readonly last4: string;
    };
  };
  /** True if a bank payment settles on the day of its file. */
  readonly sameDay?: true;
  /** True if a card may pay a part. */
  readonly allowPartial?: true;
  /** For an invoice that existed before its payment, and for a part of one. */
  readonly bill?: Bill;
  /** For a part: the invoice of which it is one, and the amount of that. */
  readonly partOf?: { readonly invoiceId: string; readonly cents: string };
  /** The authentication that makes its issuer liable, and the wallet that gave its card. */
  readonly authentication?: Omit<Authentication3ds, 'cryptogram' | 'serverTransactionId'>;
  readonly wallet?: { readonly kind: WalletKind; readonly eci?: string };
  /** The text that the payer agreed to for a debit. */
  readonly agreement?: Agreement;
  /** The dunning attempt, while a charge of ours holds the invoice; none while a payer pays by a link. */
  readonly period?: PeriodName & { readonly attempt?: number };
};

/** `details` of an invoice, as statements return it. */
export const storedDetails = jsonOf<InvoiceDetails>(json);

export function invoiceDetails({ contact, source, lines, ...order }: Order): InvoiceDetails {
  const { firstName, lastName, address1, address2, city, stateCode, postalCode, countryCode } =
    contact;
  const { description, externalId, invoiceExternalId, statementDescriptor } = order;
  return {
    lines: lines.map((line) => ({ ...line, cents: String(line.cents) })),
    billTo: { firstName, lastName, address1, address2, city, stateCode, postalCode, countryCode },
    email: contact.email,
    phone: contact.phone,
    // Decided with the payment: its refunds send receipts the same way.
    emailReceipt: order.emailReceipt && hasService(order.business, 'receipts'),
    smsReceipt: order.smsReceipt && !missingService(order.business, ['receipts', 'messaging']),
    ...(description && { description }),
    ...(externalId && { externalId }),
    ...(invoiceExternalId && { invoiceExternalId }),
    ...(statementDescriptor && { statementDescriptor }),
    ...(source.method === 'bank' && { account: source.account }),
    ...(mayBePartial(order) && { allowPartial: true as const }),
    ...(source.method === 'bank' && order.business.terms.sameDay && { sameDay: true as const }),
    ...(order.invoice && { bill: order.invoice.bill }),
    ...(order.part && { bill: order.part.bill, partOf: partOf(order.part) }),
    ...storedProof({ authentication: order.authentication, source }),
    ...(order.agreement && { agreement: order.agreement }),
    ...(order.period && { period: order.period }),
  };
}

/** Details of an invoice that is selected as `v`. Earlier versions kept the external id in its column alone. */
export function detailsColumn(v: string): string {
  return `case when ${v}.external_id is null then ${v}.details
    else (${v}.details::jsonb || jsonb_build_object('invoiceExternalId', ${v}.external_id))::json end as details`;
}

/** The person who last tried to pay it. */
export function billedOf({ bill, billTo, email, phone }: InvoiceDetails): Billed {
  return bill?.to ?? { billTo, email, phone };
}

function partOf({ id, wholeCents }: PartOf): NonNullable<InvoiceDetails['partOf']> {
  return { invoiceId: String(id), cents: String(wholeCents) };
}

/** Never less than what a payer chose to pay on a page: it would have to show the rest. */
export function mayBePartial({
  business,
  invoice,
  part,
}: Pick<Order, 'business' | 'invoice' | 'part'>): boolean {
  return business.terms.partialApprovals && !invoice && !part;
}
