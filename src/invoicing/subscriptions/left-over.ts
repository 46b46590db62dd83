import { remainingOf } from '../../payments/follow-ups/decide.ts';
import { readInvoices } from '../../payments/open-invoice.ts';
import type { Payment } from '../../payments/payment.ts';
import { readPayments } from '../../payments/store.ts';
import type { Sql } from '../../runtime/sql.ts';
import type { PeriodRow, Subscription } from './subscription.ts';

/** What is left of each period's payment, by invoice. */
type Left = ReadonlyMap<bigint, bigint>;

/**
 * The subscriptions of the periods are locked. A payment that changes after this read publishes an event, which counts
 * again.
 */
export async function readLeft(
  tx: Sql,
  businessId: bigint,
  periods: readonly PeriodRow[],
): Promise<Left> {
  const invoiceIds = periods.flatMap(({ invoiceId }) => invoiceId ?? []);
  if (invoiceIds.length === 0) return new Map();
  const invoices = await readInvoices(tx, businessId, invoiceIds);
  const held = invoices.flatMap(({ id, paymentId }) => (paymentId ? [{ id, paymentId }] : []));
  const keys = held.map(({ paymentId: id }) => ({ businessId, id }));
  const payments = await readPayments(tx, keys);
  return new Map(held.map(({ id }, i) => [id, leftOf(payments[i])]));
}

/** Captured or promised, less refunds, refunds under way and what disputes took. */
function leftOf(payment: Payment | undefined): bigint {
  if (!payment) return 0n;
  switch (payment.state) {
    case 'captured':
    case 'settled':
    case 'available':
      return remainingOf(payment);
    case 'queued':
    case 'originated':
    case 'returned': // It has its invoice still, so it is asked for again.
      return payment.approvedCents;
    case 'processing':
    case 'unknown':
    case 'authorized':
    case 'capturing':
    case 'voiding':
    case 'voided':
    case 'expired':
    case 'declined':
    case 'canceled':
      return 0n;
  }
}

/**
 * The part of a period's changes that is carried over. An amount that was refunded already or never paid is not
 * credited again; if nothing is left of the payment, the changes charge nothing either.
 */
export function carriedOf(period: PeriodRow, left: Left): bigint {
  const { changedCents, amountCents } = period;
  const leftCents = leftIn(period, left);
  if (changedCents >= 0n) return amountCents > 0n && leftCents === 0n ? 0n : changedCents;
  const owedCents = changedCents + (amountCents - leftCents);
  return owedCents < 0n ? owedCents : 0n;
}

/** A returned payment that may still be paid is owed in full; a period without invoice was paid by a credit. */
function leftIn({ state, invoiceId, amountCents }: PeriodRow, left: Left): bigint {
  if (state === 'void') return 0n;
  const isOwed = state === 'open' || state === 'unpaid';
  return isOwed || invoiceId === undefined ? amountCents : (left.get(invoiceId) ?? 0n);
}

type Pair = { readonly subscription: Subscription; readonly period: PeriodRow };

/** Counts again after a period or its payment has changed. Undefined: the result is the same. */
export function countAgain({ subscription, period }: Pair, left: Left): Pair | undefined {
  const carriedCents = carriedOf(period, left);
  const more = carriedCents - period.carriedCents;
  // A price increase that the next period has charged already stays charged.
  const isLatest = period.n === subscription.nextNumber - 1;
  if (more === 0n || (more < 0n && period.carriedCents > 0n && !isLatest)) return undefined;
  const carryCents = subscription.carryCents + more;
  return { subscription: { ...subscription, carryCents }, period: { ...period, carriedCents } };
}
