import { Refusal } from '../../kernel/refusal.ts';
import {
  deleteIdempotencyKey,
  type IdempotencyKey,
  readFreedKey,
  storeKey,
} from '../../runtime/idempotency.ts';
import type { Sql } from '../../runtime/sql.ts';
import type { World } from '../../world.ts';
import { refuseWhileAway } from '../asking.ts';
import { changePayment } from '../moves.ts';
import type { Payment } from '../payment.ts';
import { changeBy, decide, type FollowUpTerms, newFollowUp, remainingOf } from './decide.ts';
import { settleFollowUp } from './finish.ts';
import { cameTooLate, type FollowUp, isFinished } from './follow-up.ts';
import { followUpsOf, insertFollowUp, releaseKey } from './store.ts';
import { lockSubject, nextNumber, type Subject } from './subject.ts';
import { readRepresentment, reverseBankPayment } from './turn-round.ts';

export type FollowUpRequest = FollowUpTerms & {
  readonly businessId: bigint;
  readonly paymentId: bigint;
  readonly idempotencyKey: IdempotencyKey | undefined;
  /** When the request arrived. A request begins nothing if its caller got a failure for it since. */
  readonly askedAt: Date;
  /** `api:USERNAME/KEY`, `operator:NAME` or `system`. */
  readonly actor: string;
  readonly reason: string | undefined;
};

type Begun = {
  readonly followUp: FollowUp;
  readonly subject: Subject;
  readonly isNew: boolean;
  /** True if the request has no key, and may have been meant as another refund. */
  readonly isRepeat?: boolean;
};

/** The first commit: the follow-up is recorded, and its amount is reserved. */
export async function beginFollowUp(world: World, request: FollowUpRequest): Promise<Begun> {
  const id = await refuseWhileAway(world, async () => await world.ids.next(request.businessId));
  let written: Begun | undefined;
  const begin = () =>
    world.db.begin(async (tx) => {
      written = await write(world, tx, request, id);
      return written;
    });
  return await refuseWhileAway(world, begin, () => written && undecided(written));
}

/**
 * Its commit was asked for, and no answer came. Nothing is sent: if the row is there, a worker finds out that it was not
 * done, or sends it where the processor does it once. Nothing records that a call began, so as after a crash only the
 * processor can show that it did not.
 */
function undecided({ followUp, subject, isNew }: Begun): Begun {
  if (!isNew) return { followUp, subject, isNew };
  const open = { message: undefined, remainingCents: undefined, finishedAt: undefined };
  return { followUp: { ...followUp, ...open, state: 'processing' }, subject, isNew: false };
}

