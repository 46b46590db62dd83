import { lateWindowIsOver, leaseFrom, lookAfterAll, processorOf } from '../payments/asking.ts';
import { isForAPerson } from '../payments/ladder.ts';
import { checkInquiry } from '../processors/answer-check.ts';
import type {
  CancelAnswer,
  ChargeAnswer,
  InquiryAnswer,
  NotFound,
  Processor,
} from '../processors/processor.ts';
import { openQuestion } from '../questions/question.ts';
import type { World } from '../world.ts';
import { finishFollowUp } from './finish.ts';
import { ask } from './follow-up.ts';
import type { FollowUp } from './followup.ts';
import { noteSent, readUnresolved, takeOver } from './store.ts';
import { readSubject } from './subject.ts';

type Key = { readonly businessId: bigint; readonly id: bigint };

/** Finds out what became of a follow-up whose owner died, or whose processor did not answer. */
export async function resolveFollowUp(
  world: World,
  { businessId, id }: Key,
  looks: 0 | 1 = 0,
): Promise<boolean> {
  const now = world.now();
  const leaseUntil = leaseFrom(world, now);
  const taken = await takeOver(world.db, { businessId, id }, now, leaseUntil, looks); // committed
  if (!taken) return false;
  const answer = await findOut(world, taken);
  // Asked before it is written down: should we die in between, whoever finds out asks the same.
  if (taken.kind === 'give_back' && isRefused(answer)) await askForHelp(world, taken);
  await finishFollowUp(world, taken, answer); // committed
  return true;
}

function isRefused({ outcome }: ChargeAnswer | InquiryAnswer | CancelAnswer): boolean {
  return outcome === 'declined' || outcome === 'rejected';
}

/** The same as when the processor says so at once. */
async function askForHelp(world: World, followUp: FollowUp): Promise<void> {
  const { businessId, paymentId, amountCents, processor, reference } = followUp;
  await openQuestion(world, {
    businessId,
    kind: 'not_given_back',
    object: { kind: 'payment', id: paymentId },
    evidence: { askedCents: String(amountCents), processor, reference },
  });
}

// Each takes a connection for a moment only, and none while the processor is asked.
const atOnce = 64;

/** Looks after whatever is due, of one business or of all; returns how many were looked after. */
export async function resolveFollowUps(world: World, only?: bigint): Promise<number> {
  const due = await readUnresolved(world.db, world.now(), atOnce, only);
  return await lookAfterAll(
    due,
    (key) => resolveFollowUp(world, key, 1),
    ({ businessId }, error) => world.log.error('followup.not_resolved', { businessId, error }),
  );
}

async function findOut(
  world: World,
  followUp: FollowUp,
): Promise<ChargeAnswer | InquiryAnswer | CancelAnswer> {
  const processor = processorOf(world, followUp.processor);
  const { reference } = followUp;
  const found = checkInquiry(reference, await processor.inquire(reference));
  if (found.outcome === 'approved' && found.amountCents !== followUp.amountCents) {
    await askAPerson(world, followUp, 'found with another amount');
    return { outcome: 'unknown', reason: 'found with another amount' };
  }
  const isLost =
    found.outcome === 'not_found' && lateWindowIsOver(world, processor, followUp.sentAt);
  const answer = isLost ? await settleLost(world, processor, followUp) : found;
  const isUnknown = answer.outcome === 'unknown' || answer.outcome === 'not_found';
  if (isUnknown && isForAPerson(world.now(), followUp.createdAt)) {
    await askAPerson(world, followUp, answer.outcome);
  }
  return answer;
}

/** It never arrived, and can no longer. */
async function settleLost(
  world: World,
  processor: Processor,
  followUp: FollowUp,
): Promise<ChargeAnswer | CancelAnswer | NotFound> {
  // The tombstone sees to it that it cannot arrive after we said that it was not done.
  if (processor.can.cancelByReference) return await processor.cancel(followUp.reference);
  if (processor.can.idempotency === 'by_reference') return await sendAgain(world, followUp);
  await askAPerson(world, followUp, 'not found, and cannot be sent again');
  return { outcome: 'not_found' };
}

/** It needs no card, so it can be: under the same reference it is done once, whatever arrived before. */
async function sendAgain(world: World, followUp: FollowUp): Promise<ChargeAnswer> {
  const { businessId, paymentId } = followUp;
  const subject = await readSubject(world.db, { businessId, id: paymentId });
  if (!subject) throw new Error('a follow-up without its payment');
  await noteSent(world.db, followUp, world.now());
  const answer = await ask(world, followUp, subject);
  // That nobody was reached now does not say what became of it when it was sent first.
  return answer.outcome === 'not_sent' ? { outcome: 'unknown', reason: answer.reason } : answer;
}

async function askAPerson(world: World, followUp: FollowUp, says: string): Promise<void> {
  const { businessId, id, kind, reference, processor, inquiries } = followUp;
  await openQuestion(world, {
    businessId,
    kind: kind === 'give_back' ? 'not_given_back' : 'followup_unknown',
    object: { kind: 'followup', id },
    evidence: {
      paymentId: String(followUp.paymentId),
      wanted: kind,
      askedCents: String(followUp.amountCents),
      reference,
      processor,
      inquiries,
      sentAt: followUp.sentAt.toISOString(),
      lastAnswer: says,
    },
  });
}
