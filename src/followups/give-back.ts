import type { Sql } from '../base/sql.ts';
import { leaseFrom, processorOf } from '../payments/asking.ts';
import {
  firstAttempt,
  isSettled,
  type Payment,
  referenceOf,
  tookMoney,
} from '../payments/payment.ts';
import { type Decided, leaveDecided, takeDecided } from '../payments/watches.ts';
import { checkInquiry } from '../processors/answer-check.ts';
import type { Approval, InquiryAnswer } from '../processors/processor.ts';
import { openQuestion } from '../questions/question.ts';
import type { World } from '../world.ts';
import { finishFollowUp } from './finish.ts';
import { ask } from './follow-up.ts';
import { isFinished } from './followup.ts';
import type { NewFollowUp } from './store.ts';
import { followUpsOf, insertFollowUp } from './store.ts';
import type { Subject } from './subject.ts';
import { lockSubject, readSubject } from './subject.ts';

/*
 * Money that came after we had said that nothing was charged is given back: the payer was told no, and the
 * merchant may have asked for it again.
 */

/**
 * Looks whether the processor charged a payment that we call not charged; gives it back if so. `unknown`: come
 * back, since nothing is known yet, also of what was done about it.
 */
export async function giveBack(
  world: World,
  businessId: bigint,
  paymentId: bigint,
): Promise<InquiryAnswer['outcome']> {
  const subject = await readSubject(world.db, { businessId, id: paymentId });
  if (!subject || !isSettled(subject.payment.state) || tookMoney(subject.payment.state))
    return 'not_found';
  const { payment } = subject;
  const processor = processorOf(world, payment.processor);
  const reference = referenceOf(businessId, paymentId, firstAttempt);
  const answer = checkInquiry(reference, await processor.inquire(reference));
  if (answer.outcome !== 'approved') return answer.outcome;

  const begun = await begin(world, payment, answer); // committed
  if (begun === 'done') return answer.outcome;
  if (begun === 'under way') return 'unknown';
  const request = { ...subject, chargeId: answer.processorId };
  const ended = await finishFollowUp(world, begun, await ask(world, begun, request)); // committed
  if (!isFinished(ended) || ended.outcomeCode === 'not_sent') return 'unknown';
  if (ended.state === 'failed') await askAPerson(world, subject, ended.message);
  return answer.outcome;
}

async function begin(
  world: World,
  { businessId, id: paymentId }: Payment,
  { amountCents }: Approval,
): Promise<NewFollowUp | 'under way' | 'done'> {
  const id = await world.ids.next(businessId);
  return await world.db.begin(async (tx) => {
    const subject = await lockSubject(tx, { businessId, id: paymentId });
    const earlier = await followUpsOf(tx, businessId, paymentId);
    if (!subject) throw new Error('a payment is gone');
    const before = earlier.find((one) => one.kind === 'give_back' && one.state !== 'failed');
    if (before) return isFinished(before) ? 'done' : 'under way';
    if (await waitsForAPerson(tx, businessId, paymentId)) return 'done';
    const at = world.now();
    const n = firstAttempt + earlier.length + 1;
    const made: NewFollowUp = {
      businessId,
      id,
      paymentId,
      n,
      kind: 'give_back',
      state: 'processing',
      amountCents,
      isAll: true,
      reference: referenceOf(businessId, paymentId, n),
      processor: subject.payment.processor,
      idempotencyKey: undefined,
      requestFingerprint: undefined,
      actor: 'system',
      reason: 'approved after it was said that nothing was charged',
      outcomeCode: undefined,
      message: undefined,
      remainingCents: undefined,
      epoch: 1,
      leaseUntil: leaseFrom(world, at),
      inquiries: 0,
      createdAt: at,
      sentAt: at,
      finishedAt: undefined,
    };
    await insertFollowUp(tx, made);
    return made;
  });
}

/** One who was asked and has not decided yet: until then nothing more is tried. */
async function waitsForAPerson(tx: Sql, businessId: bigint, paymentId: bigint): Promise<boolean> {
  const rows = await tx.query(
    `select from open_questions
     where business_id = $1 and kind = 'not_given_back' and object_kind = 'payment'
       and object_id = $2 and state <> 'closed' and closed_by is null`,
    [businessId, paymentId],
  );
  return rows.length > 0;
}

async function askAPerson(
  world: World,
  { payment }: Pick<Subject, 'payment'>,
  says: string | undefined,
): Promise<void> {
  await openQuestion(world, {
    businessId: payment.businessId,
    kind: 'not_given_back',
    object: { kind: 'payment', id: payment.id },
    evidence: {
      askedCents: String(payment.amountCents),
      processor: payment.processor,
      lastAnswer: says,
    },
  });
}

const watchForMs = 7 * 24 * 3_600_000;
const atOnce = 64;

/**
 * A person decided that these were not charged, since the processor could not say. For a week somebody looks
 * once more every day. Returns how many were looked at.
 */
export async function watchDecided(world: World, only?: bigint): Promise<number> {
  const now = world.now();
  const due = await takeDecided(world.db, now, atOnce, only);
  await Promise.all(due.map((one) => lookOnce(world, one)));
  return due.length;
}

async function lookOnce(world: World, decided: Decided): Promise<void> {
  const { businessId, id: paymentId, decidedAt } = decided;
  const outcome = await giveBack(world, businessId, paymentId).catch((error) => {
    // It is looked at again tomorrow.
    world.log.error('payment.not_watched', { businessId, paymentId, error });
    return 'unknown' as const;
  });
  const isOver = world.now().getTime() - decidedAt.getTime() >= watchForMs;
  if (outcome === 'unknown' || (outcome === 'not_found' && !isOver)) return;
  await leaveDecided(world.db, decided);
}
