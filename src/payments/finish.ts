import { strict as assert } from 'node:assert';
import { enqueue } from '../base/jobs.ts';
import type { World } from '../world.ts';
import { authorizationEnds } from './authorization.ts';
import { debitEntry } from './debit-entry.ts';
import { type Finish, finishCharges } from './finish-store.ts';
import type { InvoiceDetails } from './invoice.ts';
import { nextInquiry } from './ladder.ts';
import { type Outcome, transfersOf } from './outcome.ts';
import { isSettled, mayBecome, type Payment, tookMoney, tookNothing } from './payment.ts';
import { eventOf } from './payment-event.ts';
import { persist } from './persist.ts';
import { readPayments } from './store.ts';

/**
 * Writes what became of a payment, with everything that follows, all or nothing. When somebody else was
 * quicker, theirs is the outcome; when the database stays away, `resolve.ts` finds out.
 */
export async function finishCharge(
  world: World,
  payment: Payment,
  outcome: Outcome,
  details: InvoiceDetails,
): Promise<Payment> {
  assert(mayBecome(payment.state, outcome.state));
  const finished: Payment = {
    ...payment,
    state: outcome.state,
    approvedCents: outcome.approvedCents,
    capturedCents: outcome.state === 'captured' ? outcome.approvedCents : 0n,
    outcomeCode: outcome.code,
    message: outcome.message,
  };
  const finish = await finishOf(world, payment, finished, outcome, details);
  const { businessId, id: paymentId } = payment;
  const wasWritten = await persist(world, { businessId, paymentId }, () =>
    world.gather(finishCharges, finish),
  );
  if (wasWritten) return finished;
  // Whoever asks hears that it is not known yet, and not that it failed.
  if (wasWritten === undefined) return payment;
  const current = (await world.gather(readPayments, payment)) ?? payment;
  if (tookMoney(outcome.state) && isSettled(current.state) && !tookMoney(current.state)) {
    await giveBackLater(world, current);
  }
  return current;
}

/** A yes that came after it was said that nothing was charged. */
async function giveBackLater({ db, now }: World, { businessId, id }: Payment): Promise<void> {
  const payload = { paymentId: String(id) };
  await enqueue(db, [
    { businessId, kind: 'payment.give_back', key: String(id), payload, runAt: now() },
  ]);
}

/**
 * Whether somebody asks for it by its order number who was told that it is not known, since another found it out than
 * who began it. Subscriptions and pages hear of their payments otherwise.
 */
export function isUntold(payment: Payment, { period }: InvoiceDetails): boolean {
  const isLate = payment.epoch > 1 && tookNothing(payment);
  return isLate && period === undefined && payment.invoiceId === payment.id;
}

async function finishOf(
  world: World,
  payment: Payment,
  finished: Payment,
  outcome: Outcome,
  details: InvoiceDetails,
): Promise<Finish> {
  const at = world.now();
  const transfers = [];
  const moved = finished.state === 'captured' ? transfersOf(finished, details.lines) : [];
  for (const transfer of moved) {
    transfers.push({ ...transfer, id: await world.ids.next(payment.businessId) });
  }
  // Still not known is no news; that it is unknown at all was told the first time.
  const isNews = isSettled(finished.state) || payment.state === 'processing';
  return {
    payment,
    outcome,
    transfers,
    approvedCents: finished.approvedCents,
    capturedCents: finished.capturedCents,
    expiresAt: finished.state === 'authorized' ? authorizationEnds(finished, at) : undefined,
    entry: finished.state === 'queued' ? await debitEntry(world, finished, details, at) : undefined,
    event: isNews ? eventOf(world, finished, details) : undefined,
    resolveAt: isSettled(finished.state) ? undefined : nextInquiry(at, payment.inquiries),
    isUntold: isUntold(finished, details),
    at,
  };
}
