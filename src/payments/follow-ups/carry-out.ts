import { Refusal } from '../../kernel/refusal.ts';
import { checkAnswer, checkInquiry } from '../../ports/processors/answer-check.ts';
import type {
  ChargeAnswer,
  InquiryAnswer,
  Processor,
  FollowUpRequest as ProcessorRequest,
} from '../../ports/processors/processor.ts';
import {
  deleteIdempotencyKey,
  freeKey,
  type IdempotencyKey,
  isKeyOld,
  readIdempotencyKey,
  refuseOther,
  replayOf,
} from '../../runtime/idempotency.ts';
import type { Sql } from '../../runtime/sql.ts';
import type { World } from '../../world.ts';
import { processorToSend } from '../accounts/open-account.ts';
import {
  awaitEnd,
  maySend,
  refuseWhileAway,
  retryWhileAway,
  sendBy,
  tooLateToSend,
} from '../asking.ts';
import { firstAttempt, isSettled, type Payment, referenceOf } from '../payment.ts';
import { awaitOutcome } from '../replay.ts';
import { readPayments } from '../store.ts';
import {
  beginFollowUp,
  type FollowUpRequest,
  isRefundedInstead,
  repeatedFollowUp,
} from './begin.ts';
import { finishFollowUp } from './finish.ts';
import { type FollowUp, isFinished, sentAs } from './follow-up.ts';
import { resolveFollowUp } from './resolve.ts';
import { followUpsOf, readByKey, readFollowUp, recordRefusedReplay, releaseKey } from './store.ts';
import type { Subject } from './subject.ts';
import { whenSettled } from './when-settled.ts';

/**
 * Carries out a capture, void or refund: stores it, asks the processor, stores the result. If the processor has settled
 * the payment already, a void is replaced by a refund where the caller asked for a refund.
 */
export async function followUp(world: World, asked: Asked): Promise<FollowUpReply> {
  const request = { askedAt: world.now(), ...asked };
  const ended = await followUpOf(world, request);
  if (ended.outcomeCode !== 'not_sent') return ended;
  // A caller that was told "nothing was sent, try again" may reuse the key.
  return await unlessLost(world, ended, async () => {
    await retryWhileAway(world, () => freeKeyOf(world, request, ended));
    return ended;
  });
}

/** A request that did not come from the API arrives now. */
type Asked = Omit<FollowUpRequest, 'askedAt'> & Partial<Pick<FollowUpRequest, 'askedAt'>>;

/** `isRepeat`: a replay for an equal request without a key of its own. */
export type FollowUpReply = FollowUp & { readonly isRepeat?: true };

async function followUpOf(world: World, request: FollowUpRequest): Promise<FollowUpReply> {
  const before = await refuseWhileAway(world, () => findEarlier(world, request));
  if (before) return await unlessLost(world, before, () => awaitOrRefund(world, request, before));
  await refuseWhileAway(world, () => settleBefore(world, request));
  const begun = await begin(world, request); // committed
  const { businessId, paymentId: id } = begun.followUp;
  world.telemetry.tracing.tagPayment({ businessId, id });
  return await unlessLost(world, begun.followUp, () => carryOut(world, request, begun));
}

/** A follow-up that began is never reported as failed, even if the database is lost then. */
async function unlessLost(
  world: World,
  begun: FollowUp,
  work: () => Promise<FollowUpReply>,
): Promise<FollowUpReply> {
  try {
    return await work();
  } catch (error) {
    if (!world.isAway(error)) throw error;
    const { businessId, paymentId, id } = begun;
    world.log.error('database.away', { businessId, paymentId, objectId: id, error });
    return begun;
  }
}

