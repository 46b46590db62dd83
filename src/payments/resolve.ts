import { readBusiness } from '../parties/businesses/store.ts';
import { checkInquiry } from '../ports/processors/answer-check.ts';
import type {
  Capabilities,
  InquiryAnswer,
  Processor,
  Unknown,
} from '../ports/processors/processor.ts';
import { declinedFor } from '../ports/processors/refused-undo.ts';
import { openCase } from '../records/case-store.ts';
import type { World } from '../world.ts';
import { processorOf } from './accounts/open-account.ts';
import { leaseFrom, resolveEach, sentAtTheLatest } from './asking.ts';
import { type Evidence, meansOfCharge } from './evidence.ts';
import { type FoundOut, findOut } from './find-out.ts';
import { finishCharge } from './finish.ts';
import type { InvoiceDetails } from './invoice.ts';
import {
  isHeld,
  isTakenForDuplicate,
  needsChecks,
  type Outcome,
  outcomeByTerms,
  outcomeOf,
  queuedOutcome,
} from './outcome.ts';
import { firstAttempt, type Payment, referenceOf } from './payment.ts';
import { type TakenOver, takeOver } from './store.ts';
import {
  groupsAtOnce,
  readUnresolved,
  recordCancel,
  splitGroups,
  stopWatching,
  storeEvidence,
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
  const outcome = await outcomeFor(world, taken); // no connection held
  await finishCharge(world, payment, outcome, details); // committed
  return true;
}

const atOnce = 64;

/** Resolves due payments of one business or of all; returns how many were handled. */
export async function resolveDue(world: World, only?: bigint): Promise<number> {
  while ((await splitGroups(world, only)) >= groupsAtOnce);
  const due = await readUnresolved(world.db, world.now(), atOnce, only);
  return await resolveEach(
    due,
    (key) => {
      const about = { businessId: key.businessId, paymentId: key.id };
      return world.telemetry.tracing.begin('resolve payment', about, () =>
        resolveDuePayment(world, key),
      );
    },
    ({ businessId, id: paymentId }, error) => {
      world.log.error('payment.not_resolved', { businessId, paymentId, error });
    },
  );
}

async function resolveDuePayment(world: World, key: Key): Promise<boolean> {
  const isTaken = await resolvePayment(world, key, 1);
  if (!isTaken) await stopWatching(world.db, key);
  return isTaken;
}

async function outcomeFor(world: World, taken: TakenOver): Promise<Outcome> {
  const { payment, processorId } = taken;
  if (payment.method === 'bank') return queuedOutcome(payment); // The processor was never asked, so there is nothing to inquire about.
  const processor = await processorOf(world, payment);
  const reference = referenceOf(payment.businessId, payment.id, firstAttempt);
  const found = await findOut(world.now, meansOfCharge(processor.can), evidenceOf(world, taken), {
    async inquire() {
      const { createdAt } = payment;
      const told = await processor.inquire(reference, undefined, createdAt, processorId);
      const answer = checkInquiry({ reference, currency: payment.currency }, told);
      const isUnchecked = await lacksChecks(world, processor, payment, answer);
      return isUnchecked ? { answer: unchecked, told: 'held' } : { answer };
    },
    cancel: async () => await cancelCharge(world, processor, taken),
    replay: () => Promise.reject(new Error('a charge is sent once: its CVV is not stored')),
  });
  const { verdict, known, answer } = found;
  switch (verdict.is) {
    case 'approved':
    case 'declined':
      return await foundOutcome(world, taken, found, processor.can);
    case 'not_charged':
      // Only absence proves it: inquiries check this for a week.
      if (answer.outcome === 'not_found') await watchDecision(world.db, payment, world.now()); // committed
      if (known.isDuplicate) return outcomeOf(payment, declinedFor(reference, 'duplicate'));
      return outcomeOf(payment, { outcome: 'canceled', reference });
    case 'person':
    case 'doubtful':
      await storeEvidence(world.db, payment, known); // committed
      if (verdict.is === 'person') await ask(world, taken, 'outcome_unknown', found);
      return { ...outcomeOf(payment, answer), lookAt: verdict.lookAt };
  }
}

