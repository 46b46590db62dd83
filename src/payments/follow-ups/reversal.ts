import { openCase } from '../../backoffice/cases/store.ts';
import { eachByItsClock } from '../../parties/businesses/clock.ts';
import { checkInquiry } from '../../ports/processors/answer-check.ts';
import type { Approval, InquiryAnswer } from '../../ports/processors/processor.ts';
import { readBusinessesDue } from '../../runtime/discovery.ts';
import type { Sql } from '../../runtime/sql.ts';
import type { World } from '../../world.ts';
import { processorOf } from '../accounts/open-account.ts';
import { leaseFrom } from '../asking.ts';
import { firstAttempt, isSettled, type Payment, referenceOf, tookMoney } from '../payment.ts';
import { type Decided, decidedWatches, leaveDecided, takeDecided } from '../watches.ts';
import { finishFollowUp } from './finish.ts';
import { ask } from './follow-up.ts';
import { isFinished } from './followup.ts';
import { followUpsOf, insertFollowUp, type NewFollowUp } from './store.ts';
import { lockSubject, nextNumber, readSubject, type Subject } from './subject.ts';

/*
 * Reverses an approval that arrived after "not charged" was answered: the payer was told no, and the merchant may have
 * charged again.
 */

/**
 * Asks the processor whether it charged a payment that is stored as not charged, and reverses it if so. `unknown`: the
 * outcome of the charge or of the reversal is not known yet; call again.
 */
export async function reversePayment(
  world: World,
  businessId: bigint,
  paymentId: bigint,
): Promise<InquiryAnswer['outcome']> {
  const subject = await readSubject(world.db, { businessId, id: paymentId });
  if (!subject || !isSettled(subject.payment.state) || tookMoney(subject.payment.state))
    return 'not_found';
  const { payment } = subject;
  const processor = await processorOf(world, payment);
  const reference = referenceOf(businessId, paymentId, firstAttempt);
  const found = await processor.inquire(reference, undefined, payment.createdAt);
  const answer = checkInquiry(reference, found);
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
  { amountCents, isSettled = false }: Approval,
): Promise<NewFollowUp | 'under way' | 'done'> {
  const id = await world.ids.next(businessId);
  return await world.db.begin(async (tx) => {
    const subject = await lockSubject(tx, { businessId, id: paymentId });
    const earlier = await followUpsOf(tx, businessId, paymentId);
    if (!subject) throw new Error('a payment is gone');
    const before = earlier.find((one) => one.kind === 'give_back' && one.state !== 'failed');
    if (before) return isFinished(before) ? 'done' : 'under way';
    // The bank has taken it back already, or a person looks at what was won.
    if (subject.payment.disputedCents > 0n) return 'done';
    if (await waitsForAPerson(tx, businessId, paymentId)) return 'done';
    const at = world.now();
    const n = nextNumber(subject, earlier);
    const made: NewFollowUp = {
      businessId,
      id,
      paymentId,
      n,
      kind: 'give_back',
      state: 'processing',
      amountCents,
      isAll: true,
      isRefund: isSettled,
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
      cancelSentAt: undefined,
      absentSince: undefined,
      finishedAt: undefined,
    };
    await insertFollowUp(tx, made);
    return made;
  });
}

/** A case is open: until a person decides, nothing more is tried. */
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
  await openCase(world, {
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
/** Of one business. */
const atOnce = 8;

/**
 * Asks once a day for a week about payments that a person decided were not charged, because the processor could not
 * say. Returns how many were asked about.
 */
export async function watchDecided(world: World, only?: bigint): Promise<number> {
  const due = await readBusinessesDue(world.db, decidedWatches, world.now(), only);
  const frame = { only, failure: 'payment.not_watched' };
  return await eachByItsClock(world, due, frame, async (own, { id }) => {
    const taken = await takeDecided(own.db, id, own.now(), atOnce); // committed
    await Promise.all(taken.map((one) => lookOnce(own, one)));
    return taken.length;
  });
}

async function lookOnce(world: World, decided: Decided): Promise<void> {
  const { businessId, id: paymentId, decidedAt } = decided;
  const outcome = await reversePayment(world, businessId, paymentId).catch((error) => {
    // The next inquiry is tomorrow.
    world.log.error('payment.not_watched', { businessId, paymentId, error });
    return 'unknown' as const;
  });
  const isOver = world.now().getTime() - decidedAt.getTime() >= watchForMs;
  if (outcome === 'unknown' || (outcome === 'not_found' && !isOver)) return;
  await leaveDecided(world.db, decided);
}
