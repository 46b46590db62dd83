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
  /** What was asked for. */
  readonly amountCents: bigint;
  /** What the processor said yes to. */
  readonly approvedCents: bigint;
  readonly capturedCents: bigint;
  readonly refundedCents: bigint;
  /** What is being given back, or may have been. */
  readonly refundingCents: bigint;
  /** Before it is in a batch, it can be voided. */
  readonly batchId: bigint | undefined;
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

/**
 * `canceled`: certain that nothing was taken, and nobody said no either. Bank payments are `queued` until their
 * entry is in a file, `originated` until the day it settles, `settled` while its money is held, `available`
 * after that. A card payment is `settled` when its batch is.
 */
export const moves = {
  processing: ['authorized', 'captured', 'declined', 'canceled', 'unknown', 'queued'],
  unknown: ['authorized', 'captured', 'declined', 'canceled', 'unknown'],
  authorized: ['capturing', 'voiding', 'expired'],
  capturing: ['captured', 'authorized'],
  captured: ['voiding', 'settled'],
  voiding: ['voided', 'authorized', 'captured'],
  voided: [],
  expired: [],
  declined: [],
  canceled: [],
  queued: ['originated', 'voided'],
  originated: ['settled', 'returned', 'queued'],
  settled: ['available', 'returned'],
  available: ['returned'],
  returned: ['originated'],
} as const satisfies Record<string, readonly string[]>;

export type PaymentState = keyof typeof moves;

export function mayBecome(from: PaymentState, to: PaymentState): boolean {
  return (moves[from] as readonly PaymentState[]).includes(to);
}

/** Whether the outcome is known. */
export function isSettled(state: PaymentState): boolean {
  return state !== 'processing' && state !== 'unknown';
}

/** Whether the charge took or promised money, whatever was done about it later. */
export function tookMoney(state: PaymentState): boolean {
  return isSettled(state) && state !== 'declined' && state !== 'canceled';
}

/** That it is certain. */
export function tookNothing({ state }: Pick<Payment, 'state'>): boolean {
  return isSettled(state) && !tookMoney(state);
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
