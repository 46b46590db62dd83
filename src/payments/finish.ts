import { strict as assert } from 'node:assert';
import { soonestCutoff } from '../kernel/ach-windows.ts';
import { dayMs } from '../kernel/duration.ts';
import { enqueue } from '../runtime/jobs.ts';
import type { RowOf } from '../runtime/table.ts';
import type { World } from '../world.ts';
import { nextInquiry, persist } from './asking.ts';
import { type Finish, finishCharges } from './finish-store.ts';
import type { InvoiceDetails } from './invoice.ts';
import { mayBecome } from './moves.ts';
import { type Outcome, transfersOf } from './outcome.ts';
import { isSettled, type Payment, type payments, tookMoney, tookNothing } from './payment.ts';
import { eventOf } from './payment-event.ts';
import { readPayments } from './store.ts';

/** A payment, with the stored facts that this process has just written, so that nobody has to read them back. */
export type Charged = Payment & {
  /** An earlier payment: of this very request, or of another one for the same order. Nothing was charged now. */
  readonly replays?: 'request' | 'order';
  readonly stored?: Pick<
    RowOf<typeof payments>,
    'authorizationCode' | 'finishedAt' | 'addressCheck' | 'securityCodeCheck'
  > & { readonly details: InvoiceDetails };
};

/**
 * Records the outcome of a charge with everything that follows from it, all or nothing. If another owner was faster,
 * its outcome counts. If the database is unavailable, `resolve.ts` finds out later.
 */
export async function finishCharge(
  world: World,
  payment: Payment,
  outcome: Outcome,
  details: InvoiceDetails,
): Promise<Charged> {
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
  if (wasWritten) {
    const { authorizationCode, checks } = outcome;
    const finishedAt = isSettled(finished.state) ? finish.at : undefined;
    const { address: addressCheck, securityCode: securityCodeCheck } = checks ?? {};
    const known = { authorizationCode, finishedAt, addressCheck, securityCodeCheck };
    return { ...finished, stored: { ...known, details } };
  }
  // The caller receives "not known yet", not "failed".
  if (wasWritten === undefined) return payment;
  const current = (await world.gather(readPayments, payment)) ?? payment;
  const wasApproved = tookMoney(outcome.state) || outcome.reversedCents !== undefined;
  if (wasApproved && tookNothing(current)) {
    await reverseLater(world, current, outcome);
  }
  return current;
}

/** Late approval after "not charged" was answered: enqueues a reversal. */
async function reverseLater(
  { db, now }: World,
  { businessId, id }: Payment,
  { processorId, approvedCents, reversedCents = approvedCents }: Outcome,
): Promise<void> {
  const payload = { paymentId: String(id), processorId, cents: String(reversedCents) };
  await enqueue(db, [
    { businessId, kind: 'payment.give_back', key: String(id), payload, runAt: now() },
  ]);
}

/**
 * True if a caller got "outcome unknown" and may ask again by the order number, because another owner found out that
 * nothing was charged. Subscriptions and pages learn of their payments in other ways.
 */
export function isAwaited(payment: Payment, { period, partOf }: InvoiceDetails): boolean {
  const isLate = payment.epoch > 1 && tookNothing(payment);
  const isOurs = period !== undefined || partOf !== undefined;
  return isLate && !isOurs && payment.invoiceId === payment.id;
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
  const lookAt = outcome.lookAt ?? nextInquiry(at, payment.inquiries ?? 0);
  // "Still unknown" is no event: the first unknown outcome was one.
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
    resolveAt: isSettled(finished.state) ? undefined : lookAt,
    isAwaited: isAwaited(finished, details),
    at,
  };
}

/*
 * When an authorization expires that is not captured. A job (`authorization.expire`) is written for that moment;
 * `follow-ups/expire.ts` carries it out.
 */

/** Days for which a network keeps an authorization. After that the bank releases the money. */
const days: Readonly<Record<string, number>> = { discover: 10, diners: 10 };
const usualDays = 7;

function authorizationEnds({ brand }: Pick<Payment, 'brand'>, from: Date): Date {
  const ms = (days[brand ?? ''] ?? usualDays) * dayMs;
  return new Date(from.getTime() + ms);
}

/** The row of `ach_entries` for a bank payment. */
export type DebitEntry = {
  readonly id: bigint;
  readonly secCode: 'WEB' | 'PPD' | 'CCD';
  readonly accountKind: 'checking' | 'savings';
  readonly routingNumber: string;
  readonly holder: string;
  /** The owner of the account number in the vault. */
  readonly numberOwner: string;
  readonly isSameDay: boolean;
  /** The cut-off at which it goes into a file. */
  readonly nextAt: Date;
};

async function debitEntry(
  world: Pick<World, 'ids'>,
  payment: Payment,
  { account, sameDay }: InvoiceDetails,
  at: Date,
): Promise<DebitEntry> {
  const isSameDay = sameDay === true;
  if (!account) throw new Error('a bank payment without an account');
  return {
    id: await world.ids.next(payment.businessId),
    // Every payment here is entered on a page or in a program of the merchant, never on paper.
    secCode: account.holder === 'business' ? 'CCD' : 'WEB',
    accountKind: account.kind,
    routingNumber: account.routingNumber,
    holder: account.name.slice(0, 100),
    numberOwner: payment.token ?? `payment:${payment.id}`,
    isSameDay,
    nextAt: soonestCutoff(at, isSameDay),
  };
}
