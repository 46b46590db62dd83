import { followUpEvent } from '../../payments/follow-ups/finish.ts';
import { readFollowUp, returnFollowUp } from '../../payments/follow-ups/store.ts';
import type { InvoiceDetails } from '../../payments/invoice.ts';
import { reversed } from '../../payments/ledger/transfer.ts';
import { changePayment } from '../../payments/moves.ts';
import type { Payment } from '../../payments/payment.ts';
import { writeEvents } from '../../runtime/events.ts';
import type { Sql } from '../../runtime/sql.ts';
import type { World } from '../../world.ts';
import { type Entry, entries } from '../entry.ts';
import { moveEntry } from '../entry-moves.ts';
import type { Paid } from '../files/subjects.ts';
import { writeMoved } from './write-moved.ts';

/**
 * A refund was returned or never sent: its amount can be refunded again. Its row keeps its answer to a replay; the
 * event has the reason. Returns the payment after the change; its row is locked.
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
  await returnFollowUp(tx, followUp);
  await changePayment(tx, payment, after);
  const debit = payment.isTest ? 'tests' : 'refunds';
  const moved = { debit, credit: 'clearing', cents: followUp.amountCents } as const;
  await writeMoved(world, tx, [{ entry: credit, transfers: [reversed(moved)] }]);
  const { code: outcomeCode, message } = outcome;
  const returned = { ...followUp, state: 'returned' as const, outcomeCode, message };
  const event = followUpEvent(world, after, details, returned);
  // By mail as well as by webhook: people had a report that the refund succeeded.
  const pending = ['email', ...event.pending] as const;
  const at = world.now();
  await writeEvents(tx, [{ ...event, pending, businessId, objectId: paymentId, at }]);
  return after;
}

const neverPaid = {
  code: 'payment_returned',
  message: 'The payment came back before this refund was sent: there is nothing to give back.',
};

/**
 * Refunds of a file that is no longer sent wait again; cancels those whose payment came back meanwhile. `paid` is
 * locked.
 */
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
  const queued = await entries.read(
    tx,
    `select ${entries.columns} from ach_entries
     where business_id = $1 and payment_id = $2 and kind = 'credit' and state = 'queued'
     order by id for update`,
    [payment.businessId, payment.id],
  );
  let after = payment;
  for (const credit of queued) {
    await moveEntry(tx, credit, 'canceled', { nextAt: undefined });
    after = await returnRefund(world, tx, after, details, credit, neverPaid);
  }
  return after;
}
