import type { Currency } from '../../kernel/currency.ts';
import type { InvoiceDetails } from '../../payments/invoice.ts';
import { type Payment, receiptNumberOf } from '../../payments/payment.ts';
import { currencyIn } from '../../runtime/event-currency.ts';
import type { EventKind } from '../../runtime/event-kinds.ts';
import type { AnyEvent, EventOf } from '../../runtime/events.ts';

/** Kinds of events whose receipt can be written; `src/payments/receipts-due.ts` decides when one is due. */
export const happeningKinds = [
  'payment.captured',
  'payment.queued',
  'payment.voided',
  'payment.refunded',
  'payment.returned',
] as const;
export type HappeningKind = (typeof happeningKinds)[number];
/** Events with a receipt; a copy describes the charge. */
type ToldKind = HappeningKind | 'payment.receipt_requested';
const toldKinds: ReadonlySet<EventKind> = new Set<ToldKind>([
  ...happeningKinds,
  'payment.receipt_requested',
]);

/** The subject of a receipt: an event, or a payment that a page shows. */
export type Happening = {
  readonly kind: HappeningKind;
  readonly at: Date;
  /** The requested amount, and the approved or captured part of it. */
  readonly askedCents: bigint;
  /** The currency of all its amounts. */
  readonly currency: Currency;
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
  /** For a return, or a debit withdrawn after one: its code, the next presentment, and the request to the payer. */
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
  const { data } = event;
  const askedCents = BigInt(data.amountCents);
  const ownCents = data.followUpCents ?? data.entryCents;
  const approvedCents = data.approvedCents === undefined ? askedCents : BigInt(data.approvedCents);
  return {
    ...whatOf(event),
    askedCents,
    currency: currencyIn(data),
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

/** Which receipt it is, and of when. */
export function whatOf(event: EventOf<ToldKind>): Pick<Happening, 'kind' | 'at'> {
  const { kind, at, data } = event;
  if (kind !== 'payment.receipt_requested') return { kind, at };
  const isUnderWay = data.state === 'queued' || data.state === 'originated';
  return {
    kind: isUnderWay ? 'payment.queued' : 'payment.captured',
    at: new Date(data.paidAt),
  };
}

/** The facts of an accepted payment, for the page that shows its receipt. */
export function chargeOf(payment: Payment, details: InvoiceDetails): Happening {
  const { method, brand, last4, orderNumber, isTest, approvedCents, capturedCents } = payment;
  return {
    kind: method === 'bank' ? 'payment.queued' : 'payment.captured',
    at: payment.createdAt,
    askedCents: payment.amountCents,
    currency: payment.currency,
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

export function isHappening(event: AnyEvent): event is EventOf<ToldKind> {
  return toldKinds.has(event.kind);
}
