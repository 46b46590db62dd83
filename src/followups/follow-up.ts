import { Refusal } from '../base/refusal.ts';
import { awaitOutcome } from '../payments/again.ts';
import { awaitEnd, processorOf } from '../payments/asking.ts';
import { forgetKeptKey, isKeyOld, readKeptKey } from '../payments/kept-keys.ts';
import { firstAttempt, isSettled, type Payment, referenceOf } from '../payments/payment.ts';
import { readPayments } from '../payments/store.ts';
import { checkAnswer, checkInquiry } from '../processors/answer-check.ts';
import type { ChargeAnswer, Processor } from '../processors/processor.ts';
import type { World } from '../world.ts';
import { beginFollowUp, type FollowUpWish, sameAsBefore } from './begin.ts';
import { finishFollowUp } from './finish.ts';
import { type FollowUp, isFinished } from './followup.ts';
import { resolveFollowUp } from './resolve.ts';
import { followUpsOf, forgetKey, readByKey, readFollowUp } from './store.ts';
import type { Subject } from './subject.ts';

/**
 * The whole story of a capture, a void or a refund: write down, ask, write down. What cannot be voided any more,
 * because the processor settled it by its own clock, is refunded when giving back was all that was wished.
 */
export async function followUp(world: World, wish: FollowUpWish): Promise<FollowUp> {
  const ended = await followUpOf(world, wish);
  // Who is told that nothing was sent, and to try again, may do so under the same key.
  if (ended.outcomeCode === 'not_sent') await forgetKeyOf(world, wish, ended);
  return ended;
}

async function followUpOf(world: World, wish: FollowUpWish): Promise<FollowUp> {
  const before = await findEarlier(world, wish);
  if (before) return await orRefund(world, wish, await awaitFollowUp(world, before));
  await settleBefore(world, wish);
  const { followUp: begun, subject } = await begin(world, wish); // committed
  if (!subject) return await orRefund(world, wish, await awaitFollowUp(world, begun));
  if (isFinished(begun)) return begun; // We did it ourselves.
  const answer = await ask(world, begun, subject); // no connection held
  const ended = await finishFollowUp(world, begun, answer); // committed
  return await orRefund(world, wish, ended);
}

/** Without a subject: somebody else began the same. It may be what the refusal of this one came of. */
async function begin(
  world: World,
  wish: FollowUpWish,
): Promise<{ followUp: FollowUp; subject: Subject | undefined }> {
  try {
    const { followUp, subject, isNew } = await beginFollowUp(world, wish);
    return { followUp, subject: isNew ? subject : undefined };
  } catch (error) {
    const same = error instanceof Refusal ? await findEarlier(world, wish) : undefined;
    if (!same) throw error;
    return { followUp: same, subject: undefined };
  }
}

/** The same wish again, for whoever waited for it too; the key is that of the refund from now on. */
async function orRefund(world: World, wish: FollowUpWish, ended: FollowUp): Promise<FollowUp> {
  if (!isSettledMeanwhile(ended, wish)) return ended;
  await forgetKeyOf(world, wish, ended);
  return await followUpOf(world, { ...wish, isTooLateToVoid: true });
}

/** A void that came too late, where all that was wished was to give back. */
function isSettledMeanwhile({ kind, outcomeCode }: FollowUp, wish: FollowUpWish): boolean {
  return kind === 'void' && wish.kind === 'refund' && outcomeCode === 'already_settled';
}

/** Whatever else is not known of the payment is found out first, as far as one question tells. */
async function settleBefore(world: World, wish: FollowUpWish): Promise<void> {
  const { businessId, paymentId } = wish;
  const payment = await world.gather(readPayments, { businessId, id: paymentId });
  if (!payment) throw new Refusal('unknown_payment');
  const { state, refundingCents } = payment;
  if (!isSettled(state)) {
    const found = await awaitOutcome(world, payment);
    if (!isSettled(found.state)) throw new Refusal('payment_busy');
    return;
  }
  // What is under way shows in the payment, so that mostly nothing more is read.
  const isUnderWay = state === 'capturing' || state === 'voiding' || refundingCents > 0n;
  if (!isUnderWay) return;
  const all = await followUpsOf(world.db, businessId, paymentId);
  // The same wish hears what became of it before anything is begun anew: it is not found out here.
  const same = sameAsBefore(payment, all, wish);
  const others = all.filter((one) => !isFinished(one) && one.id !== same?.id);
  // What is in somebody's hands is left to them.
  await Promise.all(others.map((one) => resolveFollowUp(world, one)));
}

/** Asks the processor; also once more, under the same reference, where that is known to be safe. */
export async function ask(
  world: World,
  followUp: FollowUp,
  { payment, chargeId }: Subject,
): Promise<ChargeAnswer> {
  const processor = processorOf(world, followUp.processor);
  const { reference, kind, amountCents } = followUp;
  const name = chargeId ?? (await nameOfCharge(processor, payment));
  if (name === undefined) return { outcome: 'not_sent', reason: 'the charge is not told of now' };
  const request = {
    reference,
    kind: kind === 'give_back' ? ('void' as const) : kind,
    chargeReference: referenceOf(payment.businessId, payment.id, firstAttempt),
    chargeId: name,
    amountCents,
    allowPartial: false,
  };
  const answer = await processor.followUp(request);
  const checked = checkAnswer(request, answer);
  if (checked !== answer) {
    world.log.error('payment.answer_mismatch', { paymentId: payment.id, reference });
  }
  return checked;
}

/** What we called not charged, or charged because a person said so, has no processor's name with us. */
export async function nameOfCharge(
  processor: Processor,
  { businessId, id }: Pick<Payment, 'businessId' | 'id'>,
): Promise<string | undefined> {
  const reference = referenceOf(businessId, id, firstAttempt);
  const found = checkInquiry(reference, await processor.inquire(reference));
  return found.outcome === 'approved' ? found.processorId : undefined;
}

/** What was made under this key before, or answered, if it was the same request. */
async function findEarlier(world: World, wish: FollowUpWish): Promise<FollowUp | undefined> {
  const { retryKey, businessId } = wish;
  if (!retryKey) return undefined;
  const own = await readByKey(world.db, businessId, retryKey.key);
  const names = { businessId, kind: 'followup' } as const;
  const kept = own ? undefined : await readKeptKey(world.db, names, retryKey.key);
  const earlier = own ?? (kept && (await readFollowUp(world.db, { businessId, id: kept.madeId })));
  if (!earlier) return undefined;
  if (isKeyOld(world, kept?.keptAt ?? earlier.createdAt) || isSettledMeanwhile(earlier, wish)) {
    await forgetKeyOf(world, wish, earlier);
    return undefined;
  }
  const asked = kept?.requestFingerprint ?? earlier.requestFingerprint;
  if (!asked || !world.vault.sameFingerprint(asked, retryKey.content)) {
    throw new Refusal('idempotency_key_reused');
  }
  return earlier;
}

/** The key that this was asked under, be it the follow-up's own or another. */
async function forgetKeyOf(
  { db }: World,
  { retryKey, businessId }: FollowUpWish,
  followUp: FollowUp,
): Promise<void> {
  if (!retryKey) return;
  await forgetKey(db, followUp, retryKey.key);
  await forgetKeptKey(db, { businessId, kind: 'followup' }, retryKey.key);
}

async function awaitFollowUp(world: World, begun: FollowUp): Promise<FollowUp> {
  const read = () => readFollowUp(world.db, begun);
  return await awaitEnd(world, begun, read, (found) => resolveFollowUp(world, found));
}
