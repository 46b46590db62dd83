import { Refusal } from '../../kernel/refusal.ts';
import { processorOf } from '../../payments/accounts/open-account.ts';
import { leaseFrom } from '../../payments/asking.ts';
import { finishCharge, isAwaited } from '../../payments/finish.ts';
import { type Finish, finishCharges } from '../../payments/finish-store.ts';
import type { Outcome } from '../../payments/outcome.ts';
import { firstAttempt, isSettled, type Payment, referenceOf } from '../../payments/payment.ts';
import { eventOf } from '../../payments/payment-event.ts';
import { readPayments, type TakenOver, takeOver } from '../../payments/store.ts';
import { watchDecision } from '../../payments/watches.ts';
import { checkInquiry } from '../../ports/processors/answer-check.ts';
import type { World } from '../../world.ts';
import type { ActionResult, CaseAction } from './actions.ts';

/*
 * A charge whose outcome the processor could not report. The decision takes over the lease of the payment, so that an
 * answer that arrives at the same moment changes nothing.
 */

/** Booked as if the processor had approved the charge. */
export const charged: CaseAction = async (world, { businessId, object: { id } }) => {
  const taken = await take(world, { businessId, id });
  if ('done' in taken) return taken;
  const { payment, details } = taken;
  const outcome = { ...approved(payment), ...(await namesOf(world, taken)) };
  const finished = await finishCharge(world, payment, outcome, details); // committed
  if (!isSettled(finished.state)) throw new Refusal('payment_busy');
  return outcomeOf(finished);
};

/** How the processor names it, where it shows it as approved: by that it is refunded, and settled in batches. */
async function namesOf(
  world: World,
  { payment, processorId: known }: TakenOver,
): Promise<Partial<Pick<Outcome, 'processorId' | 'authorizationCode'>>> {
  const { businessId, id, createdAt, currency } = payment;
  const reference = referenceOf(businessId, id, firstAttempt);
  const processor = await processorOf(world, payment);
  const told = await processor.inquire(reference, undefined, createdAt, known);
  const found = checkInquiry({ reference, currency }, told);
  if (found.outcome !== 'approved') return {};
  const { processorId, authorizationCode } = found;
  return { processorId, authorizationCode };
}

/** Nothing was charged, as far as is known: `src/payments/follow-ups/reversal.ts` keeps checking for a week. */
export const notCharged: CaseAction = async (world, { businessId, object: { id } }) => {
  const taken = await take(world, { businessId, id });
  if ('done' in taken) return taken;
  const finish = finishOf(world, taken);
  await world.db.begin(async (tx) => {
    const [wasWritten] = await finishCharges(tx, [finish]);
    if (!wasWritten) throw new Refusal('payment_busy');
    await watchDecision(tx, { businessId, id }, finish.at);
  });
  return outcomeOf({ ...taken.payment, state: 'canceled' });
};

/** Takes the lease over; or the outcome that was written meanwhile. */
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
  if (isSettled(current.state)) return outcomeOf(current);
  // The processor is being asked about it just now.
  throw new Refusal('payment_busy');
}

function outcomeOf({ state }: Pick<Payment, 'state'>): ActionResult & { readonly done: string } {
  return { done: `The payment is ${state}.` };
}

function approved({ capture, amountCents }: Payment): Outcome {
  return {
    state: capture ? 'captured' : 'authorized',
    code: undefined,
    message: capture ? 'Approved.' : 'Authorized.',
    approvedCents: amountCents,
    processorId: undefined,
    authorizationCode: undefined,
  };
}

const notApproved: Outcome = {
  state: 'canceled',
  code: 'decided',
  message: 'The payment was not charged; it may be tried again.',
  approvedCents: 0n,
  processorId: undefined,
  authorizationCode: undefined,
};

function finishOf(world: World, { payment, details }: TakenOver): Finish {
  const at = world.now();
  const { state, code: outcomeCode, message } = notApproved;
  const canceled: Payment = { ...payment, state, outcomeCode, message };
  return {
    payment,
    outcome: notApproved,
    transfers: [],
    approvedCents: 0n,
    capturedCents: 0n,
    expiresAt: undefined,
    entry: undefined,
    event: eventOf(world, canceled, details),
    resolveAt: undefined,
    isAwaited: isAwaited(canceled, details),
    at,
  };
}