async function carryOut(
  world: World,
  request: FollowUpRequest,
  { followUp: begun, subject, isRepeat }: Begun,
): Promise<FollowUpReply> {
  if (!subject) {
    const ended = await awaitOrRefund(world, request, begun);
    return isRepeat && ended.state !== 'failed' ? { ...ended, isRepeat } : ended;
  }
  if (isFinished(begun)) return begun; // We did it ourselves.
  const answer = await ask(world, begun, subject); // no connection held
  const ended = await finishFollowUp(world, begun, answer); // committed
  return await orRefund(world, request, ended);
}

type Begun = Pick<FollowUpReply, 'isRepeat'> & {
  readonly followUp: FollowUp;
  readonly subject: Subject | undefined;
};

/** Without a subject: another request began the same follow-up, which may be why this one was refused. */
async function begin(world: World, request: FollowUpRequest): Promise<Begun> {
  try {
    const { followUp, subject, isNew, isRepeat } = await beginFollowUp(world, request);
    if (isNew) return { followUp, subject };
    return { followUp, subject: undefined, ...(isRepeat && { isRepeat }) };
  } catch (error) {
    const find = () => findEarlier(world, request);
    const same = error instanceof Refusal ? await refuseWhileAway(world, find) : undefined;
    if (!same) throw error;
    return { followUp: same, subject: undefined };
  }
}

/** Repeats the request as a refund after a void came too late. */
async function orRefund(
  world: World,
  request: FollowUpRequest,
  ended: FollowUp,
): Promise<FollowUp> {
  if (!isRefundedInstead(ended, request)) return ended;
  return await followUpOf(world, { ...request, isTooLateToVoid: true });
}

/** Resolves other unknown outcomes of the payment first, with one inquiry each. */
async function settleBefore(world: World, request: FollowUpRequest): Promise<void> {
  const { businessId, paymentId } = request;
  const payment = await world.gather(readPayments, { businessId, id: paymentId });
  if (!payment) throw new Refusal('unknown_payment');
  const { state, refundingCents } = payment;
  if (!isSettled(state)) {
    const found = await awaitOutcome(world, payment);
    if (!isSettled(found.state)) throw new Refusal('payment_busy');
    return;
  }
  // Sums and state of the payment show open follow-ups, so mostly nothing more is read.
  const isUnderWay = state === 'capturing' || state === 'voiding' || refundingCents > 0n;
  if (!isUnderWay) return;
  const all = await followUpsOf(world.db, businessId, paymentId);
  // A repeated request is answered with the outcome of the first, which the caller awaits: it is not resolved here.
  const same = repeatedFollowUp(payment, all, request);
  const others = all.filter((one) => !isFinished(one) && one.id !== same?.id);
  // A follow-up whose lease is held is left to its owner.
  await Promise.all(others.map((one) => resolveFollowUp(world, one)));
}

/** Asks the processor. May be repeated under the same reference where the processor guarantees that this is safe. */
export async function ask(
  world: World,
  followUp: FollowUp,
  { payment, chargeId, captureId }: Subject,
): Promise<ChargeAnswer> {
  const processor = await processorToSend(world, followUp);
  if ('outcome' in processor) return processor;
  const name = chargeId ?? (await nameOfCharge(processor, payment));
  if (name === undefined) return { outcome: 'not_sent', reason: 'the charge is not told of now' };
  if (!maySend(world, followUp)) return tooLateToSend;
  const request = requestOf(followUp, payment, { chargeId: name, captureId });
  const sent = { ...request, sendBy: sendBy(world, followUp) };
  const answer = await processor.followUp(sent);
  const checked = checkAnswer(sent, answer);
  if (checked !== answer) {
    const { reference } = followUp;
    const { businessId, id: paymentId } = payment;
    world.log.error('payment.answer_mismatch', { businessId, paymentId, reference });
  }
  if (checked.outcome === 'unknown' && checked.isThere)
    await recordRefusedReplay(world.db, followUp, world.now());
  return await whenSettled(world, followUp.businessId, processor, checked);
}

