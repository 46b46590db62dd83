import { checkInquiry } from '../processors/answer-check.ts';
import type { Processor } from '../processors/processor.ts';
import type { World } from '../world.ts';
import { finishCharge } from './finish.ts';
import { type Outcome, outcomeOf, queuedOutcome } from './outcome.ts';
import { firstAttempt, type Payment, referenceOf } from './payment.ts';
import { readUnresolved, takeOver } from './store.ts';

type Key = { readonly businessId: bigint; readonly id: bigint };

/**
 * Finds out what became of a payment whose owner died, or whose processor did not answer. It is asked
 * about under its reference and never simply sent again. Age alone never turns unknown into failed.
 */
export async function resolvePayment(world: World, key: Key): Promise<void> {
  const now = world.now();
  const leaseUntil = new Date(now.getTime() + world.config.resolveAfterSeconds * 1000);
  const taken = await world.gather(takeOver, { ...key, now, leaseUntil }); // committed
  if (!taken) return;
  const { payment, details, sentAt } = taken;
  const outcome = await findOut(world, payment, sentAt); // no connection held
  await finishCharge(world, payment, outcome, details); // committed
}

const atOnce = 64;

/** Looks after whatever is due; returns how many payments that were. */
export async function resolveDue(world: World): Promise<number> {
  const due = await readUnresolved(world.db, world.now(), atOnce);
  const ends = await Promise.allSettled(due.map((key) => resolvePayment(world, key)));
  for (const [i, end] of ends.entries()) {
    if (end.status === 'fulfilled') continue;
    const { businessId, id: paymentId } = due[i]!;
    // It comes back when the lease that was taken on it ends.
    world.log.error('payment.not_resolved', { businessId, paymentId, error: end.reason });
  }
  return due.length;
}

async function findOut(world: World, payment: Payment, sentAt: Date): Promise<Outcome> {
  if (payment.method === 'bank') return queuedOutcome; // Nobody was asked, so nobody needs to be asked.
  const processor = world.processors.get(payment.processor);
  if (!processor) throw new Error(`no processor called ${payment.processor}`);
  const reference = referenceOf(payment.businessId, payment.id, firstAttempt);
  const answer = checkInquiry(reference, await processor.inquire(reference));
  if (answer.outcome === 'approved' && answer.amountCents !== payment.amountCents) {
    // Not what was asked: nothing here may decide that. It stays unknown, and a person is told.
    world.log.error('payment.amount_mismatch', { paymentId: payment.id, reference });
    return outcomeOf(payment, { outcome: 'unknown', reason: 'found with another amount' });
  }
  if (answer.outcome !== 'not_found' || !lateWindowIsOver(world, processor, sentAt)) {
    return outcomeOf(payment, answer);
  }
  // It never arrived, and its CVV is nowhere: it cannot be sent again. The tombstone sees to it that
  // it cannot arrive after we said so.
  return outcomeOf(payment, await processor.cancel(reference));
}

function lateWindowIsOver(world: World, { can }: Processor, sentAt: Date): boolean {
  return world.now().getTime() - sentAt.getTime() > can.lateWindowSeconds * 1000;
}
