import { strict as assert } from 'node:assert';
import type { World } from '../world.ts';
import { type Finish, finishCharges } from './finish-store.ts';
import type { InvoiceDetails } from './invoice.ts';
import { type Outcome, transfersOf } from './outcome.ts';
import { isSettled, moves, type Payment } from './payment.ts';
import { eventOf } from './payment-event.ts';
import { readPayments } from './store.ts';

const persistForMs = 60_000;

// How long after a fruitless look the next one follows; in the end once a day, for as long as it takes.
const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const ladderMs = [2 * second, 10 * second, minute, 5 * minute, 30 * minute, 2 * hour, 12 * hour];

function nextInquiry(at: Date, inquiries: number): Date {
  return new Date(at.getTime() + (ladderMs[inquiries] ?? 24 * hour));
}

/**
 * Writes what became of a payment, with everything that follows, all or nothing. When somebody else was
 * quicker, theirs is the outcome. A database that is gone for a while is waited for: after a yes from the
 * processor, giving up is the last resort, and then `resolve.ts` still finds out.
 */
export async function finishCharge(
  world: World,
  payment: Payment,
  outcome: Outcome,
  details: InvoiceDetails,
): Promise<Payment> {
  assert(moves[payment.state].includes(outcome.state));
  const finished: Payment = {
    ...payment,
    state: outcome.state,
    outcomeCode: outcome.code,
    message: outcome.message,
  };
  const wasWritten = await persist(
    world,
    await finishOf(world, payment, finished, outcome, details),
  );
  if (wasWritten) return finished;
  // Whoever asks hears that it is not known yet, and not that it failed.
  if (wasWritten === undefined) return payment;
  return (await world.gather(readPayments, payment)) ?? payment;
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
  for (const transfer of transfersOf(finished, details.lines)) {
    transfers.push({ ...transfer, id: await world.ids.next(payment.businessId) });
  }
  // Still not known is no news; that it is unknown at all was told the first time.
  const isNews = isSettled(finished.state) || payment.state === 'processing';
  return {
    payment,
    outcome,
    transfers,
    event: isNews ? eventOf(world, finished, details) : undefined,
    resolveAt: isSettled(finished.state) ? undefined : nextInquiry(at, payment.inquiries),
    at,
  };
}

/** Undefined: the database stayed away. */
async function persist(world: World, finish: Finish): Promise<boolean | undefined> {
  const giveUpAt = world.now().getTime() + persistForMs;
  for (;;) {
    try {
      return await world.gather(finishCharges, finish);
    } catch (error) {
      const { businessId, id } = finish.payment;
      world.log.error('payment.finish_failed', { businessId, paymentId: id, error });
      if (world.now().getTime() >= giveUpAt) return undefined;
      await world.sleep(1000);
    }
  }
}
