import { Refusal } from '../base/refusal.ts';
import { leaseFrom } from '../payments/asking.ts';
import { finishCharge, isUntold } from '../payments/finish.ts';
import { type Finish, finishCharges } from '../payments/finish-store.ts';
import type { Outcome } from '../payments/outcome.ts';
import { isSettled, type Payment } from '../payments/payment.ts';
import { eventOf } from '../payments/payment-event.ts';
import { readPayments, type TakenOver, takeOver } from '../payments/store.ts';
import { watchDecision } from '../payments/watches.ts';
import type { World } from '../world.ts';
import type { Carried, Carrier } from './carrier.ts';

/*
 * A charge of which the processor could not say what became of it. Who decides takes the payment over, as whoever
 * looks after it does: an answer that arrives in the same moment cannot come between.
 */

/** Booked as if the processor had said yes to what it was asked. */
export const charged: Carrier = async (world, { businessId, object: { id } }) => {
  const taken = await take(world, { businessId, id });
  if ('done' in taken) return taken;
  const { payment, details } = taken;
  const finished = await finishCharge(world, payment, yes(payment), details); // committed
  if (!isSettled(finished.state)) throw new Refusal('payment_busy');
  return itIs(finished);
};

/** Nothing was taken, as far as anybody knows: `followups/give-back.ts` goes on looking for a week. */
export const notCharged: Carrier = async (world, { businessId, object: { id } }) => {
  const taken = await take(world, { businessId, id });
  if ('done' in taken) return taken;
  const finish = finishOf(world, taken);
  await world.db.begin(async (tx) => {
    const [wasWritten] = await finishCharges(tx, [finish]);
    if (!wasWritten) throw new Refusal('payment_busy');
    await watchDecision(tx, { businessId, id }, finish.at);
  });
  return itIs({ ...taken.payment, state: 'canceled' });
};

/** Nobody else may finish it from now on; or what it became meanwhile, or the last time. */
async function take(
  world: World,
  key: { readonly businessId: bigint; readonly id: bigint },
): Promise<TakenOver | { readonly done: string }> {
  const now = world.now();
  const leaseUntil = leaseFrom(world, now);
  const taken = await world.gather(takeOver, { ...key, now, leaseUntil, looks: 0 }); // committed
  if (taken) return taken;
  const current = await world.gather(readPayments, key);
  if (!current) throw new Refusal('unknown_payment');
  if (isSettled(current.state)) return itIs(current);
  // Somebody asks the processor about it just now.
  throw new Refusal('payment_busy');
}

function itIs({ state }: Pick<Payment, 'state'>): Carried & { readonly done: string } {
  return { done: `The payment is ${state}.` };
}

function yes({ capture, amountCents }: Payment): Outcome {
  return {
    state: capture ? 'captured' : 'authorized',
    code: undefined,
    message: capture ? 'Approved.' : 'Authorized.',
    approvedCents: amountCents,
    processorId: undefined,
    authorizationCode: undefined,
  };
}

const no: Outcome = {
  state: 'canceled',
  code: 'decided',
  message: 'The payment was not charged; it may be tried again.',
  approvedCents: 0n,
  processorId: undefined,
  authorizationCode: undefined,
};

function finishOf(world: World, { payment, details }: TakenOver): Finish {
  const at = world.now();
  const { state, code: outcomeCode, message } = no;
  const canceled: Payment = { ...payment, state, outcomeCode, message };
  return {
    payment,
    outcome: no,
    transfers: [],
    approvedCents: 0n,
    capturedCents: 0n,
    expiresAt: undefined,
    entry: undefined,
    event: eventOf(world, canceled, details),
    resolveAt: undefined,
    isUntold: isUntold(canceled, details),
    at,
  };
}
