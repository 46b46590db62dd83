import { leaseFrom } from '../payments/asking.ts';
import { type Payment, referenceOf } from '../payments/payment.ts';
import type { World } from '../world.ts';
import type { FollowUpWish } from './begin.ts';
import type { Step } from './decide.ts';
import { courses } from './followup.ts';
import { remainingOf } from './remaining.ts';
import type { NewFollowUp } from './store.ts';
import type { PaymentChange, Subject } from './subject.ts';

type Asker = Pick<FollowUpWish, 'amountCents' | 'retryKey' | 'actor' | 'reason'>;

/** The row of a step as it is first written; one that we do ourselves is done with that. */
export function newFollowUp(
  world: World,
  { payment }: Subject,
  { amountCents, retryKey, actor, reason }: Asker,
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
    isAll: amountCents === undefined,
    reference: referenceOf(payment.businessId, payment.id, n),
    processor: payment.processor,
    idempotencyKey: retryKey?.key,
    requestFingerprint: retryKey && world.vault.fingerprint(retryKey.content),
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
    finishedAt: isDone ? at : undefined,
  };
}

/** What the payment is while it is asked for; what we do ourselves is done at once. */
export function changeBy(payment: Payment, { kind, amountCents, by }: Step): PaymentChange {
  const { state, capturedCents, refundedCents, refundingCents } = payment;
  const sums = { capturedCents, refundedCents, refundingCents };
  if (kind === 'refund') {
    const key = by === 'ourselves' ? 'refundedCents' : 'refundingCents';
    return { ...sums, state, [key]: sums[key] + amountCents };
  }
  const course = courses[kind];
  if (by === 'processor') return { ...sums, state: course.during! };
  // What came back is that still: only that it is asked for again is undone.
  return { ...sums, state: state === 'returned' ? state : course.succeeded! };
}
