import type { World } from '../world.ts';
import { type Finish, finishCharges } from './finish-store.ts';
import type { Line } from './order.ts';
import { type Outcome, transfersOf } from './outcome.ts';
import { isSettled, type Payment } from './payment.ts';
import { eventOf } from './payment-event.ts';
import { readPayments } from './store.ts';

const persistForMs = 60_000;

/**
 * Writes what became of a payment, with everything that follows, all or nothing. When somebody else was
 * quicker, theirs is the outcome. A database that is gone for a while is waited for: after a yes from the
 * processor, giving up is the last resort, and then the resolve job still finds out.
 */
export async function finishCharge(
  world: World,
  payment: Payment,
  outcome: Outcome,
  lines: readonly Line[],
): Promise<Payment> {
  const finished: Payment = {
    ...payment,
    state: outcome.state,
    outcomeCode: outcome.code,
    message: outcome.message,
  };
  const wasWritten = await persist(world, await finishOf(world, payment, finished, outcome, lines));
  if (wasWritten) return finished;
  const [current] = await readPayments(world.db, [payment]);
  return current ?? payment;
}

async function finishOf(
  world: World,
  payment: Payment,
  finished: Payment,
  outcome: Outcome,
  lines: readonly Line[],
): Promise<Finish> {
  const at = world.now();
  const transfers = [];
  for (const transfer of transfersOf(finished, lines)) {
    transfers.push({ ...transfer, id: await world.ids.next(payment.businessId) });
  }
  // Still not known is no news; that it is unknown at all was told the first time.
  const isNews = isSettled(finished.state) || payment.state === 'processing';
  return {
    payment,
    outcome,
    transfers,
    event: isNews ? eventOf(world, finished) : undefined,
    askAgainAt: isNews ? new Date(at.getTime() + 2000) : undefined,
    at,
  };
}

async function persist(world: World, finish: Finish): Promise<boolean> {
  const giveUpAt = world.now().getTime() + persistForMs;
  for (;;) {
    try {
      return await world.gather(finishCharges, finish);
    } catch (error) {
      const { businessId, id } = finish.payment;
      world.log.error('payment.finish_failed', { businessId, paymentId: id, error });
      if (world.now().getTime() >= giveUpAt) throw error;
      await world.sleep(1000);
    }
  }
}
