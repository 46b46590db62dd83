import { dayMs } from '../../kernel/duration.ts';
import { checkInquiry } from '../../ports/processors/answer-check.ts';
import { answered, unknown } from '../../ports/processors/gateway-text.ts';
import type {
  CancelAnswer,
  Canceled,
  ChargeAnswer,
  InquiryAnswer,
  Processor,
  Unknown,
} from '../../ports/processors/processor.ts';
import { openCase } from '../../records/case-store.ts';
import type { World } from '../../world.ts';
import { processorOf } from '../accounts/open-account.ts';
import { leaseFrom, resolveEach, sentAtTheLatest } from '../asking.ts';

import { type Evidence, isSilent, meansOfFollowUp, type Statement } from '../evidence.ts';
import { type FoundOut, findOut } from '../find-out.ts';
import { ask, inquireCharge, nameIn, requestOf } from './carry-out.ts';
import { finishFollowUp } from './finish.ts';
import { cameTooLate, type FollowUp } from './follow-up.ts';
import { followUpLeases, storeEvidence } from './store.ts';
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
  world.telemetry.tracing.tagPayment({ businessId, id: taken.paymentId });
  const { answer, ...more } = await outcomeOf(world, taken); // no connection held
  // Asked before it is recorded: after a crash in between, the next owner asks the same.
  if (taken.kind === 'give_back' && isRefused(answer) && !isRefundable(taken, answer))
    await askForHelp(world, taken);
  await finishFollowUp(world, taken, answer, more); // committed
  return true;
}

function isRefused({ outcome }: Answer): boolean {
  return outcome === 'declined' || outcome === 'rejected';
}

/** True if a void came after settlement: whoever reverses the payment goes on with a refund. */
function isRefundable(followUp: FollowUp, answer: Answer): boolean {
  const outcomeCode = answer.outcome === 'declined' ? answer.code : undefined;
  return cameTooLate({ ...followUp, outcomeCode });
}

/** Acts as if the processor had answered so at once. */
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
  return await resolveEach(
    due,
    (key) =>
      world.telemetry.tracing.begin('resolve follow-up', { businessId: key.businessId }, () =>
        resolveFollowUp(world, key, 1),
      ),
    ({ businessId }, error) => world.log.error('followup.not_resolved', { businessId, error }),
  );
}

type Answer = ChargeAnswer | InquiryAnswer | CancelAnswer;
type Asked = { readonly answer: Answer; readonly told?: Statement };

/** `lookAt`: when it is asked about again; `isWatched`: it is asked about although it is over. */
async function outcomeOf(
  world: World,
  followUp: FollowUp,
): Promise<{ readonly answer: Answer; readonly lookAt?: Date; readonly isWatched?: boolean }> {
  const { businessId, paymentId, reference } = followUp;
  const processor = await processorOf(world, followUp);
  const subject = await readSubject(world.db, { businessId, id: paymentId });
  if (!subject) throw new Error('a follow-up without its payment');
  const before = evidenceOf(world, followUp);
  const found = await findOut<Answer>(world.now, meansOfFollowUp(processor.can), before, {
    inquire: async () => await inquire(processor, followUp, subject),
    cancel: async () => await cancelFollowUp(world, processor, followUp),
    async replay() {
      const answer = await sendAgain(world, followUp, subject);
      return { answer, askedAt: sentAtTheLatest(world, world.now()) };
    },
  });
  const { verdict, answer, known } = found;
  switch (verdict.is) {
    case 'approved':
    case 'declined':
      return { answer };
    case 'not_charged':
      // Only absence proves it: inquiries check this for a week.
      return {
        answer: { outcome: 'canceled', reference },
        isWatched: answer.outcome === 'not_found',
      };
    case 'person':
    case 'doubtful':
      await storeEvidence(world.db, followUp, known); // committed
      if (verdict.is === 'person' || isInVain(world, followUp, answer))
        await askAPerson(world, followUp, found);
      return { answer: { outcome: 'unknown', reason: known.told }, lookAt: verdict.lookAt };
  }
}

/** For a day the processor has answered, and cannot say whether it was done: nor will it tomorrow. */
function isInVain({ now }: World, { createdAt }: FollowUp, answer: Answer): boolean {
  const isAnswered = answer.outcome === 'unknown' && answer.isAnswered === true;
  return isAnswered && now().getTime() - createdAt.getTime() >= dayMs;
}

