import { openCase } from '../backoffice/cases/store.ts';
import { readBusiness } from '../parties/businesses/store.ts';
import { checkInquiry } from '../ports/processors/answer-check.ts';
import type { CancelAnswer, InquiryAnswer, Processor } from '../ports/processors/processor.ts';
import type { World } from '../world.ts';
import { processorOf } from './accounts/open-account.ts';
import { leaseFrom, lookAfterAll, sentAtTheLatest } from './asking.ts';
import { isForAPerson } from './backoff.ts';
import { judge } from './evidence.ts';
import { finishCharge } from './finish.ts';
import type { InvoiceDetails } from './invoice.ts';
import { isHeld, type Outcome, outcomeOf, queuedOutcome } from './outcome.ts';
import { firstAttempt, type Payment, referenceOf } from './payment.ts';
import { outcomeByTerms } from './risk/card-checks.ts';
import { type TakenOver, takeOver } from './store.ts';
import {
  groupsAtOnce,
  noteAbsence,
  noteCancel,
  partGroups,
  readUnresolved,
  stopWatching,
  watchDecision,
} from './watches.ts';

type Key = { readonly businessId: bigint; readonly id: bigint };

/**
 * Resolves a payment whose owner died or whose processor did not answer. Sends an inquiry about its reference and never
 * repeats the charge. Age alone never turns unknown into failed. False: another owner has it, or the outcome is known.
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

/** Resolves due payments of one business or of all; returns how many were handled. */
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

async function findOut(world: World, taken: TakenOver): Promise<Outcome> {
  const { payment, details, sentAt, cancelSentAt, absentSince } = taken;
  if (payment.method === 'bank') return queuedOutcome(payment); // The processor was never asked, so there is nothing to inquire about.
  const processor = await processorOf(world, payment);
  // While a cancel may still arrive, "approved" is not final: only the answer to a cancel is.
  if (cancelSentAt) return await cancelCharge(world, processor, taken);
  const reference = referenceOf(payment.businessId, payment.id, firstAttempt);
  const inquiredAt = world.now();
  const found = await processor.inquire(reference, undefined, payment.createdAt);
  const answer = checkInquiry({ reference, currency: payment.currency }, found);
  if (answer.outcome === 'approved' && isAnotherAmount(payment, details, answer.amountCents)) {
    // The bank took another amount, so that amount is booked; a person finds out why.
    world.log.error('payment.amount_mismatch', { paymentId: payment.id, reference });
    await ask(world, taken, 'amount_differs', answer);
    return outcomeOf(payment, answer);
  }
  const { can } = processor;
  const evidence = { sentAt: sentAtTheLatest(world, sentAt), inquiredAt, answer, absentSince };
  switch (judge(can, evidence)) {
    case 'known':
      return await outcomeByTermsOf(world, payment, answer);
    case 'doubtful':
      // Somebody must look at it in the gateway's portal.
      if (isHeld(answer) || isForAPerson(world.now(), sentAt))
        await ask(world, taken, 'outcome_unknown', answer);
      return outcomeOf(payment, answer);
    case 'absent':
      // It never arrived, and its CVV was not stored, so it cannot be sent again. The tombstone at the processor keeps
      // it from arriving after we reported the failure.
      if (can.cancelByReference) return await cancelCharge(world, processor, taken);
      if (can.absence === 'after_a_day') await noteAbsence(world.db, payment, inquiredAt);
      else await ask(world, taken, 'outcome_unknown', answer);
      return outcomeOf(payment, answer);
    case 'never_came':
      // Inquiries check this for a week.
      await watchDecision(world.db, payment, world.now()); // committed
      return outcomeOf(payment, { outcome: 'canceled', reference });
  }
}

async function outcomeByTermsOf(
  world: World,
  payment: Payment,
  answer: InquiryAnswer,
): Promise<Outcome> {
  const isChecked = answer.outcome === 'approved' && answer.checks !== undefined;
  const business = isChecked ? await readBusiness(world.db, payment.businessId) : undefined;
  return business ? outcomeByTerms(payment, answer, business.terms) : outcomeOf(payment, answer);
}

/** A cancel is recorded, sent, and sent again until it is confirmed: one without an answer may arrive much later. */
async function cancelCharge(
  world: World,
  processor: Processor,
  taken: TakenOver,
): Promise<Outcome> {
  const { payment, sentAt } = taken;
  const at = world.now();
  const isOurs = await noteCancel(world.db, payment, at, leaseFrom(world, at)); // committed
  if (!isOurs) return outcomeOf(payment, { outcome: 'unknown', reason: 'somebody else holds it' });
  const reference = referenceOf(payment.businessId, payment.id, firstAttempt);
  const { currency } = payment;
  const answer = checkInquiry(
    { reference, currency },
    await processor.cancel(reference, payment.createdAt),
  );
  if (answer.outcome !== 'canceled' && isForAPerson(world.now(), sentAt)) {
    await ask(world, { ...taken, cancelSentAt: at }, 'outcome_unknown', answer);
  }
  return outcomeOf(payment, answer);
}

/** A part is expected where a partial approval was allowed. */
function isAnotherAmount(
  { amountCents }: Payment,
  { allowPartial }: InvoiceDetails,
  foundCents: bigint,
): boolean {
  return allowPartial ? foundCents > amountCents : foundCents !== amountCents;
}

async function ask(
  world: World,
  { payment, sentAt, cancelSentAt }: TakenOver,
  kind: 'amount_differs' | 'outcome_unknown',
  answer: InquiryAnswer | CancelAnswer,
): Promise<void> {
  await openCase(world, {
    businessId: payment.businessId,
    kind,
    object: { kind: 'payment', id: payment.id },
    evidence: {
      reference: referenceOf(payment.businessId, payment.id, firstAttempt),
      processor: payment.processor,
      askedCents: String(payment.amountCents),
      sentAt: sentAt.toISOString(),
      inquiries: payment.inquiries,
      ...(cancelSentAt && { cancelSentAt: cancelSentAt.toISOString() }),
      lastAnswer: isHeld(answer) ? 'held for review' : answer.outcome,
      ...(answer.outcome === 'approved' && { foundCents: String(answer.amountCents) }),
    },
  });
}
