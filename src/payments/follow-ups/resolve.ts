import { openCase } from '../../backoffice/cases/store.ts';
import { checkInquiry } from '../../ports/processors/answer-check.ts';
import type {
  CancelAnswer,
  ChargeAnswer,
  InquiryAnswer,
  NotFound,
  Processor,
} from '../../ports/processors/processor.ts';
import type { World } from '../../world.ts';
import { processorOf } from '../accounts/open-account.ts';
import { leaseFrom, lookAfterAll, sentAtTheLatest } from '../asking.ts';
import { isForAPerson } from '../backoff.ts';
import { asksByReplay, judge, mayReplay } from '../evidence.ts';
import { finishFollowUp } from './finish.ts';
import { ask, nameOfCharge, requestOf } from './follow-up.ts';
import type { FollowUp } from './followup.ts';
import { followUpLeases, noteAbsence } from './store.ts';
import { readSubject, type Subject } from './subject.ts';

type Key = { readonly businessId: bigint; readonly id: bigint };

/** Resolves a follow-up whose owner died or whose processor did not answer. */
export async function resolveFollowUp(
  world: World,
  { businessId, id }: Key,
  looks: 0 | 1 = 0,
): Promise<boolean> {
  const now = world.now();
  const lease = { now, until: leaseFrom(world, now) };
  const taken = await followUpLeases.takeOver(world.db, { businessId, id }, lease, looks); // committed
  if (!taken) return false;
  const answer = await findOut(world, taken);
  // Asked before it is recorded: after a crash in between, the next owner asks the same.
  if (taken.kind === 'give_back' && isRefused(answer)) await askForHelp(world, taken);
  await finishFollowUp(world, taken, answer); // committed
  return true;
}

function isRefused({ outcome }: ChargeAnswer | InquiryAnswer | CancelAnswer): boolean {
  return outcome === 'declined' || outcome === 'rejected';
}

/** As if the processor had said so at once. */
async function askForHelp(world: World, followUp: FollowUp): Promise<void> {
  const { businessId, paymentId, amountCents, processor, reference } = followUp;
  await openCase(world, {
    businessId,
    kind: 'not_given_back',
    object: { kind: 'payment', id: paymentId },
    evidence: { askedCents: String(amountCents), processor, reference },
  });
}

// Each holds a connection for a moment only, and none while the processor is asked.
const atOnce = 64;

/** Resolves due follow-ups of one business or of all; returns how many were handled. */
export async function resolveFollowUps(world: World, only?: bigint): Promise<number> {
  const due = await followUpLeases.readUnresolved(world.db, world.now(), atOnce, only);
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
  const processor = await processorOf(world, followUp);
  const { businessId, paymentId, reference, absentSince } = followUp;
  // While a cancel may still arrive, "approved" is not final: only the answer to a cancel is.
  if (followUp.cancelSentAt) {
    const answer = await cancelFollowUp(world, processor, followUp);
    if (answer.outcome === 'unknown' && isForAPerson(world.now(), followUp.createdAt)) {
      await askAPerson(world, followUp, 'a cancel that was sent is not confirmed');
    }
    return answer;
  }
  const subject = await readSubject(world.db, { businessId, id: paymentId });
  if (!subject) throw new Error('a follow-up without its payment');
  const inquiredAt = world.now();
  const { payment, captureId } = subject;
  const chargeId = subject.chargeId ?? (await nameOfCharge(processor, payment));
  // Some processors keep a void as an action of its charge: without that, "not found" would prove nothing.
  if (chargeId === undefined && processor.can.cancelByReference !== 'all')
    return { outcome: 'unknown', reason: 'the charge is not told of now' };
  const asked =
    chargeId === undefined ? undefined : requestOf(followUp, payment, { chargeId, captureId });
  const told = await processor.inquire(reference, asked, followUp.createdAt);
  const found = checkInquiry({ reference, currency: payment.currency }, told);
  if (found.outcome === 'approved' && found.amountCents !== followUp.amountCents) {
    await askAPerson(world, followUp, 'found with another amount');
    return { outcome: 'unknown', reason: 'found with another amount' };
  }
  const sentAt = sentAtTheLatest(world, followUp.sentAt);
  const verdict = judge(processor.can, { sentAt, inquiredAt, answer: found, absentSince });
  if (verdict === 'never_came') return { outcome: 'canceled', reference };
  const isReplayed =
    verdict !== 'known' && asksByReplay(processor.can, followUp.createdAt, world.now());
  const answer = isReplayed
    ? await sendAgain(world, followUp, subject)
    : verdict === 'absent'
      ? await settleLost(world, processor, followUp, subject, inquiredAt)
      : found;
  const isUnknown = answer.outcome === 'unknown' || answer.outcome === 'not_found';
  if (isUnknown && isForAPerson(world.now(), followUp.createdAt)) {
    await askAPerson(world, followUp, answer.outcome);
  }
  return answer;
}

/** The request never arrived, and can no longer arrive. */
async function settleLost(
  world: World,
  processor: Processor,
  followUp: FollowUp,
  subject: Subject,
  inquiredAt: Date,
): Promise<ChargeAnswer | CancelAnswer | NotFound> {
  // The tombstone at the processor keeps it from arriving after we reported that it was not done.
  const { can } = processor;
  if (can.cancelByReference === 'all') return await cancelFollowUp(world, processor, followUp);
  if (mayReplay(can, followUp.createdAt, world.now()))
    return await sendAgain(world, followUp, subject);
  if (can.absence === 'after_a_day') await noteAbsence(world.db, followUp, inquiredAt);
  else await askAPerson(world, followUp, 'not found, and cannot be sent again');
  return { outcome: 'not_found' };
}

/** A cancel is recorded, sent, and sent again until it is confirmed: one without an answer may arrive much later. */
async function cancelFollowUp(
  world: World,
  processor: Processor,
  followUp: FollowUp,
): Promise<CancelAnswer> {
  const at = world.now();
  const ours = await followUpLeases.noteSending(world.db, followUp, 'cancel_sent_at', {
    now: at,
    until: leaseFrom(world, at),
  }); // committed
  if (!ours) return { outcome: 'unknown', reason: 'somebody else holds it' };
  return await processor.cancel(followUp.reference);
}

/** It needs no card, so it can be sent again: the processor executes a reference once. */
export async function sendAgain(
  world: World,
  followUp: FollowUp,
  subject: Subject,
): Promise<ChargeAnswer> {
  const at = world.now();
  const ours = await followUpLeases.noteSending(world.db, followUp, 'sent_at', {
    now: at,
    until: leaseFrom(world, at),
  }); // committed
  if (!ours) return { outcome: 'unknown', reason: 'somebody else holds it' };
  const answer = await ask(world, ours, subject);
  // "Not sent" now says nothing about the first time that it was sent.
  return answer.outcome === 'not_sent' ? { outcome: 'unknown', reason: answer.reason } : answer;
}

async function askAPerson(world: World, followUp: FollowUp, says: string): Promise<void> {
  const { businessId, id, kind, reference, processor, inquiries } = followUp;
  await openCase(world, {
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
