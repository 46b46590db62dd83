import { Refusal } from '../../kernel/refusal.ts';
import type { World } from '../../world.ts';
import { leaseFrom } from '../asking.ts';
import type { PaymentChange } from '../moves.ts';
import { type Payment, referenceOf } from '../payment.ts';
import type { FollowUpRequest } from './begin.ts';
import { courses } from './follow-up.ts';
import type { NewFollowUp } from './store.ts';
import type { Subject } from './subject.ts';

/*
 * The effect of a capture, void or refund on a payment in its state. A void ends with settlement: once the batch of a
 * card payment is closed, or a bank payment is in a file, it is refused, and the payment can only be refunded. A refund
 * of everything is a void before that; it becomes a refund if the processor answers that it is too late to void
 * (`follow-up.ts`).
 */

/** The request. Without an amount: everything that is left. */
export type FollowUpTerms = {
  readonly kind: 'capture' | 'void' | 'refund';
  readonly amountCents: bigint | undefined;
  /** An equal refund within this time is the same request. Undefined: none is. */
  readonly repeatsWithinMs?: number;
  /** True after the processor answered that it is too late to void: everything is refunded instead. */
  readonly isTooLateToVoid?: true;
};

/** The step, and who carries it out. We reverse a bank payment ourselves, in a later file. */
export type Step = {
  readonly kind: 'capture' | 'void' | 'refund';
  readonly amountCents: bigint;
  readonly by: 'processor' | 'ourselves';
};

/**
 * Decides on the locked payment: returns the step that carries out the request, or refuses it. `againCents` is the
 * amount that waits to be presented again after a return.
 */
export function decide(payment: Payment, request: FollowUpTerms, againCents?: bigint): Step {
  if (payment.state === 'capturing' || payment.state === 'voiding')
    throw new Refusal('payment_busy');
  switch (request.kind) {
    case 'capture':
      return decideCapture(payment, request.amountCents);
    case 'void': {
      const step = voidOf(payment, againCents);
      if (!step) throw new Refusal('not_voidable', { message: whyNotVoided(payment) });
      return step;
    }
    case 'refund':
      return decideRefund(payment, request, againCents);
  }
}

function decideCapture({ state, approvedCents }: Payment, amountCents = approvedCents): Step {
  if (state !== 'authorized') throw new Refusal('not_capturable');
  if (amountCents > approvedCents) throw new Refusal('capture_too_large');
  return { kind: 'capture', amountCents, by: 'processor' };
}

/** Cancels the whole payment before settlement. */
function voidOf(payment: Payment, againCents: bigint | undefined): Step | undefined {
  const { state, approvedCents, batchId, refundedCents, refundingCents } = payment;
  const step = { kind: 'void', amountCents: approvedCents } as const;
  if (state === 'authorized') return { ...step, by: 'processor' };
  if (state === 'queued') return { ...step, by: 'ourselves' };
  if (againCents !== undefined) return { ...step, amountCents: againCents, by: 'ourselves' };
  const isWhole = refundedCents + refundingCents === 0n;
  if (state !== 'captured' || batchId !== undefined || !isWhole) return undefined;
  return { ...step, amountCents: payment.capturedCents, by: 'processor' };
}

function decideRefund(
  payment: Payment,
  { amountCents, isTooLateToVoid }: FollowUpTerms,
  againCents: bigint | undefined,
): Step {
  const isVoidable = amountCents === undefined && !isTooLateToVoid;
  const instead = isVoidable ? voidOf(payment, againCents) : undefined;
  if (instead) return instead;
  if (!isRefundable(payment)) {
    const message = againCents === undefined ? whyNot(payment) : onlyAllOfIt;
    throw new Refusal('not_refundable', { message });
  }
  const left = remainingOf(payment);
  const cents = amountCents ?? left;
  if (left === 0n) throw new Refusal('refund_too_large', { message: nothingLeft });
  if (cents > left) throw new Refusal('refund_too_large');
  return {
    kind: 'refund',
    amountCents: cents,
    by: payment.method === 'card' ? 'processor' : 'ourselves',
  };
}

