import type { InvoiceDetails } from '../payments/invoice.ts';
import { type Payment, receiptNumberOf } from '../payments/payment.ts';
import type { Told } from '../payments/untold-events.ts';

/** What payers are told of, by the kind of the event. */
export const happeningKinds = [
  'payment.captured',
  'payment.queued',
  'payment.voided',
  'payment.refunded',
  'payment.returned',
] as const;
export type HappeningKind = (typeof happeningKinds)[number];

/** Something that happened to money of a payer, whoever tells it: an event, or a page that shows a payment. */
export type Happening = {
  readonly kind: HappeningKind;
  readonly at: Date;
  /** What was asked for, and what was approved of that, or captured. */
  readonly askedCents: bigint;
  readonly paidCents: bigint;
  /** Of a capture or refund, its own sum; of a return, what had been sent. */
  readonly followUpCents: bigint | undefined;
  /** All that was given back by then. */
  readonly refundedCents: bigint;
  readonly method: 'card' | 'bank';
  readonly brand: string | undefined;
  readonly last4: string;
  readonly orderNumber: string;
  readonly receiptNumber: string | undefined;
  readonly isTest: boolean;
  readonly description: string | undefined;
  readonly statementDescriptor: string | undefined;
  /** Of a return, or of what was not sent because of one: its code, when it is sent again, and what the payer is asked for. */
  readonly outcomeCode: string | undefined;
  readonly againAt: Date | undefined;
  readonly payerIsAsked: 'to_pay_otherwise' | 'for_new_details' | 'to_talk' | undefined;
};

/** What an event does not say of its payment: what was captured by now, and whether its business may be paid. */
type Beside = { readonly capturedCents: bigint; readonly mayBePaid: boolean };

export function happeningOf(
  { kind, at, data }: Told,
  { capturedCents, mayBePaid }: Beside,
): Happening | undefined {
  if (!isHappening(kind)) return undefined;
  const askedCents = BigInt(data.amountCents);
  const ownCents = data.followUpCents ?? data.entryCents;
  const approvedCents = data.approvedCents === undefined ? askedCents : BigInt(data.approvedCents);
  return {
    kind,
    at,
    askedCents,
    paidCents: capturedCents > 0n ? capturedCents : approvedCents,
    followUpCents: ownCents === undefined ? undefined : BigInt(ownCents),
    refundedCents: BigInt(data.refundedCents ?? 0),
    method: data.method,
    brand: data.brand,
    last4: data.last4,
    orderNumber: data.orderNumber,
    receiptNumber: data.receiptNumber,
    isTest: data.isTest === true,
    description: data.description,
    statementDescriptor: data.statementDescriptor,
    outcomeCode: data.outcomeCode,
    againAt: data.representedAt ? new Date(data.representedAt) : undefined,
    payerIsAsked: data.payerIsAsked && !mayBePaid ? 'to_talk' : data.payerIsAsked,
  };
}

/** A payment that took money or promised it, for a page that shows its receipt. */
export function chargeOf(payment: Payment, details: InvoiceDetails): Happening {
  const { method, brand, last4, orderNumber, isTest, approvedCents, capturedCents } = payment;
  return {
    kind: method === 'bank' ? 'payment.queued' : 'payment.captured',
    at: payment.createdAt,
    askedCents: payment.amountCents,
    paidCents: capturedCents > 0n ? capturedCents : approvedCents,
    followUpCents: undefined,
    refundedCents: 0n,
    ...{ method, brand, last4, orderNumber, isTest },
    receiptNumber: receiptNumberOf(payment),
    description: details.description,
    statementDescriptor: details.statementDescriptor,
    outcomeCode: undefined,
    againAt: undefined,
    payerIsAsked: undefined,
  };
}

export function isHappening(kind: string): kind is HappeningKind {
  return (happeningKinds as readonly string[]).includes(kind);
}
