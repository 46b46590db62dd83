import { Refusal } from '../base/refusal.ts';
import { Secret } from '../base/secret.ts';
import type { Wish } from '../followups/decide.ts';
import { followUp } from '../followups/follow-up.ts';
import { isFinished } from '../followups/followup.ts';
import { readPayments } from '../payments/store.ts';
import type { Question } from '../questions/store.ts';
import type { World } from '../world.ts';
import type { Carried, Carrier } from './carrier.ts';

/* The processor took another amount than it was asked for, and it is booked as it was taken. */

export const refundDifference: Carrier = async (world, question) => {
  const { businessId, object } = question;
  const payment = await world.gather(readPayments, { businessId, id: object.id });
  if (!payment) throw new Refusal('unknown_payment');
  const amountCents = payment.approvedCents - payment.amountCents;
  if (amountCents <= 0n) return { again: 'It did not take too much.' };
  return await carry(world, question, { kind: 'refund', amountCents });
};

export const voidAll: Carrier = async (world, question) =>
  await carry(world, question, { kind: 'void', amountCents: undefined });

async function carry(world: World, question: Question, wish: Wish): Promise<Carried> {
  const { businessId, object, id, proposal, confirmedBy, confirmedAt, note } = question;
  // Once for each decision. No caller can send such a key: theirs are ASCII.
  const key = `§ ${id} ${confirmedAt?.getTime()}`;
  const ended = await followUp(world, {
    ...wish,
    businessId,
    paymentId: object.id,
    retryKey: { key, content: new Secret(JSON.stringify([key, proposal])) },
    actor: confirmedBy!,
    reason: note,
  });
  if (ended.state === 'failed') return { again: ended.message ?? 'The processor said no.' };
  if (isFinished(ended)) return { done: ended.message ?? 'Done.' };
  return { done: 'It was asked for, and whether it was done is being found out.' };
}
