import type { PaymentState } from '../payments/payment.ts';

/** What was done to a payment after its charge: a wish and its one conversation with the processor. */
export type FollowUp = {
  readonly businessId: bigint;
  readonly id: bigint;
  readonly paymentId: bigint;
  /** Counts the conversations of the payment; the charge is the first. */
  readonly n: number;
  readonly kind: FollowUpKind;
  readonly state: FollowUpState;
  readonly amountCents: bigint;
  /** Whether all that was left was wished, and no amount. */
  readonly isAll: boolean;
  readonly reference: string;
  readonly processor: string;
  readonly requestFingerprint: Buffer | undefined;
  /** For programs; undefined when all went well. */
  readonly outcomeCode: string | undefined;
  readonly message: string | undefined;
  /** What could still be given back when it was finished. */
  readonly remainingCents: bigint | undefined;
  /** Counts who works on it; an answer that belongs to an older epoch changes nothing. */
  readonly epoch: number;
  readonly leaseUntil: Date;
  readonly inquiries: number;
  readonly createdAt: Date;
  readonly sentAt: Date;
};

/** `give_back`: an approval that came after we had said that nothing was charged. */
export type FollowUpKind = 'capture' | 'void' | 'refund' | 'give_back';

/**
 * `returned`: a refund to a bank account had succeeded, and its money is with us again. Whoever asked for it was
 * told, and hears the same for ever.
 */
export type FollowUpState = 'processing' | 'unknown' | 'succeeded' | 'failed' | 'returned';

export function isFinished({ state }: Pick<FollowUp, 'state'>): boolean {
  return state !== 'processing' && state !== 'unknown';
}

/** What was answered when it was finished. */
export function hadSucceeded({ state }: Pick<FollowUp, 'state'>): boolean {
  return state === 'succeeded' || state === 'returned';
}

/** What the payment is while it is asked for, when it succeeded, and when it failed. */
type Course = {
  readonly during?: PaymentState;
  readonly succeeded?: PaymentState;
  /** Undefined: what it was before, as its sums say. */
  readonly event: string;
  readonly says: string;
};

export const courses: Readonly<Record<FollowUpKind, Course>> = {
  capture: {
    during: 'capturing',
    succeeded: 'captured',
    event: 'payment.captured',
    says: 'Captured.',
  },
  void: { during: 'voiding', succeeded: 'voided', event: 'payment.voided', says: 'Voided.' },
  refund: { event: 'payment.refunded', says: 'Refunded.' },
  give_back: { event: 'payment.given_back', says: 'Given back.' },
};
