import { dayMs } from '../../kernel/duration.ts';
import { Refusal } from '../../kernel/refusal.ts';
import { openCase } from '../../records/case-store.ts';
import type { JobPayloads } from '../../runtime/jobs.ts';
import type { World } from '../../world.ts';
import { processorOf } from '../accounts/open-account.ts';
import { nextDay } from '../asking.ts';
import { isSilent, statementOf } from '../evidence.ts';
import { changePayment, type PaymentChange } from '../moves.ts';
import type { Payment } from '../payment.ts';
import { changeBy, decide } from './decide.ts';
import type { FollowUp } from './follow-up.ts';
import { inquire } from './resolve.ts';
import { followUpsOf, isOfAnother, readFollowUp, reopenFollowUp } from './store.ts';
import { lockSubject, readSubject } from './subject.ts';

type Key = { readonly businessId: bigint; readonly id: bigint };

/**
 * Watches a capture, void or refund that is stored as not done, since the processor did not show it, or persons decided
 * so. For a week the processor is asked every day, and longer if it does not answer at the end; anything that it shows
 * after all is resolved anew. Undefined: the watch is over.
 */
export async function watchFollowUp(
  world: World,
  key: Key,
  { until }: JobPayloads['followup.watch'],
): Promise<Date | undefined> {
  const followUp = await readFollowUp(world.db, key);
  if (followUp?.state !== 'failed') return undefined;
  const now = world.now();
  const { answer, told = statementOf(answer) } = await inquireAbout(world, followUp);
  const isShown = ['approved', 'differs', 'held', 'there'].includes(told);
  const shownId = 'processorId' in answer ? answer.processorId : undefined;
  const found = isShown ? await reopen(world, followUp, shownId) : 'nothing of it';
  if (found === 'over') return undefined;
  // The follow-up in progress at the payment decides whether there is room for this one.
  if (found === 'waits') return nextDay(now);
  const longerMs = isSilent(answer) ? waitsForAnswerMs : 0;
  return now.getTime() >= Date.parse(until) + longerMs ? undefined : nextDay(now);
}

/** A processor that never answers any more is left alone in the end. */
const waitsForAnswerMs = 21 * dayMs;

async function inquireAbout(world: World, followUp: FollowUp): ReturnType<typeof inquire> {
  const { businessId, paymentId } = followUp;
  const subject = await readSubject(world.db, { businessId, id: paymentId });
  if (!subject) throw new Error('a follow-up without its payment');
  return await inquire(await processorOf(world, followUp), followUp, subject);
}

/**
 * Reopens a follow-up whose work is still possible at the payment; it then ends like any other that is found. If later
 * work leaves no room for it, such as a second refund of everything, only a person can resolve it.
 */
async function reopen(
  world: World,
  followUp: FollowUp,
  shownId: string | undefined,
): Promise<'waits' | 'over' | 'nothing of it'> {
  const { businessId, id, paymentId, kind, amountCents, processor, reference } = followUp;
  return await world.db.begin(async (tx) => {
    const subject = await lockSubject(tx, { businessId, id: paymentId });
    if (!subject) throw new Error('a follow-up without its payment');
    if (await isOfAnother(tx, followUp, shownId)) return 'nothing of it';
    const others = await followUpsOf(tx, businessId, paymentId);
    const change = changeFor(subject.payment, followUp, others);
    if (!change && isUnderWay(subject.payment)) return 'waits';
    if (change) {
      if (!(await reopenFollowUp(tx, followUp, world.now()))) return 'over';
      await changePayment(tx, subject.payment, change);
    }
    await openCase(
      world,
      {
        businessId,
        kind: 'followup_contradicted',
        object: { kind: 'followup', id },
        evidence: {
          kind,
          askedCents: String(amountCents),
          processor,
          reference,
          isBooked: change !== undefined,
        },
      },
      tx,
    );
    return 'over';
  });
}

function isUnderWay({ state, refundingCents }: Payment): boolean {
  return state === 'capturing' || state === 'voiding' || refundingCents > 0n;
}

/** Undefined: there is no room for it. */
function changeFor(
  payment: Payment,
  { kind, amountCents }: FollowUp,
  others: readonly FollowUp[],
): PaymentChange | undefined {
  if (kind === 'give_back') {
    const isAgain = others.some((one) => one.kind === kind && one.state !== 'failed');
    return isAgain ? undefined : payment;
  }
  try {
    return changeBy(payment, decide(payment, { kind, amountCents }));
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}
