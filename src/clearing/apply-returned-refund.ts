import type { Sql } from '../base/sql.ts';
import { followUpEvent } from '../followups/event.ts';
import { readFollowUp } from '../followups/store.ts';
import { reversed } from '../ledger/write.ts';
import type { InvoiceDetails } from '../payments/invoice.ts';
import type { Payment } from '../payments/payment.ts';
import { writeEvents } from '../payments/write-event.ts';
import type { World } from '../world.ts';
import type { Entry } from './entry.ts';
import { type EntryRecord, moveEntry, toEntry } from './store.ts';
import type { Paid } from './subjects.ts';
import { writeMoved } from './write-moved.ts';

/**
 * The money of a refund is with us: it came back, or never went, and as much can be given back again. What its
 * row answers to a retry stays; the event tells why. Returns the payment as it is then; its row is locked.
 */
export async function returnRefund(
  world: World,
  tx: Sql,
  payment: Payment,
  details: InvoiceDetails,
  credit: Entry,
  outcome: { readonly code: string; readonly message: string },
): Promise<Payment> {
  const { businessId, id: paymentId } = payment;
  const followUp = await readFollowUp(tx, { businessId, id: credit.followupId! });
  if (followUp?.state !== 'succeeded') throw new Error('a credit without its refund');
  const refundedCents = payment.refundedCents - followUp.amountCents;
  const after = { ...payment, refundedCents };
  await tx.query(
    `update followups set state = 'returned'
     where business_id = $1 and id = $2 and state = 'succeeded'`,
    [businessId, followUp.id],
  );
  await tx.query('update payments set refunded_cents = $3 where business_id = $1 and id = $2', [
    businessId,
    paymentId,
    refundedCents,
  ]);
  const debit = payment.isTest ? 'tests' : 'refunds';
  const moved = { debit, credit: 'clearing', cents: followUp.amountCents } as const;
  await writeMoved(world, tx, [{ entry: credit, transfers: [reversed(moved)] }]);
  const { code: outcomeCode, message } = outcome;
  const returned = { ...followUp, state: 'returned' as const, outcomeCode, message };
  const event = followUpEvent(world, after, details, returned);
  // A receiver that took the payment for good must not take it for gone: persons hear of it.
  const untold = ['email', ...event.untold] as const;
  const at = world.now();
  await writeEvents(tx, [{ ...event, untold, businessId, objectId: paymentId, at }]);
  return after;
}

const neverPaid = {
  code: 'payment_returned',
  message: 'The payment came back before this refund was sent: there is nothing to give back.',
};

/** What was in a file that is sent no more waits again, unless its payment came back meanwhile. `paid` is locked. */
export async function cancelRefundsOfReturned(
  world: World,
  tx: Sql,
  paid: Iterable<Paid>,
): Promise<void> {
  for (const { payment, details } of paid) {
    if (payment.state === 'returned') await cancelQueuedRefunds(world, tx, payment, details);
  }
}

/** Refunds of a payment that came back, as long as they are in no file: the payer has the money already. */
export async function cancelQueuedRefunds(
  world: World,
  tx: Sql,
  payment: Payment,
  details: InvoiceDetails,
): Promise<Payment> {
  const rows = await tx.query<EntryRecord>(
    `select * from ach_entries
     where business_id = $1 and payment_id = $2 and kind = 'credit' and state = 'queued'
     order by id for update`,
    [payment.businessId, payment.id],
  );
  let after = payment;
  for (const credit of rows.map(toEntry)) {
    await moveEntry(tx, credit, 'canceled', { nextAt: undefined });
    after = await returnRefund(world, tx, after, details, credit, neverPaid);
  }
  return after;
}
