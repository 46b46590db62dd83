import { Refusal } from '../base/refusal.ts';
import { finishFollowUp } from '../followups/finish.ts';
import { ask, nameOfCharge } from '../followups/follow-up.ts';
import { type FollowUp, isFinished } from '../followups/followup.ts';
import { giveBack } from '../followups/give-back.ts';
import { followUpsOf, noteSent, readFollowUp, takeOver } from '../followups/store.ts';
import { readSubject } from '../followups/subject.ts';
import { leaseFrom } from '../payments/asking.ts';
import type { CancelAnswer, ChargeAnswer } from '../processors/processor.ts';
import type { Question } from '../questions/store.ts';
import type { World } from '../world.ts';
import type { Carried, Carrier } from './carrier.ts';

/** What was asked for after the charge was done, as somebody found out elsewhere. */
export const done: Carrier = async (world, question) => await settle(world, question, yes);

export const notDone: Carrier = async (world, question) =>
  await settle(world, question, ({ reference }) => ({ outcome: 'canceled', reference }));

/** Of a give-back that failed nothing is left to be settled; of one that is not known the outcome is known now. */
export const givenBackElsewhere: Carrier = async (world, question) =>
  question.object.kind === 'payment' ? { done: 'Noted.' } : await settle(world, question, yes);

export const tryAgain: Carrier = async (world, question) =>
  question.object.kind === 'payment'
    ? await giveBackAnew(world, question)
    : await sendAnew(world, question);

type Answer = (followUp: FollowUp) => ChargeAnswer | CancelAnswer;

function yes({ reference, amountCents }: FollowUp): ChargeAnswer {
  return { outcome: 'approved', reference, amountCents, processorId: '', authorizationCode: '' };
}

async function settle(world: World, question: Question, answer: Answer): Promise<Carried> {
  const taken = await take(world, question);
  if (isFinished(taken)) return { done: itHas(taken) };
  const ended = await finishFollowUp(world, taken, answer(taken)); // committed
  if (!isFinished(ended)) throw new Refusal('payment_busy');
  return { done: itHas(ended) };
}

/** Ours to finish from now on; or as it was finished meanwhile, or the last time. */
async function take(world: World, { businessId, object }: Question): Promise<FollowUp> {
  const key = { businessId, id: object.id };
  const now = world.now();
  const leaseUntil = leaseFrom(world, now);
  const taken = await takeOver(world.db, key, now, leaseUntil); // committed
  if (taken) return taken;
  const current = await readFollowUp(world.db, key);
  if (!current) throw new Error('a question about a follow-up that is not there');
  if (isFinished(current)) return current;
  // Somebody asks the processor about it just now.
  throw new Refusal('payment_busy');
}

function itHas({ kind, state }: FollowUp): string {
  return `The ${kind.replace('_', ' ')} has ${state}.`;
}

/** Under the same reference: done before, it is not done twice. */
async function sendAnew(world: World, question: Question): Promise<Carried> {
  const taken = await take(world, question);
  if (isFinished(taken)) return told(taken);
  const { businessId, paymentId } = taken;
  const subject = await readSubject(world.db, { businessId, id: paymentId });
  if (!subject) throw new Error('a follow-up without its payment');
  const processor = world.processors.get(taken.processor);
  const chargeId =
    subject.chargeId ?? (processor && (await nameOfCharge(processor, subject.payment)));
  if (chargeId === undefined) return { again: 'The processor does not tell of the charge now.' };
  await noteSent(world.db, taken, world.now());
  const answer = await ask(world, taken, { ...subject, chargeId });
  return told(await finishFollowUp(world, taken, answer)); // committed
}

async function giveBackAnew(world: World, { businessId, object }: Question): Promise<Carried> {
  const last = async () =>
    (await followUpsOf(world.db, businessId, object.id)).findLast(
      ({ kind }) => kind === 'give_back',
    );
  const before = await last();
  if (before && before.state !== 'failed') return told(before);
  const outcome = await giveBack(world, businessId, object.id);
  const after = await last();
  if (after && after.id !== before?.id) return told(after);
  if (outcome === 'unknown') return { again: 'The processor gave no answer.' };
  return { done: `The processor has nothing to give back: ${outcome.replace('_', ' ')}.` };
}

/** What is not known yet is being found out, and comes before a person again if it must. */
function told(followUp: FollowUp): Carried {
  if (followUp.state === 'failed') return { again: followUp.message ?? 'The processor said no.' };
  if (isFinished(followUp)) return { done: itHas(followUp) };
  return { done: 'It was asked for, and whether it was done is being found out.' };
}
