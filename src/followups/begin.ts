import { Refusal } from '../base/refusal.ts';
import type { Secret } from '../base/secret.ts';
import type { Sql } from '../base/sql.ts';
import { keepKey } from '../payments/kept-keys.ts';
import type { Payment } from '../payments/payment.ts';
import { firstAttempt } from '../payments/payment.ts';
import type { World } from '../world.ts';
import { decide, type Wish } from './decide.ts';
import { settleFollowUp } from './finish.ts';
import type { FollowUp } from './followup.ts';
import { changeBy, newFollowUp } from './new-follow-up.ts';
import { followUpsOf, insertFollowUp, readFollowUp } from './store.ts';
import { changePayment, lockSubject, type Subject } from './subject.ts';
import { readAgain, turnRound } from './turn-round.ts';

export type FollowUpWish = Wish & {
  readonly businessId: bigint;
  readonly paymentId: bigint;
  readonly retryKey: { readonly key: string; readonly content: Secret } | undefined;
  /** `api:USERNAME`, `operator:NAME` or `system`. */
  readonly actor: string;
  readonly reason: string | undefined;
};

/** The first commit: what is to be done stands there, and nobody else can promise the same money. */
export async function beginFollowUp(
  world: World,
  wish: FollowUpWish,
): Promise<{ followUp: FollowUp; subject: Subject; isNew: boolean }> {
  const id = await world.ids.next(wish.businessId);
  const begin = () => world.db.begin((tx) => write(world, tx, wish, id));
  return await begin().catch(async (error) => {
    if (error instanceof Refusal) throw error;
    // Was it written, and only the answer of the commit lost?
    const written = await readFollowUp(world.db, { businessId: wish.businessId, id });
    if (!written) return await begin();
    const subject = await world.db.begin((tx) => subjectOf(tx, wish));
    return { followUp: written, subject, isNew: true };
  });
}

async function write(world: World, tx: Sql, wish: FollowUpWish, id: bigint) {
  const subject = await subjectOf(tx, wish);
  const { payment } = subject;
  const earlier = await followUpsOf(tx, payment.businessId, payment.id);
  const same = sameAsBefore(payment, earlier, wish);
  if (same) {
    const made = { businessId: payment.businessId, kind: 'followup', id: same.id } as const;
    await keepKey(world, tx, made, wish.retryKey);
    return { followUp: same, subject, isNew: false };
  }
  const step = decide(payment, wish, await readAgain(tx, payment));
  const made = newFollowUp(world, subject, wish, step, id, firstAttempt + earlier.length + 1);

  if (!(await insertFollowUp(tx, made))) throw new Refusal('busy');
  const change = changeBy(payment, step);
  await changePayment(tx, payment, change);
  if (step.by === 'ourselves') {
    await turnRound(world, tx, payment, step, made);
    const now = { ...payment, ...change };
    await settleFollowUp(world, tx, now, subject.details, made, made.createdAt);
  }
  return { followUp: made as FollowUp, subject, isNew: true };
}

async function subjectOf(tx: Sql, { businessId, paymentId }: FollowUpWish): Promise<Subject> {
  const subject = await lockSubject(tx, { businessId, id: paymentId });
  if (!subject) throw new Refusal('unknown_payment');
  return subject;
}

/**
 * Whoever asks once more for all of it, or for the one capture that there can be, under whatever key, is told what
 * became of the first time.
 */
export function sameAsBefore(
  payment: Payment,
  earlier: readonly FollowUp[],
  { kind, amountCents }: Wish,
): FollowUp | undefined {
  if (amountCents !== undefined && kind !== 'capture') return undefined;
  // What came back was not given back, so it is a new wish.
  const standing = earlier.filter(({ state }) => state !== 'failed' && state !== 'returned');
  if (kind === 'capture') {
    // Whatever was given back of it since.
    const last = standing.findLast((one) => one.kind !== 'refund');
    const isSame =
      last?.kind === 'capture' && last.amountCents === (amountCents ?? payment.approvedCents);
    return isSame ? last : undefined;
  }
  const last = standing.at(-1);
  if (!last) return undefined;
  if (last.kind === 'void') return last;
  // Parts that came to all of it are no answer to who wishes for what is left; nor is all that was left then, when
  // something of the parts before it came back, or was not given.
  const { capturedCents, refundedCents, refundingCents } = payment;
  const isAll = last.isAll && refundedCents + refundingCents === capturedCents;
  return kind === 'refund' && last.kind === 'refund' && isAll ? last : undefined;
}
