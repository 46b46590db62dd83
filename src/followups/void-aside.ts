import type { Sql } from '../base/sql.ts';
import { firstAttempt } from '../payments/payment.ts';
import type { World } from '../world.ts';
import type { Step } from './decide.ts';
import { settleFollowUp } from './finish.ts';
import { changeBy, newFollowUp } from './new-follow-up.ts';
import { followUpsOf, insertFollowUp } from './store.ts';
import { changePayment, type Subject } from './subject.ts';

/** Why it was voided: a code for programs, a sentence for persons, and what the payer is asked for in its place. */
export type Cause = {
  readonly code: string | undefined;
  readonly reason: string;
  readonly payerIsAsked: string | undefined;
};

/**
 * Voids a queued bank payment by ourselves, in the transaction of who found out that it must not go out, who locked
 * it and canceled its entry. As if somebody had asked for it, but nobody did.
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
  const asker = { amountCents: undefined, retryKey: undefined, actor: 'system', reason };
  const made = newFollowUp(world, subject, asker, step, id, firstAttempt + earlier.length + 1);
  if (!(await insertFollowUp(tx, made))) throw new Error('a locked payment was followed up');
  const change = changeBy(payment, step);
  await changePayment(tx, payment, change);
  const voided = { ...payment, ...change };
  // Its answer is that of a void; why it was done is told in its event.
  const told = { ...made, outcomeCode, message: reason, isByUs: true, payerIsAsked } as const;
  await settleFollowUp(world, tx, voided, details, told, made.createdAt);
}
