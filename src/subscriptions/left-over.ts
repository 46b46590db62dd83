import type { Sql } from '../base/sql.ts';
import { readInvoices } from '../payments/open-invoice.ts';
import type { Payment } from '../payments/payment.ts';
import { readPayments } from '../payments/store.ts';
import type { PeriodRow, Subscription } from './subscription.ts';

/** What is left of the payments of periods, by their invoices. */
type Left = ReadonlyMap<bigint, bigint>;

/**
 * Of periods whose subscriptions are locked. A payment that changes after this look tells of it by an event, and then
 * it is counted again.
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

/** What came, or is promised, and is not given back or just being. */
function leftOf(payment: Payment | undefined): bigint {
  switch (payment?.state) {
    case 'captured':
    case 'settled':
    case 'available':
      return payment.capturedCents - payment.refundedCents - payment.refundingCents;
    case 'queued':
    case 'originated':
    case 'returned': // It has its invoice still, so it is asked for again.
      return payment.approvedCents;
    default:
      return 0n;
  }
}

/**
 * How much of what changes of a period come to is carried over: what was given back of its payment, or never came, is
 * not given back by them too; and where nothing is left of it, they charge nothing either.
 */
export function carriedOf(period: PeriodRow, left: Left): bigint {
  const { changedCents, amountCents } = period;
  const leftCents = leftIn(period, left);
  if (changedCents >= 0n) return amountCents > 0n && leftCents === 0n ? 0n : changedCents;
  const owedCents = changedCents + (amountCents - leftCents);
  return owedCents < 0n ? owedCents : 0n;
}

/** What came back, and may still be paid, is owed in full; what costs nothing was paid by a credit. */
function leftIn({ state, invoiceId, amountCents }: PeriodRow, left: Left): bigint {
  if (state === 'void') return 0n;
  const isOwed = state === 'open' || state === 'unpaid';
  return isOwed || invoiceId === undefined ? amountCents : (left.get(invoiceId) ?? 0n);
}

type Pair = { readonly subscription: Subscription; readonly period: PeriodRow };

/** The same once more, when a period or its payment is another than before. Undefined: it comes to the same. */
export function countAgain({ subscription, period }: Pair, left: Left): Pair | undefined {
  const carriedCents = carriedOf(period, left);
  const more = carriedCents - period.carriedCents;
  // A raise that was charged since, with the next period, stays charged.
  const isLatest = period.n === subscription.nextNumber - 1;
  if (more === 0n || (more < 0n && period.carriedCents > 0n && !isLatest)) return undefined;
  const carryCents = subscription.carryCents + more;
  return { subscription: { ...subscription, carryCents }, period: { ...period, carriedCents } };
}