function evidenceOf(world: World, followUp: FollowUp): Evidence {
  const { createdAt, sentAt, cancelSentAt, inquiries } = followUp;
  const { absentSince, seenAt, replayRefusedAt } = followUp;
  return {
    firstAskedAt: createdAt,
    askedAt: sentAtTheLatest(world, sentAt),
    inquiredAt: world.now(),
    told: 'nothing',
    inquiries,
    undone: cancelSentAt && 'asked',
    absentSince,
    seenAt,
    replayRefusedAt,
  };
}

export async function inquire(
  processor: Processor,
  followUp: FollowUp,
  { payment, captureId, chargeId: known }: Subject,
): Promise<Asked> {
  const { reference, createdAt, amountCents } = followUp;
  const isReversal = followUp.kind === 'give_back';
  const charge = (!isReversal && known) || (await inquireCharge(processor, payment, known));
  if (isReversed(followUp, charge)) return { answer: reversalOf(followUp, charge) };
  const chargeId = typeof charge === 'string' ? charge : (nameIn(charge) ?? known);
  // Some processors keep a void as an action of its charge: without that, "not found" would prove nothing.
  if (chargeId === undefined && processor.can.cancelByReference !== 'all')
    return { answer: notTold(charge) };
  const asked =
    chargeId === undefined ? undefined : requestOf(followUp, payment, { chargeId, captureId });
  const told = await processor.inquire(reference, asked, createdAt);
  const answer = checkInquiry({ reference, currency: payment.currency }, told);
  const differs = answer.outcome === 'approved' && answer.amountCents !== amountCents;
  return differs ? { answer, told: 'differs' } : { answer };
}

function notTold(charge: InquiryAnswer | string): Unknown {
  const reason = 'the charge is not told of now';
  return typeof charge !== 'string' && isSilent(charge) ? unknown(reason) : answered(reason);
}

/** True if the charge is undone at the processor, whoever undid it: an approval was seen before. */
function isReversed({ kind }: FollowUp, charge: InquiryAnswer | string): charge is Canceled {
  return kind === 'give_back' && typeof charge !== 'string' && charge.outcome === 'canceled';
}

function reversalOf({ reference, amountCents }: FollowUp, { processorId = '' }: Canceled): Answer {
  return { outcome: 'approved', reference, amountCents, processorId, authorizationCode: '' };
}

const heldByAnother: Unknown = { outcome: 'unknown', reason: 'somebody else holds it' };

async function recordSending(
  world: World,
  followUp: FollowUp,
  column: 'sent_at' | 'cancel_sent_at',
) {
  const now = world.now();
  const until = leaseFrom(world, now);
  return await followUpLeases.recordSending(world.db, followUp, column, { now, until });
}

/** A cancel is recorded, sent, and sent again until it is confirmed: one without an answer may arrive much later. */
async function cancelFollowUp(
  world: World,
  processor: Processor,
  followUp: FollowUp,
): Promise<CancelAnswer> {
  const ours = await recordSending(world, followUp, 'cancel_sent_at'); // committed
  if (!ours) return heldByAnother;
  return await processor.cancel!(followUp.reference);
}

/** It needs no card, so it can be sent again: the processor executes a reference once. */
export async function sendAgain(
  world: World,
  followUp: FollowUp,
  subject: Subject,
): Promise<ChargeAnswer> {
  const ours = await recordSending(world, followUp, 'sent_at'); // committed
  if (!ours) return heldByAnother;
  const answer = await ask(world, ours, subject);
  // "Not sent" now says nothing about the first request.
  return answer.outcome === 'not_sent' ? { outcome: 'unknown', reason: answer.reason } : answer;
}

async function askAPerson(
  world: World,
  followUp: FollowUp,
  { known, answer }: FoundOut<Answer>,
): Promise<void> {
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
      ...(known.seenAt && { seenAt: known.seenAt.toISOString() }),
      lastAnswer: wordsFor(known, answer),
    },
  });
}

function wordsFor({ told, undone, replayRefusedAt }: Evidence, answer: Answer): string {
  if (undone) return 'a cancel that was sent is not confirmed';
  switch (told) {
    case 'differs':
      return 'found with another amount';
    case 'held':
      return 'held for review';
    case 'not_found':
      return replayRefusedAt
        ? 'not found, though the processor had it'
        : 'not found, and cannot be sent again';
    default:
      return answer.outcome === 'unknown' ? answer.reason : answer.outcome;
  }
}
