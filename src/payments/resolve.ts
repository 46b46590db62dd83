import { checkInquiry } from '../processors/answer-check.ts';
import type { InquiryAnswer } from '../processors/processor.ts';
import { openQuestion } from '../questions/question.ts';
import type { World } from '../world.ts';
import { lateWindowIsOver, leaseFrom, lookAfterAll, processorOf } from './asking.ts';
import { finishCharge } from './finish.ts';
import type { InvoiceDetails } from './invoice.ts';
import { isForAPerson } from './ladder.ts';
import { type Outcome, outcomeOf, queuedOutcome } from './outcome.ts';
import { firstAttempt, type Payment, referenceOf } from './payment.ts';
import { type TakenOver, takeOver } from './store.ts';
import { groupsAtOnce, partGroups, readUnresolved, stopWatching } from './watches.ts';

type Key = { readonly businessId: bigint; readonly id: bigint };

/**
 * Finds out what became of a payment whose owner died, or whose processor did not answer. It is asked
 * about under its reference and never simply sent again. Age alone never turns unknown into failed. False:
 * somebody else holds it, or it is known.
 */
export async function resolvePayment(world: World, key: Key, looks: 0 | 1 = 0): Promise<boolean> {
  const now = world.now();
  const leaseUntil = leaseFrom(world, now);
  const taken = await world.gather(takeOver, { ...key, now, leaseUntil, looks }); // committed
  if (!taken) return false;
  const { payment, details } = taken;
  const outcome = await findOut(world, taken); // no connection held
  await finishCharge(world, payment, outcome, details); // committed
  return true;
}

const atOnce = 64;

/** Looks after whatever is due, of one business or of all; returns how many payments were looked after. */
export async function resolveDue(world: World, only?: bigint): Promise<number> {
  while ((await partGroups(world, only)) >= groupsAtOnce);
  const due = await readUnresolved(world.db, world.now(), atOnce, only);
  return await lookAfterAll(
    due,
    (key) => lookAfter(world, key),
    ({ businessId, id: paymentId }, error) => {
      world.log.error('payment.not_resolved', { businessId, paymentId, error });
    },
  );
}

async function lookAfter(world: World, key: Key): Promise<boolean> {
  const isTaken = await resolvePayment(world, key, 1);
  if (!isTaken) await stopWatching(world.db, key);
  return isTaken;
}

async function findOut(world: World, { payment, details, sentAt }: TakenOver): Promise<Outcome> {
  if (payment.method === 'bank') return queuedOutcome(payment); // Nobody was asked, so nobody needs to be.
  const processor = processorOf(world, payment.processor);
  const reference = referenceOf(payment.businessId, payment.id, firstAttempt);
  const answer = checkInquiry(reference, await processor.inquire(reference));
  if (answer.outcome === 'approved' && isAnotherAmount(payment, details, answer.amountCents)) {
    // The money is gone as the bank says, so it is booked as it says; why is for a person to find out.
    world.log.error('payment.amount_mismatch', { paymentId: payment.id, reference });
    await ask(world, payment, 'amount_differs', sentAt, answer);
    return outcomeOf(payment, answer);
  }
  if (answer.outcome !== 'not_found' || !lateWindowIsOver(world, processor, sentAt)) {
    const isStillUnknown = answer.outcome === 'unknown' || answer.outcome === 'not_found';
    if (isStillUnknown && isForAPerson(world.now(), sentAt)) {
      await ask(world, payment, 'outcome_unknown', sentAt, answer);
    }
    return outcomeOf(payment, answer);
  }
  if (processor.can.cancelByReference) {
    // It never arrived, and its CVV is nowhere: it cannot be sent again. The tombstone sees to it that
    // it cannot arrive after we said so.
    return outcomeOf(payment, await processor.cancel(reference));
  }
  await ask(world, payment, 'outcome_unknown', sentAt, answer);
  return outcomeOf(payment, answer);
}

/** A part is no surprise where a part was welcome. */
function isAnotherAmount(
  { amountCents }: Payment,
  { allowPartial }: InvoiceDetails,
  foundCents: bigint,
): boolean {
  return allowPartial ? foundCents > amountCents : foundCents !== amountCents;
}

async function ask(
  world: World,
  payment: Payment,
  kind: 'amount_differs' | 'outcome_unknown',
  sentAt: Date,
  answer: InquiryAnswer,
): Promise<void> {
  await openQuestion(world, {
    businessId: payment.businessId,
    kind,
    object: { kind: 'payment', id: payment.id },
    evidence: {
      reference: referenceOf(payment.businessId, payment.id, firstAttempt),
      processor: payment.processor,
      askedCents: String(payment.amountCents),
      sentAt: sentAt.toISOString(),
      inquiries: payment.inquiries,
      lastAnswer: answer.outcome,
      ...(answer.outcome === 'approved' && { foundCents: String(answer.amountCents) }),
    },
  });
}
