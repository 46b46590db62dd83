import { dayMs } from '../../kernel/duration.ts';
import { eachByItsClock } from '../../parties/businesses/clock.ts';
import { checkInquiry } from '../../ports/processors/answer-check.ts';
import type { Approval, InquiryAnswer } from '../../ports/processors/processor.ts';
import { openCase } from '../../records/case-store.ts';
import { readBusinessesDue } from '../../runtime/discovery.ts';
import type { Sql } from '../../runtime/sql.ts';
import type { World } from '../../world.ts';
import { processorOf } from '../accounts/open-account.ts';
import { leaseFrom } from '../asking.ts';
import { firstAttempt, type Payment, referenceOf, tookNothing } from '../payment.ts';
import { type Decided, decidedWatches, deleteDecidedWatch, takeDecided } from '../watches.ts';
import { ask } from './carry-out.ts';
import { finishFollowUp } from './finish.ts';
import { cameTooLate, isFinished } from './follow-up.ts';
import { followUpsOf, insertFollowUp, type NewFollowUp } from './store.ts';
import { lockSubject, nextNumber, readSubject, type Subject, skippedByRestore } from './subject.ts';

/*
 * Reverses an approval that arrived after "not charged" was answered: the payer saw a decline, and the merchant may
 * have charged again.
 */

/** An approval, as far as it matters for a reversal. */
type Approved = Pick<Approval, 'processorId' | 'amountCents' | 'isSettled'>;

/**
 * Reverses the charge of a payment that is stored as not charged. `known`: the approval; without it, the processor is
 * asked. `unknown`: the outcome of the charge or of the reversal is not known yet; call again.
 */
export async function reversePayment(
  world: World,
  businessId: bigint,
  paymentId: bigint,
  known?: Approved,
): Promise<InquiryAnswer['outcome']> {
  const subject = await readSubject(world.db, { businessId, id: paymentId });
  if (!subject || !tookNothing(subject.payment)) return 'not_found';
  if (known) return await reverse(world, subject, known);
  const { payment, chargeId } = subject;
  const processor = await processorOf(world, payment);
  const reference = referenceOf(businessId, paymentId, firstAttempt);
  const found = await processor.inquire(reference, undefined, payment.createdAt, chargeId);
  const answer = checkInquiry({ reference, currency: payment.currency }, found);
  return answer.outcome === 'approved' ? await reverse(world, subject, answer) : answer.outcome;
}

/** A processor that is not reached so often is a matter for a person. Numbers that a restore skipped do not count. */
const mostReversals = 8;

async function reverse(
  world: World,
  subject: Subject,
  approved: Approved,
): Promise<'approved' | 'unknown'> {
  const begun = await begin(world, subject.payment, approved); // committed
  if (begun === 'done') return 'approved';
  if (begun === 'under way') return 'unknown';
  const request = { ...subject, chargeId: approved.processorId };
  const ended = await finishFollowUp(world, begun, await ask(world, begun, request)); // committed
  if (!isFinished(ended)) return 'unknown';
  const isOver = ended.outcomeCode !== 'not_sent' || begun.n % skippedByRestore > mostReversals;
  if (!isOver) return 'unknown';
  if (cameTooLate(ended)) return await reverse(world, subject, { ...approved, isSettled: true });
  if (ended.state === 'failed') await askAPerson(world, subject, ended.message);
  return 'approved';
}

async function begin(
  world: World,
  { businessId, id: paymentId }: Payment,
  { amountCents, isSettled = false }: Approved,
): Promise<NewFollowUp | 'under way' | 'done'> {
  const id = await world.ids.next(businessId);
  return await world.db.begin(async (tx) => {
    const subject = await lockSubject(tx, { businessId, id: paymentId });
    const earlier = await followUpsOf(tx, businessId, paymentId);
    if (!subject) throw new Error('a payment is gone');
    const before = earlier.find((one) => one.kind === 'give_back' && one.state !== 'failed');
    if (before) return isFinished(before) ? 'done' : 'under way';
    // The bank has taken it back already, or a person handles the won dispute.
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
      isRefund: isSettled || earlier.some((one) => one.kind === 'give_back' && cameTooLate(one)),
      reference: referenceOf(businessId, paymentId, n),
      processor: subject.payment.processor,
      idempotencyKey: undefined,
      requestFingerprint: undefined,
      actor: 'system',
      reason: reasonOf(subject.payment),
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
      seenAt: undefined,
      replayRefusedAt: undefined,
      finishedAt: undefined,
    };
    await insertFollowUp(tx, made);
    return made;
  });
}

function reasonOf({ state, outcomeCode }: Payment): string {
  return state === 'declined' && outcomeCode !== 'duplicate'
    ? 'approved, with a security code or an address that the business does not take'
    : 'approved after it was said that nothing was charged';
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

const watchForMs = 7 * dayMs;
/** The most inquiries at once for one business. */
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
    const { tracing } = own.telemetry;
    await Promise.all(
      taken.map((one) => {
        const about = { businessId: id, paymentId: one.id };
        return tracing.begin('look after a decided payment', about, () => lookOnce(own, one));
      }),
    );
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
  await deleteDecidedWatch(world.db, decided);
}
