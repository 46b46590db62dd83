import { Refusal } from '../../kernel/refusal.ts';
import { type IdempotencyKey, keepKey, readFreedKey } from '../../runtime/idempotency.ts';
import type { Sql } from '../../runtime/sql.ts';
import type { World } from '../../world.ts';
import { changePayment } from '../moves.ts';
import type { Payment } from '../payment.ts';
import { decide, type FollowUpTerms } from './decide.ts';
import { settleFollowUp } from './finish.ts';
import { type FollowUp, isFinished } from './followup.ts';
import { changeBy, newFollowUp } from './new-follow-up.ts';
import { refuseDisputed } from './refuse-disputed.ts';
import { remainingOf } from './remaining.ts';
import { followUpsOf, insertFollowUp, readFollowUp } from './store.ts';
import { lockSubject, nextNumber, type Subject } from './subject.ts';
import { readAgain, turnRound } from './turn-round.ts';

export type FollowUpRequest = FollowUpTerms & {
  readonly businessId: bigint;
  readonly paymentId: bigint;
  readonly idempotencyKey: IdempotencyKey | undefined;
  /** When the request arrived. A request begins nothing if its caller was told since that it failed. */
  readonly askedAt: Date;
  /** `api:USERNAME`, `operator:NAME` or `system`. */
  readonly actor: string;
  readonly reason: string | undefined;
};

/** The first commit: the follow-up is recorded, and its amount is reserved. */
export async function beginFollowUp(
  world: World,
  request: FollowUpRequest,
): Promise<{ followUp: FollowUp; subject: Subject; isNew: boolean }> {
  const id = await world.ids.next(request.businessId);
  const begin = () => world.db.begin((tx) => write(world, tx, request, id));
  return await begin().catch(async (error) => {
    if (error instanceof Refusal) throw error;
    // The row may have been written, and only the answer to the commit lost.
    const written = await readFollowUp(world.db, { businessId: request.businessId, id });
    if (!written) return await begin();
    const subject = await world.db.begin((tx) => subjectOf(tx, request));
    return { followUp: written, subject, isNew: true };
  });
}

async function write(world: World, tx: Sql, request: FollowUpRequest, id: bigint) {
  const subject = await subjectOf(tx, request);
  const { payment } = subject;
  const earlier = await followUpsOf(tx, payment.businessId, payment.id);
  const same =
    sameAsBefore(payment, earlier, request) ?? (await toldMeanwhile(tx, payment, earlier, request));
  if (same) {
    const made = { businessId: payment.businessId, kind: 'followup', id: same.id } as const;
    await keepKey(world, tx, made, request.idempotencyKey);
    return { followUp: same, subject, isNew: false };
  }
  await refuseDisputed(tx, payment, request);
  const step = decide(payment, request, await readAgain(tx, payment));
  const made = newFollowUp(world, subject, request, step, id, nextNumber(subject, earlier));

  if (!(await insertFollowUp(tx, made))) throw new Refusal('busy');
  const change = changeBy(payment, step);
  await changePayment(tx, payment, change);
  if (step.by === 'ourselves') {
    await turnRound(world, tx, payment, step, made);
    const now = { ...payment, ...change };
    await settleFollowUp(world, tx, now, subject.details, made, made.createdAt);
  }
  return { followUp: made, subject, isNew: true };
}

async function subjectOf(tx: Sql, { businessId, paymentId }: FollowUpRequest): Promise<Subject> {
  const subject = await lockSubject(tx, { businessId, id: paymentId });
  if (!subject) throw new Refusal('unknown_payment');
  return subject;
}

/**
 * A follow-up of which another copy of this request was told that nothing was sent. Requests that arrive later may try
 * again; a delayed copy may not.
 */
async function toldMeanwhile(
  tx: Sql,
  { businessId }: Payment,
  earlier: readonly FollowUp[],
  request: FollowUpRequest,
): Promise<FollowUp | undefined> {
  const { idempotencyKey, askedAt } = request;
  const names = { businessId, kind: 'followup' } as const;
  const freed = idempotencyKey && (await readFreedKey(tx, names, idempotencyKey.key, askedAt));
  return earlier.findLast(
    (one) =>
      one.outcomeCode === 'not_sent' &&
      isSameRequest(one, request) &&
      (one.id === freed || (one.finishedAt !== undefined && one.finishedAt > askedAt)),
  );
}

function isSameRequest({ kind, isAll, amountCents }: FollowUp, request: FollowUpTerms): boolean {
  // A refund of everything was a void before settlement.
  const isKind = kind === request.kind || (kind === 'void' && request.kind === 'refund');
  return (
    isKind && (request.amountCents === undefined ? isAll : request.amountCents === amountCents)
  );
}

/**
 * An equal partial refund counts as the same request, sent again by a caller that never got the answer, while the first
 * is undecided or recent.
 */
function repeated(
  standing: readonly FollowUp[],
  { amountCents, repeatsWithinMs, askedAt }: Pick<FollowUpRequest, keyof FollowUpTerms | 'askedAt'>,
): FollowUp | undefined {
  if (!repeatsWithinMs) return undefined;
  const since = askedAt.getTime() - repeatsWithinMs;
  return standing.findLast(
    (one) =>
      one.kind === 'refund' &&
      !one.isAll &&
      one.amountCents === amountCents &&
      (!isFinished(one) || one.createdAt.getTime() >= since),
  );
}

/** A repeated request for everything, or for the one possible capture, is replayed under whatever key it comes. */
export function sameAsBefore(
  payment: Payment,
  earlier: readonly FollowUp[],
  request: Pick<FollowUpRequest, keyof FollowUpTerms | 'askedAt'>,
): FollowUp | undefined {
  const { kind, amountCents } = request;
  // A returned refund did not reach the payer, so the same request starts a new one.
  const standing = earlier.filter(({ state }) => state !== 'failed' && state !== 'returned');
  if (amountCents !== undefined && kind !== 'capture') return repeated(standing, request);
  if (kind === 'capture') {
    // Later refunds do not matter.
    const last = standing.findLast((one) => one.kind !== 'refund');
    const isSame =
      last?.kind === 'capture' && last.amountCents === (amountCents ?? payment.approvedCents);
    return isSame ? last : undefined;
  }
  const last = standing.at(-1);
  if (!last) return undefined;
  if (last.kind === 'void') return last;
  // A request for the rest repeats only a refund of the rest, and only while refunds still cover the whole payment:
  // an earlier partial refund may have failed or been returned since.
  const isAll = last.isAll && remainingOf(payment) === 0n;
  return kind === 'refund' && last.kind === 'refund' && isAll ? last : undefined;
}