async function write(world: World, tx: Sql, request: FollowUpRequest, id: bigint): Promise<Begun> {
  const subject = await subjectOf(tx, request);
  const { payment } = subject;
  const earlier = await followUpsOf(tx, payment.businessId, payment.id);
  // It was written before, and only the answer to the commit lost.
  const own = earlier.find((one) => one.id === id);
  if (own) return { followUp: own, subject, isNew: own.epoch === 1 };
  await takeKeyOver(world, tx, earlier, request);
  const same =
    repeatedFollowUp(payment, earlier, request) ??
    (await repliedMeanwhile(tx, payment, earlier, request));
  if (same) {
    const made = { businessId: payment.businessId, kind: 'followup', id: same.id } as const;
    await storeKey(world, tx, made, request.idempotencyKey);
    return {
      followUp: same,
      subject,
      isNew: false,
      isRepeat: mayBeAnother(payment, same, request),
    };
  }
  await refuseDisputed(tx, payment, request);
  const step = decide(payment, request, await readRepresentment(tx, payment));
  const made = newFollowUp(world, subject, request, step, id, nextNumber(subject, earlier));

  if (!(await insertFollowUp(tx, made))) throw new Refusal('busy');
  const change = changeBy(payment, step);
  await changePayment(tx, payment, change);
  if (step.by === 'ourselves') {
    await reverseBankPayment(world, tx, payment, step, made);
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
 * A follow-up for which another copy of this request was answered with "not sent". Requests that arrive later may try
 * again; a delayed copy may not.
 */
async function repliedMeanwhile(
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

/** Only a refund is replaced: the caller of a void learns that it came too late. */
export function isRefundedInstead(ended: FollowUp, { kind }: FollowUpTerms): boolean {
  return kind === 'refund' && cameTooLate(ended);
}

/**
 * The key of a void that came too late goes to what is done in its place, under the lock of the payment: whoever repeats
 * the request meanwhile finds one of them.
 */
async function takeKeyOver(
  world: World,
  tx: Sql,
  earlier: readonly FollowUp[],
  request: FollowUpRequest,
): Promise<void> {
  const { idempotencyKey } = request;
  if (!idempotencyKey) return;
  const { key, content } = idempotencyKey;
  for (const one of earlier.filter((one) => isRefundedInstead(one, request))) {
    const { businessId, id, requestFingerprint: own } = one;
    if (own && world.vault.sameFingerprint(own, content)) await releaseKey(tx, one, key);
    // One that was recorded for it was compared when it was found.
    await deleteIdempotencyKey(tx, { businessId, kind: 'followup', id }, key);
  }
}

function isSameRequest({ kind, isAll, amountCents }: FollowUp, request: FollowUpTerms): boolean {
  // A refund of everything was a void before settlement.
  const isKind = kind === request.kind || (kind === 'void' && request.kind === 'refund');
  return (
    isKind && (request.amountCents === undefined ? isAll : request.amountCents === amountCents)
  );
}

type Terms = Pick<FollowUpRequest, keyof FollowUpTerms | 'askedAt'>;

/** Undecided or recent: an equal request without a key may be sent by a caller that never got the answer. */
function mayRepeat(one: FollowUp, { repeatsWithinMs, askedAt }: Terms): boolean {
  if (!repeatsWithinMs) return false;
  return !isFinished(one) || one.createdAt.getTime() >= askedAt.getTime() - repeatsWithinMs;
}

function mayBeAnother(payment: Payment, same: FollowUp, request: Terms): boolean {
  if (!request.repeatsWithinMs || same.kind !== 'refund') return false;
  return request.amountCents !== undefined || remainingOf(payment) > 0n;
}

function repeatedPart(standing: readonly FollowUp[], request: Terms): FollowUp | undefined {
  return standing.findLast(
    (one) =>
      one.kind === 'refund' &&
      !one.isAll &&
      one.amountCents === request.amountCents &&
      mayRepeat(one, request),
  );
}

/**
 * A request for the rest repeats a refund of the rest while refunds cover the whole payment. An earlier partial refund
 * may have failed or been returned since: then the next request refunds the new rest, but not the request that may only
 * repeat the first.
 */
function repeatedRest(
  payment: Payment,
  standing: readonly FollowUp[],
  request: Terms,
): FollowUp | undefined {
  const rest = standing.findLast(({ kind, isAll }) => kind === 'refund' && isAll);
  if (!rest) return undefined;
  return remainingOf(payment) === 0n || mayRepeat(rest, request) ? rest : undefined;
}

/** A repeated request for everything, or for the one possible capture, is replayed under whatever key it comes. */
export function repeatedFollowUp(
  payment: Payment,
  earlier: readonly FollowUp[],
  request: Terms,
): FollowUp | undefined {
  const { kind, amountCents } = request;
  // A returned refund did not reach the payer, so the same request starts a new one.
  const standing = earlier.filter(({ state }) => state !== 'failed' && state !== 'returned');
  if (amountCents !== undefined && kind !== 'capture') return repeatedPart(standing, request);
  if (kind === 'capture') {
    // Later refunds do not matter.
    const last = standing.findLast((one) => one.kind !== 'refund');
    const isSame =
      last?.kind === 'capture' && last.amountCents === (amountCents ?? payment.approvedCents);
    return isSame ? last : undefined;
  }
  const last = standing.at(-1);
  if (last?.kind === 'void') return last;
  return kind === 'refund' ? repeatedRest(payment, standing, request) : undefined;
}

/**
 * While a dispute is open its bank has the money, so a refund would give it twice. An inquiry took nothing yet, and a
 * refund often ends it. The caller has locked the payment.
 */
async function refuseDisputed(
  tx: Sql,
  { businessId, id, disputedCents }: Payment,
  { kind }: Pick<FollowUpTerms, 'kind'>,
): Promise<void> {
  if (kind === 'capture' || disputedCents === 0n) return;
  const open = await tx.query(
    `select id from disputes where business_id = $1 and payment_id = $2 and state = 'open' limit 1`,
    [businessId, id],
  );
  if (open.length > 0) throw new Refusal('payment_disputed');
}
