import type { World } from '../../world.ts';
import { leaseFrom } from '../asking.ts';
import type { PaymentChange } from '../moves.ts';
import { type Payment, referenceOf } from '../payment.ts';
import type { FollowUpRequest } from './begin.ts';
import type { Step } from './decide.ts';
import { courses } from './follow-up.ts';
import { remainingOf } from './remaining.ts';
import type { NewFollowUp } from './store.ts';
import type { Subject } from './subject.ts';

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
