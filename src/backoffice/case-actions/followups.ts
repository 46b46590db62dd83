import { lengths } from '../../kernel/lengths.ts';
import { Refusal } from '../../kernel/refusal.ts';
import { Secret } from '../../kernel/secret.ts';
import { processorOf } from '../../payments/accounts/open-account.ts';
import { leaseFrom } from '../../payments/asking.ts';
import { mayReplay } from '../../payments/evidence.ts';
import { followUp, nameOfCharge } from '../../payments/follow-ups/carry-out.ts';
import type { FollowUpTerms } from '../../payments/follow-ups/decide.ts';
import { finishFollowUp } from '../../payments/follow-ups/finish.ts';
import { cameTooLate, type FollowUp, isFinished } from '../../payments/follow-ups/follow-up.ts';
import { inquire, sendAgain } from '../../payments/follow-ups/resolve.ts';
import { reversePayment } from '../../payments/follow-ups/reversal.ts';
import {
  followUpLeases,
  followUpsOf,
  readByKey,
  readFollowUp,
} from '../../payments/follow-ups/store.ts';
import { readSubject, type Subject } from '../../payments/follow-ups/subject.ts';
import { readPayments } from '../../payments/store.ts';
import type { CancelAnswer, ChargeAnswer } from '../../ports/processors/processor.ts';
import { shownName } from '../../records/case.ts';
import type { World } from '../../world.ts';
import type { ActionResult, CaseAction, ConfirmedCase } from './actions.ts';

/** A capture, void or refund was done, as a person found out. */
export const done: CaseAction = async (world, confirmed) => await settle(world, confirmed, yes);

export const notDone: CaseAction = async (world, confirmed) =>
  await settle(world, confirmed, no, { isWatched: true });

/** A failed reversal has ended; an unknown one ends now. */
export const refundedElsewhere: CaseAction = async (world, confirmed) =>
  confirmed.object.kind === 'payment' ? { done: 'Noted.' } : await settle(world, confirmed, yes);

export const retryUndecided: CaseAction = async (world, confirmed) =>
  confirmed.object.kind === 'payment'
    ? await reverseAnew(world, confirmed)
    : await sendAnew(world, confirmed);

type Decided = (world: World, followUp: FollowUp) => Promise<ChargeAnswer | CancelAnswer>;

/** Approved, under the processor's name of it where that shows it as approved: by that it is refunded, and settled. */
async function yes(world: World, followUp: FollowUp): Promise<ChargeAnswer> {
  const { reference, amountCents } = followUp;
  const subject = await subjectOf(world, followUp);
  const { answer } = await inquire(await processorOf(world, followUp), followUp, subject);
  const processorId = answer.outcome === 'approved' ? answer.processorId : '';
  return { outcome: 'approved', reference, amountCents, processorId, authorizationCode: '' };
}

async function no(_: World, { reference }: FollowUp): Promise<CancelAnswer> {
  return { outcome: 'canceled', reference };
}

async function settle(
  world: World,
  confirmed: ConfirmedCase,
  decided: Decided,
  more: { readonly isWatched?: boolean } = {},
): Promise<ActionResult> {
  const taken = await take(world, confirmed);
  if (isFinished(taken)) return { done: outcomeOf(taken) };
  const answer = await decided(world, taken); // no connection held
  const ended = await finishFollowUp(world, taken, answer, more); // committed
  if (!isFinished(ended)) throw new Refusal('payment_busy');
  return { done: outcomeOf(ended) };
}

/** Takes the lease over; or the follow-up as it was finished meanwhile. */
async function take(world: World, { businessId, object }: ConfirmedCase): Promise<FollowUp> {
  const key = { businessId, id: object.id };
  const now = world.now();
  const lease = { now, until: leaseFrom(world, now) };
  const taken = await followUpLeases.takeOver(world.db, key, lease, 0); // committed
  if (taken) return taken;
  const current = await readFollowUp(world.db, key);
  if (!current) throw new Error('a case about a follow-up that is not there');
  if (isFinished(current)) return current;
  // The processor is being asked about it just now.
  throw new Refusal('payment_busy');
}

function outcomeOf({ kind, state }: FollowUp): string {
  return `The ${kind.replace('_', ' ')} has ${state}.`;
}