function evidenceOf(
  world: World,
  { payment, sentAt, cancelSentAt, absentSince, seenAt, replayRefusedAt }: TakenOver,
): Evidence {
  return {
    firstAskedAt: sentAt,
    askedAt: sentAtTheLatest(world, sentAt),
    inquiredAt: world.now(),
    told: 'nothing',
    inquiries: payment.inquiries ?? 0,
    undone: cancelSentAt && 'asked',
    isDuplicate: isTakenForDuplicate(payment),
    absentSince,
    seenAt,
    replayRefusedAt,
  };
}

/**
 * True if the business refuses charges with a wrong code or address, and the checks of this one are unknown: it is not
 * booked, and a person looks into the portal of the processor.
 */
async function lacksChecks(
  world: World,
  { can }: Processor,
  { businessId }: Payment,
  answer: InquiryAnswer,
): Promise<boolean> {
  if (answer.outcome !== 'approved' || answer.checks || !can.checksInAnswersOnly) return false;
  const business = await readBusiness(world.db, businessId);
  return business !== undefined && needsChecks(business.terms);
}

const unchecked: Unknown = {
  outcome: 'unknown',
  reason: 'approved, without what the issuer checked',
  isThere: true,
};

type Found = FoundOut<InquiryAnswer>;

async function foundOutcome(
  world: World,
  taken: TakenOver,
  found: Found,
  can: Capabilities,
): Promise<Outcome> {
  const { payment, details } = taken;
  const { answer } = found;
  if (answer.outcome !== 'approved') return outcomeOf(payment, answer);
  if (isAnotherAmount(payment, details, can, answer.amountCents)) {
    // The bank took another amount, so that amount is booked; a person finds out why.
    const { reference } = answer;
    const { businessId, id: paymentId } = payment;
    world.log.error('payment.amount_mismatch', { businessId, paymentId, reference });
    await ask(world, taken, 'amount_differs', found);
    return outcomeOf(payment, answer);
  }
  const business = answer.checks && (await readBusiness(world.db, payment.businessId));
  return business ? outcomeByTerms(payment, answer, business.terms) : outcomeOf(payment, answer);
}

/** A cancel is recorded, sent, and sent again until it is confirmed: one without an answer may arrive much later. */
async function cancelCharge(
  world: World,
  processor: Processor,
  { payment, processorId }: TakenOver,
): Promise<InquiryAnswer> {
  const at = world.now();
  const isOurs = await recordCancel(world.db, payment, at, leaseFrom(world, at)); // committed
  if (!isOurs) return { outcome: 'unknown', reason: 'somebody else holds it' };
  const reference = referenceOf(payment.businessId, payment.id, firstAttempt);
  const answer = await processor.cancel!(reference, payment.createdAt, processorId);
  return checkInquiry({ reference, currency: payment.currency }, answer);
}

/** A part is expected if a partial approval was requested. */
function isAnotherAmount(
  { amountCents }: Payment,
  { allowPartial }: InvoiceDetails,
  { partialApproval }: Capabilities,
  foundCents: bigint,
): boolean {
  return allowPartial && partialApproval ? foundCents > amountCents : foundCents !== amountCents;
}

async function ask(
  world: World,
  { payment, sentAt, cancelSentAt }: TakenOver,
  kind: 'amount_differs' | 'outcome_unknown',
  { answer, known }: Found,
): Promise<void> {
  const canceledAt = known.undone ? (cancelSentAt ?? world.now()) : undefined;
  await openCase(world, {
    businessId: payment.businessId,
    kind,
    object: { kind: 'payment', id: payment.id },
    evidence: {
      reference: referenceOf(payment.businessId, payment.id, firstAttempt),
      processor: payment.processor,
      currency: payment.currency,
      askedCents: String(payment.amountCents),
      sentAt: sentAt.toISOString(),
      inquiries: payment.inquiries,
      ...(canceledAt && { cancelSentAt: canceledAt.toISOString() }),
      ...(known.seenAt && { seenAt: known.seenAt.toISOString() }),
      lastAnswer: lastAnswerOf(answer),
      ...(answer.outcome === 'approved' && { foundCents: String(answer.amountCents) }),
    },
  });
}

function lastAnswerOf(answer: Found['answer']): string {
  if (answer === unchecked) return unchecked.reason;
  return isHeld(answer) ? 'held for review' : answer.outcome;
}
