import { strict as assert } from 'node:assert';
import { currencies } from '../kernel/currency.ts';
import { addressChecks, securityCodeChecks } from '../ports/processors/card-checks.ts';
import { bool, bytea, int4, int8, oneOf, optional, text, timestamptz } from '../runtime/column.ts';
import { type RowOf, table } from '../runtime/table.ts';
import { type PaymentState, paymentStates } from './moves.ts';

/** A request to move money and its outcome. The row is written before a processor is asked. */
export const payments = table('payments', {
  businessId: int8,
  id: int8,
  customerId: int8,
  invoiceId: int8,
  state: oneOf(paymentStates),
  method: oneOf(['card', 'bank']),
  /** False: authorized only. */
  capture: bool,
  /** The requested amount. */
  amountCents: int8,
  /** The currency of all its amounts. */
  currency: oneOf(currencies),
  orderNumber: text,
  /** True while no other payment may have the order number. */
  holdsOrder: bool,
  idempotencyKey: optional(text),
  requestFingerprint: optional(bytea),
  fingerprint: bytea,
  brand: optional(text),
  last4: text,
  token: optional(text),
  wantsToken: bool,
  processor: text,
  /** Fencing token: raised by every owner. An answer for an older one changes nothing. */
  epoch: int4,
  leaseUntil: timestamptz,
  /** For programs; undefined on success. */
  outcomeCode: optional(text),
  message: optional(text),
  authorizationCode: optional(text),
  createdAt: timestamptz,
  finishedAt: optional(timestamptz),
  /** True for a charge at the simulated bank by a live business: no sale. */
  isTest: bool,
  /** The amount that the processor approved. */
  approvedCents: int8,
  capturedCents: int8,
  refundedCents: int8,
  /** The sum of refunds that are in progress, or may have happened. */
  refundingCents: int8,
  /** The amount that disputes took and did not return. */
  disputedCents: int8,
  /** A payment in no batch can be voided. */
  batchId: optional(int8),
  /** The processor's id of the charge. */
  processorId: optional(text),
  orderFreedAt: optional(timestamptz),
  /** The user or key that requested it; undefined: the payer by a link, or a subscription. */
  actor: optional(text),
  /** The last month of its card: YYYY-MM. */
  expiresOn: optional(text),
  addressCheck: optional(oneOf(addressChecks)),
  securityCodeCheck: optional(oneOf(securityCodeChecks)),
});

/** The columns that flows use. */
export const paymentRow = payments.omit(
  'holdsOrder',
  'idempotencyKey',
  'authorizationCode',
  'finishedAt',
  'processorId',
  'orderFreedAt',
  'addressCheck',
  'securityCodeCheck',
);
export type Payment = RowOf<typeof paymentRow> & {
  /** The number of inquiries, where it has a watch of its own. */
  readonly inquiries?: number;
};

/** The last digits of an account; the number is in the vault. */
export type BankAccountFacts = {
  readonly name: string;
  readonly routingNumber: string;
  readonly kind: 'checking' | 'savings';
  readonly holder: 'personal' | 'business';
};

/** True once the outcome is known. */
export function isSettled(state: PaymentState): boolean {
  return state !== 'processing' && state !== 'unknown';
}

/** True if the charge took or authorized money, whatever happened to it later. */
export function tookMoney(state: PaymentState): boolean {
  return isSettled(state) && state !== 'declined' && state !== 'canceled';
}

/** True once it certainly took no money. */
export function tookNothing({ state }: Pick<Payment, 'state'>): boolean {
  return isSettled(state) && !tookMoney(state);
}

/**
 * The reference of one exchange with a processor: derived, not random, so that any process that finds the row after a
 * crash can inquire about it.
 */
export function referenceOf(businessId: bigint, paymentId: bigint, n: number): string {
  const reference = `${businessId.toString(36)}-${paymentId.toString(36)}-${n}`;
  assert(reference.length <= 20);
  return reference;
}

/** The parts of one of our references; undefined: the reference is not ours. */
export function partsOfReference(
  reference: string,
): { readonly businessId: bigint; readonly paymentId: bigint; readonly n: number } | undefined {
  const [, business, payment, n] =
    /^([1-9a-z][0-9a-z]*)-([1-9a-z][0-9a-z]*)-([1-9]\d{0,4})$/.exec(reference) ?? [];
  if (business === undefined || payment === undefined || reference.length > 20) return undefined;
  const parts = { businessId: fromBase36(business), paymentId: fromBase36(payment), n: Number(n) };
  // A foreign order number may have this form, and numbers that no column holds.
  const isHeld =
    parts.businessId <= mostId && parts.paymentId <= mostId && parts.n <= mostExchanges;
  return isHeld ? parts : undefined;
}

const mostId = 2n ** 63n - 1n;
const mostExchanges = 2 ** 15 - 1;

/** The business in a reference of ours, be it of a payment or of a batch. */
export function businessInReference(reference: string): bigint | undefined {
  const [, business] = /^([1-9a-z][0-9a-z]*)-[1-9a-z]/.exec(reference) ?? [];
  const id = business === undefined ? undefined : fromBase36(business);
  return id !== undefined && id <= mostId ? id : undefined;
}

function fromBase36(text: string): bigint {
  let value = 0n;
  for (const digit of text) value = value * 36n + BigInt(Number.parseInt(digit, 36));
  return value;
}

/** The number of the exchange that charges. */
export const firstAttempt = 1;

/** Derived from the payment, so nothing is stored. */
export function receiptNumberOf(payment: Payment): string | undefined {
  if (!tookMoney(payment.state)) return undefined;
  return `${receiptPrefix(payment.businessId)}${payment.id.toString(36).padStart(7, '0').toUpperCase()}`;
}

/** The payment that a receipt number of the business names; undefined: it is none. */
export function paymentOfReceipt(businessId: bigint, receiptNumber: string): bigint | undefined {
  const prefix = receiptPrefix(businessId);
  const typed = receiptNumber.toUpperCase();
  const digits = typed.startsWith(prefix) ? typed.slice(prefix.length) : '';
  if (!/^[0-9A-Z]{7,13}$/.test(digits)) return undefined;
  const id = fromBase36(digits);
  return id <= mostId ? id : undefined;
}

function receiptPrefix(businessId: bigint): string {
  return `R${businessId.toString(36).toUpperCase()}`;
}