function whyNotVoided(payment: Payment): string {
  if (!isRefundable(payment)) return `This payment cannot be voided: it is ${payment.state}.`;
  return remainingOf(payment) === 0n
    ? 'This payment can no longer be voided, and nothing is left of it to refund.'
    : 'This payment can no longer be voided; it can be refunded.';
}

function isRefundable({ state, method }: Payment): boolean {
  if (method === 'card') return state === 'captured' || state === 'settled';
  return state === 'settled' || state === 'available';
}

const nothingLeft = 'Nothing is left of this payment to give back.';
const onlyAllOfIt =
  'This bank payment came back and waits to be presented again: all of it can be voided, and no part given back.';

function whyNot({ state }: Payment): string {
  if (state === 'authorized') {
    return 'This payment is only authorized: capture it, or give all of it back, which voids it.';
  }
  if (state === 'queued')
    return 'A part of this bank payment can be given back once it has settled.';
  if (state === 'originated') return 'This bank payment can be given back once it has settled.';
  return `This payment cannot be given back: it is ${state}.`;
}

/**
 * The cents of a payment that can still be refunded: excludes the money that disputes took, which may be more than
 * there was.
 */
export function remainingOf({
  state,
  capturedCents,
  refundedCents,
  refundingCents,
  disputedCents,
}: Pick<
  Payment,
  'state' | 'capturedCents' | 'refundedCents' | 'refundingCents' | 'disputedCents'
>): bigint {
  if (state === 'voided' || state === 'returned') return 0n;
  const left = capturedCents - refundedCents - refundingCents - disputedCents;
  return left > 0n ? left : 0n;
}

type Asker = Pick<FollowUpRequest, 'amountCents' | 'idempotencyKey' | 'actor' | 'reason'>;

/** The first version of the row. A step that we carry out ourselves is finished at once. */
export function newFollowUp(
  world: World,
  { payment }: Subject,
  { amountCents, idempotencyKey, actor, reason }: Asker,
  step: Step,
  id: bigint,
  n: number,
): NewFollowUp {
  const at = world.now();
  const isDone = step.by === 'ourselves';
  const after = { ...payment, ...changeBy(payment, step) };
  return {
    businessId: payment.businessId,
    id,
    paymentId: payment.id,
    n,
    kind: step.kind,
    state: isDone ? 'succeeded' : 'processing',
    amountCents: step.amountCents,
    isRefund: false,
    isAll: amountCents === undefined,
    reference: referenceOf(payment.businessId, payment.id, n),
    processor: payment.processor,
    idempotencyKey: idempotencyKey?.key,
    requestFingerprint: idempotencyKey && world.vault.fingerprint(idempotencyKey.content),
    actor,
    reason,
    outcomeCode: undefined,
    message: isDone ? courses[step.kind].says : undefined,
    remainingCents: isDone ? remainingOf(after) : undefined,
    epoch: 1,
    leaseUntil: leaseFrom(world, at),
    inquiries: 0,
    createdAt: at,
    sentAt: at,
    cancelSentAt: undefined,
    absentSince: undefined,
    seenAt: undefined,
    replayRefusedAt: undefined,
    finishedAt: isDone ? at : undefined,
  };
}

/** The state of the payment while the step is in progress; a step of our own is done at once. */
export function changeBy(payment: Payment, { kind, amountCents, by }: Step): PaymentChange {
  const { state, capturedCents, refundedCents, refundingCents } = payment;
  const sums = { capturedCents, refundedCents, refundingCents };
  if (kind === 'refund') {
    const key = by === 'ourselves' ? 'refundedCents' : 'refundingCents';
    return { ...sums, state, [key]: sums[key] + amountCents };
  }
  const course = courses[kind];
  if (by === 'processor') return { ...sums, state: course.during! };
  // A returned payment stays returned: only its next presentment is canceled.
  return { ...sums, state: state === 'returned' ? state : course.succeeded! };
}