/** Only where the processor does it once under one reference: else it might be reversed twice. */
async function sendAnew(world: World, confirmed: ConfirmedCase): Promise<ActionResult> {
  const taken = await take(world, confirmed);
  if (isFinished(taken)) return resultOf(taken);
  const subject = await subjectOf(world, taken);
  const processor = await processorOf(world, taken);
  if (!mayReplay(processor.can, taken.createdAt, world.now())) return { again: mayBeDoneTwice };
  const chargeId = subject.chargeId ?? (await nameOfCharge(processor, subject.payment));
  if (chargeId === undefined) return { again: 'The processor does not tell of the charge now.' };
  const answer = await sendAgain(world, taken, { ...subject, chargeId });
  return resultOf(await finishFollowUp(world, taken, answer)); // committed
}

async function subjectOf({ db }: World, { businessId, paymentId }: FollowUp): Promise<Subject> {
  const subject = await readSubject(db, { businessId, id: paymentId });
  if (!subject) throw new Error('a follow-up without its payment');
  return subject;
}

const mayBeDoneTwice =
  'This processor may do it a second time: look in its portal, and reverse it there if it is not.';

async function reverseAnew(
  world: World,
  { businessId, object, confirmedAt }: ConfirmedCase,
): Promise<ActionResult> {
  const last = async () =>
    (await followUpsOf(world.db, businessId, object.id)).findLast(
      ({ kind }) => kind === 'give_back',
    );
  const before = await last();
  // One decision is one try: only a void that came too late is followed by a refund.
  const isTried = before && before.createdAt >= confirmedAt && !cameTooLate(before);
  if (before && (before.state !== 'failed' || isTried)) return ended(before);
  const outcome = await reversePayment(world, businessId, object.id);
  const after = await last();
  if (after && after.id !== before?.id) return ended(after);
  if (outcome === 'unknown') return { again: 'The processor gave no answer.' };
  return { done: `The processor has nothing to reverse: ${outcome.replace('_', ' ')}.` };
}

/** While it is not known the case stays confirmed: a void that came too late is followed by a refund when it goes on. */
function ended(reversal: FollowUp): ActionResult {
  if (!isFinished(reversal)) throw new Refusal('payment_busy');
  return resultOf(reversal);
}

/** An unknown outcome is resolved like any other, and opens a case again if it must. */
function resultOf(followUp: FollowUp): ActionResult {
  if (followUp.state === 'failed') return { again: followUp.message ?? 'The processor said no.' };
  if (isFinished(followUp)) return { done: outcomeOf(followUp) };
  return { done: 'It was asked for, and whether it was done is being found out.' };
}

/* The processor charged another amount than it was asked for, and it is booked as it was charged. */

export const refundDifference: CaseAction = async (world, confirmed) => {
  const { businessId, object } = confirmed;
  const payment = await world.gather(readPayments, { businessId, id: object.id });
  if (!payment) throw new Refusal('unknown_payment');
  const amountCents = payment.approvedCents - payment.amountCents;
  if (amountCents <= 0n) return { again: 'It did not take too much.' };
  return await carry(world, confirmed, { kind: 'refund', amountCents });
};

export const voidAll: CaseAction = async (world, confirmed) =>
  await carry(world, confirmed, { kind: 'void', amountCents: undefined });

async function carry(
  world: World,
  confirmed: ConfirmedCase,
  request: FollowUpTerms,
): Promise<ActionResult> {
  const { businessId, object, id, proposal, confirmedBy, confirmedAt } = confirmed;
  // One idempotency key for each decision. No caller can send such a key: theirs are ASCII.
  const key = `§ ${id} ${confirmedAt.getTime()}`;
  // The sweep over follow-ups finds out what became of it: asked here, it would be asked without its backoff.
  const earlier = await readByKey(world.db, businessId, key);
  if (earlier && !isFinished(earlier)) throw new Refusal('payment_busy');
  const ended = await followUp(world, {
    ...request,
    businessId,
    paymentId: object.id,
    idempotencyKey: { key, content: new Secret(JSON.stringify([key, proposal])) },
    actor: confirmedBy,
    reason: reasonOf(confirmed),
  });
  // The case stays confirmed: nobody else would hear that it was not done after all.
  if (!isFinished(ended)) throw new Refusal('payment_busy');
  if (ended.state === 'failed') return { again: ended.message ?? 'The processor said no.' };
  return { done: ended.message ?? 'Done.' };
}

/** It is made by the person who confirms, but the note is by the one who proposed. */
function reasonOf({ proposedBy, note }: ConfirmedCase): string {
  const reason = `Proposed by ${shownName(proposedBy)}: ${note ?? ''}`;
  return reason.slice(0, lengths.description);
}
