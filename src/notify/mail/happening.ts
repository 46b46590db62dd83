import type { InvoiceDetails } from '../../payments/invoice.ts';
import { type Payment, receiptNumberOf } from '../../payments/payment.ts';
import type { EventKind } from '../../runtime/event-kinds.ts';
import type { AnyEvent, EventOf } from '../../runtime/events.ts';

/** Kinds of events whose receipt can be written; `src/payments/receipts-due.ts` says when one is due. */
export const happeningKinds = [
  'payment.captured',
  'payment.queued',
  'payment.voided',
  'payment.refunded',
  'payment.returned',
] as const;
const kinds: ReadonlySet<EventKind> = new Set(happeningKinds);
export type HappeningKind = (typeof happeningKinds)[number];

/** What a receipt is about: an event, or a payment that a page shows. */
export type Happening = {
  readonly kind: HappeningKind;
  readonly at: Date;
  /** The requested amount, and the approved or captured part of it. */
  readonly askedCents: bigint;
  readonly paidCents: bigint;
  /** The amount of a capture or refund; of a return, the returned amount. */
  readonly followUpCents: bigint | undefined;
  /** The sum of all refunds so far. */
  readonly refundedCents: bigint;
  readonly method: 'card' | 'bank';
  readonly brand: string | undefined;
  readonly last4: string;
  readonly orderNumber: string;
  readonly receiptNumber: string | undefined;
  readonly isTest: boolean;
  readonly description: string | undefined;
  readonly statementDescriptor: string | undefined;
  /** Of a return, or of a debit withdrawn after one: its code, when it is presented again, what the payer is asked. */
  readonly outcomeCode: string | undefined;
  readonly againAt: Date | undefined;
  readonly payerIsAsked: 'to_pay_otherwise' | 'for_new_details' | 'to_talk' | undefined;
};

/** The present state of the payment and its business, which the event does not have. */
type Beside = { readonly capturedCents: bigint; readonly mayBePaid: boolean };

export function happeningOf(
  event: AnyEvent,
  { capturedCents, mayBePaid }: Beside,
): Happening | undefined {
  if (!isHappening(event)) return undefined;
  const { kind, at, data } = event;
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

/** Of an accepted payment, for the page that shows its receipt. */
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

export function isHappening(event: AnyEvent): event is EventOf<HappeningKind> {
  return kinds.has(event.kind);
}
