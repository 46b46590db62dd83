import {
  bool,
  bytea,
  int2,
  int4,
  int8,
  oneOf,
  optional,
  text,
  timestamptz,
} from '../../runtime/column.ts';
import type { PaymentEventKind } from '../../runtime/event-kinds.ts';
import { type RowOf, table } from '../../runtime/table.ts';
import type { PaymentState } from '../moves.ts';

/** `give_back`: the reversal of an approval that came after "not charged" was answered. */
const followUpKinds = ['capture', 'void', 'refund', 'give_back'] as const;
export type FollowUpKind = (typeof followUpKinds)[number];

/**
 * `returned`: a refund to a bank account had succeeded, and its money came back. Its caller was told that it succeeded,
 * and repeated requests are told the same.
 */
const followUpStates = ['processing', 'unknown', 'succeeded', 'failed', 'returned'] as const;
export type FollowUpState = (typeof followUpStates)[number];

/** A capture, void or refund: a request, and its one exchange with the processor. */
export const followUps = table('followups', {
  businessId: int8,
  id: int8,
  paymentId: int8,
  /** Numbers the exchanges of a payment with its processor; the charge is the first. */
  n: int2,
  kind: oneOf(followUpKinds),
  state: oneOf(followUpStates),
  amountCents: int8,
  reference: text,
  processor: text,
  idempotencyKey: optional(text),
  requestFingerprint: optional(bytea),
  actor: text,
  reason: optional(text),
  processorId: optional(text),
  /** For programs; undefined on success. */
  outcomeCode: optional(text),
  message: optional(text),
  /** The amount that could still be refunded when it was finished. */
  remainingCents: optional(int8),
  /** Fencing token: raised by every owner. An answer for an older one changes nothing. */
  epoch: int4,
  leaseUntil: timestamptz,
  /** The time of the next inquiry; undefined once it is finished. */
  resolveAt: optional(timestamptz),
  inquiries: int2,
  batchId: optional(int8),
  createdAt: timestamptz,
  sentAt: timestamptz,
  finishedAt: optional(timestamptz),
  /** True if the request was for everything that is left, without an amount. */
  isAll: bool,
  /** When a cancel of its reference with an unknown outcome was last sent. */
  cancelSentAt: optional(timestamptz),
  /** True for a reversal that refunds a settled charge. */
  isRefund: bool,
  /** Since when no inquiry found what should be found by now. */
  absentSince: optional(timestamptz),
  /** When the processor last showed it, whatever it said of it. */
  seenAt: optional(timestamptz),
  /** When the processor said, in answer to a request, that it has it. */
  replayRefusedAt: optional(timestamptz),
});

/** The columns that flows use. */
export const followUpRow = followUps.omit(
  'idempotencyKey',
  'actor',
  'reason',
  'processorId',
  'resolveAt',
  'batchId',
);
export type FollowUp = RowOf<typeof followUpRow>;

export function isFinished({ state }: Pick<FollowUp, 'state'>): boolean {
  return state !== 'processing' && state !== 'unknown';
}

/** The request to the processor. */
export function sentAs({
  kind,
  isRefund,
}: Pick<FollowUp, 'kind' | 'isRefund'>): 'capture' | 'void' | 'refund' {
  return kind !== 'give_back' ? kind : isRefund ? 'refund' : 'void';
}

/** True if a void came after settlement: only a refund undoes the payment now. */
export function cameTooLate(followUp: FollowUp): boolean {
  return sentAs(followUp) === 'void' && followUp.outcomeCode === 'already_settled';
}

/** True if the caller was told that it succeeded, also if its money came back later. */
export function hadSucceeded({ state }: Pick<FollowUp, 'state'>): boolean {
  return state === 'succeeded' || state === 'returned';
}

/** The state of the payment while the follow-up is in progress, and after success; undefined: its sums decide. */
type Course = {
  readonly during?: PaymentState;
  readonly succeeded?: PaymentState;
  readonly event: PaymentEventKind;
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
