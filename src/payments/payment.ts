import { strict as assert } from 'node:assert';

/** One wish to move money, and what became of it. The row is written before anybody is asked. */
export type Payment = {
  readonly businessId: bigint;
  readonly id: bigint;
  readonly customerId: bigint;
  readonly invoiceId: bigint;
  readonly state: PaymentState;
  readonly method: 'card' | 'bank';
  /** false: authorized only. */
  readonly capture: boolean;
  readonly amountCents: bigint;
  readonly orderNumber: string;
  readonly requestFingerprint: Buffer | undefined;
  readonly fingerprint: Buffer;
  readonly brand: string | undefined;
  readonly last4: string;
  readonly token: string | undefined;
  readonly wantsToken: boolean;
  readonly processor: string;
  /** Charged at the simulated bank though the business is live: no sale. */
  readonly isTest: boolean;
  /** Counts who works on this payment; an answer for an older epoch changes nothing. */
  readonly epoch: number;
  readonly leaseUntil: Date;
  /** How often somebody looked what became of it. */
  readonly inquiries: number;
  /** For programs; undefined when all went well. */
  readonly outcomeCode: string | undefined;
  readonly message: string | undefined;
  readonly createdAt: Date;
};

/** Of a bank account, what may be shown; the number lies in the vault. */
export type BankAccountFacts = {
  readonly name: string;
  readonly routingNumber: string;
  readonly kind: 'checking' | 'savings';
  readonly holder: 'personal' | 'business';
};

export type PaymentState =
  | 'processing'
  | 'unknown'
  | 'authorized'
  | 'captured'
  | 'declined'
  | 'canceled'
  | 'queued';

/** `canceled`: certain that nothing was taken, and nobody said no either. `queued`: waits for its ACH file. */
export const moves: Record<PaymentState, readonly PaymentState[]> = {
  processing: ['authorized', 'captured', 'declined', 'canceled', 'unknown', 'queued'],
  unknown: ['authorized', 'captured', 'declined', 'canceled', 'unknown'],
  authorized: [],
  captured: [],
  declined: [],
  canceled: [],
  queued: [],
};

/** Whether the outcome is known. */
export function isSettled(state: PaymentState): boolean {
  return state !== 'processing' && state !== 'unknown';
}

/** Whether money was taken or promised. */
export function tookMoney(state: PaymentState): boolean {
  return state === 'authorized' || state === 'captured' || state === 'queued';
}

/**
 * The name of one conversation with a processor: derived, never drawn, so that whoever finds the row
 * after a crash can ask about it under the same name.
 */
export function referenceOf(businessId: bigint, paymentId: bigint, n: number): string {
  const reference = `${businessId.toString(36)}-${paymentId.toString(36)}-${n}`;
  assert(reference.length <= 20);
  return reference;
}

/** The number of the conversation that asks for the money. */
export const firstAttempt = 1;

/** Derived from the payment, so there is nothing to store and nothing to lose. */
export function receiptNumberOf(payment: Payment): string | undefined {
  if (!tookMoney(payment.state)) return undefined;
  return `R${payment.businessId.toString(36)}${payment.id.toString(36).padStart(7, '0')}`.toUpperCase();
}