/** The request as it is sent to the processor. */
export function requestOf(
  followUp: FollowUp,
  { businessId, id, last4, currency }: Pick<Payment, 'businessId' | 'id' | 'last4' | 'currency'>,
  { chargeId, captureId }: Pick<ProcessorRequest, 'chargeId' | 'captureId'>,
): ProcessorRequest {
  const { reference, amountCents } = followUp;
  return {
    reference,
    kind: sentAs(followUp),
    chargeReference: referenceOf(businessId, id, firstAttempt),
    chargeId,
    captureId,
    amountCents,
    currency,
    last4,
  };
}

type ChargeKey = Pick<Payment, 'businessId' | 'id' | 'createdAt' | 'currency'>;

/**
 * Without the processor's own id of the charge, for a payment that was stored as not charged or decided by a person,
 * asks for it.
 */
export async function nameOfCharge(
  processor: Processor,
  payment: ChargeKey,
): Promise<string | undefined> {
  return nameIn(await inquireCharge(processor, payment));
}

/** A charge that was undone meanwhile still has its id, which alone shows who undid it. */
export function nameIn(charge: InquiryAnswer): string | undefined {
  const isKnown = charge.outcome === 'approved' || charge.outcome === 'canceled';
  return isKnown ? charge.processorId : undefined;
}

export async function inquireCharge(
  processor: Processor,
  { businessId, id, createdAt, currency }: ChargeKey,
  processorId?: string,
): Promise<InquiryAnswer> {
  const reference = referenceOf(businessId, id, firstAttempt);
  const answer = await processor.inquire(reference, undefined, createdAt, processorId);
  return checkInquiry({ reference, currency }, answer);
}

/** The follow-up of an earlier, equal request under this key. */
async function findEarlier(world: World, request: FollowUpRequest): Promise<FollowUp | undefined> {
  const { idempotencyKey, businessId } = request;
  if (!idempotencyKey) return undefined;
  const own = await readByKey(world.db, businessId, idempotencyKey.key);
  const names = { businessId, kind: 'followup' } as const;
  const kept = own ? undefined : await readIdempotencyKey(world.db, names, idempotencyKey.key);
  const earlier = own ?? (kept && (await readFollowUp(world.db, { businessId, id: kept.madeId })));
  if (!earlier) return undefined;
  const forget = () => deleteKeyOf(world.db, earlier, idempotencyKey);
  const keptAt = kept?.keptAt ?? earlier.createdAt;
  const requestFingerprint = kept?.requestFingerprint ?? earlier.requestFingerprint;
  const { content } = idempotencyKey;
  if (isRefundedInstead(earlier, request) && !isKeyOld(world, keptAt)) {
    refuseOther(world, requestFingerprint, content);
    return undefined;
  }
  const remembered = { made: earlier, keptAt, requestFingerprint };
  return await replayOf(world, content, remembered, forget);
}

/** Forgets the key of this request: the follow-up's own, or another that was recorded for it. */
async function deleteKeyOf(
  db: Sql,
  { businessId, id }: FollowUp,
  { key }: IdempotencyKey,
): Promise<void> {
  await releaseKey(db, { businessId, id }, key);
  await deleteIdempotencyKey(db, { businessId, kind: 'followup', id }, key);
}

/** Frees the key for requests that arrive from now on. A delayed copy of this request begins nothing. */
async function freeKeyOf(
  world: World,
  { idempotencyKey, businessId }: FollowUpRequest,
  followUp: FollowUp,
): Promise<void> {
  if (!idempotencyKey) return;
  await freeKey(world, world.db, { businessId, kind: 'followup', id: followUp.id }, idempotencyKey);
  await releaseKey(world.db, followUp, idempotencyKey.key);
}

async function awaitOrRefund(
  world: World,
  request: FollowUpRequest,
  begun: FollowUp,
): Promise<FollowUp> {
  const read = () => retryWhileAway(world, () => readFollowUp(world.db, begun));
  const ended = await awaitEnd(world, begun, read, (found) => resolveFollowUp(world, found));
  return await orRefund(world, request, ended);
}
