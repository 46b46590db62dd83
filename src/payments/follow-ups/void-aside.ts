import type { PaymentData } from '../../runtime/event-kinds.ts';
import type { Sql } from '../../runtime/sql.ts';
import type { World } from '../../world.ts';
import { changePayment } from '../moves.ts';
import { firstAttempt } from '../payment.ts';
import type { Step } from './decide.ts';
import { settleFollowUp } from './finish.ts';
import { changeBy, newFollowUp } from './new-follow-up.ts';
import { followUpsOf, insertFollowUp } from './store.ts';
import type { Subject } from './subject.ts';

/** The cause of a void: a code for programs, a sentence for people, and the request to the payer. */
export type Cause = {
  readonly code: string | undefined;
  readonly reason: string;
  readonly payerIsAsked: PaymentData['payerIsAsked'];
};

/**
 * Voids a queued bank payment that must not go out. The caller has locked the payment and canceled its entry, in the
 * same transaction.
 */
export async function voidAside(
  world: World,
  tx: Sql,
  subject: Subject,
  { code: outcomeCode, reason, payerIsAsked }: Cause,
): Promise<void> {
  const { payment, details } = subject;
  const { businessId, approvedCents: amountCents } = payment;
  const earlier = await followUpsOf(tx, businessId, payment.id);
  const id = await world.ids.next(businessId);
  const step: Step = { kind: 'void', amountCents, by: 'ourselves' };
  const asker = { amountCents: undefined, idempotencyKey: undefined, actor: 'system', reason };
  const made = newFollowUp(world, subject, asker, step, id, firstAttempt + earlier.length + 1);
  if (!(await insertFollowUp(tx, made))) throw new Error('a locked payment was followed up');
  const change = changeBy(payment, step);
  await changePayment(tx, payment, change);
  const voided = { ...payment, ...change };
  // The answer is an ordinary void's; the event has the reason.
  const told = { ...made, outcomeCode, message: reason, isByUs: true, payerIsAsked } as const;
  await settleFollowUp(world, tx, voided, details, told, made.createdAt);
}
