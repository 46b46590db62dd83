import { readBusiness } from '../../parties/businesses/store.ts';
import { returnFee } from '../../payments/fees.ts';
import type { Subject } from '../../payments/follow-ups/subject.ts';
import type { InvoiceDetails } from '../../payments/invoice.ts';
import type { Account, Transfer } from '../../payments/ledger/transfer.ts';
import { returnPayment } from '../../payments/moves.ts';
import { endOpenInvoice, freeInvoice } from '../../payments/open-invoice.ts';
import type { Payment } from '../../payments/payment.ts';
import { eventOf, type PaymentEvent, subscriptionChannels } from '../../payments/payment-event.ts';
import { receiptChannels } from '../../payments/receipts-due.ts';
import { writeEvents } from '../../runtime/events.ts';
import type { Sql } from '../../runtime/sql.ts';
import type { World } from '../../world.ts';
import type { Entry } from '../entry.ts';
import type { ReturnRule } from '../return-codes.ts';
import { cancelQueuedRefunds } from './apply-returned-refund.ts';
import { queueRepresentment, representmentEvent } from './represent.ts';
import { writeMoved } from './write-moved.ts';

/**
 * A payment came back: the transfers depend on the place of its money, and the payment is either presented again, or
 * releases its order and invoice. `entry` is the former state; the row has moved on.
 */
export async function returnDebit(
  world: World,
  tx: Sql,
  { payment: before, details }: Subject,
  entry: Entry,
  rule: ReturnRule,
): Promise<string[]> {
  const { businessId } = before;
  const business = await readBusiness(tx, businessId);
  if (!business) throw new Error('a payment without its business');

  const payment = await cancelQueuedRefunds(world, tx, before, details);
  const wasRefunded = payment.refundedCents + payment.refundingCents > 0n;
  // A debit that was refunded is not presented again, even if no refund was sent yet.
  const givenCents = before.refundedCents + before.refundingCents;
  const isWanted = givenCents === 0n;
  const isRefunded = !isWanted && givenCents === before.capturedCents;
  const mayAgain = rule.actions.includes('represent') && isWanted;
  const again = mayAgain ? await queueRepresentment(world, tx, business, entry) : undefined;
  // While it will be presented again, it keeps its order number and its invoice.
  const isPresentedAgain = again !== undefined;
  await returnPayment(tx, payment, { isPresentedAgain, at: world.now() });
  if (!isPresentedAgain) await freeInvoice(tx, payment);
  // Its period becomes void (`subscriptions/apply-fact.ts`); nobody can pay it before that.
  if (isRefunded && details.period) {
    await endOpenInvoice(tx, { businessId, id: payment.invoiceId }, 'void');
  }
  const moved = [...transfersOf(payment, entry), ...returnFee(business.terms)];
  await writeMoved(world, tx, [{ entry: entry, transfers: moved }]);
  const returned: Payment = { ...payment, state: 'returned' };
  const event = returnedEvent(world, returned, details, entry, rule, {
    againAt: again?.nextAt,
    isWanted,
    isRefunded,
  });
  const at = world.now();
  const events = [{ ...event, businessId, objectId: payment.id, at }];
  if (again) {
    const facts = { entryId: String(again.id), presentment: again.presentment };
    const more = representmentEvent(world, event, facts);
    events.push({ ...more, businessId, objectId: payment.id, at });
  }
  await writeEvents(tx, events);
  return wasRefunded ? ['it had been refunded already, in whole or in part'] : [];
}

/** From the ledger account that holds the debit's money. */
function transfersOf(payment: Payment, { state, amountCents: cents }: Entry): Transfer[] {
  const debit = payment.isTest ? 'tests' : 'returns';
  return [{ debit, credit: accountOf(payment, state), cents }];
}

function accountOf({ processor }: Payment, state: Entry['state']): Account {
  switch (state) {
    case 'originated':
      return `receivable:${processor}`;
    case 'settled':
      return 'held';
    case 'available':
      return 'clearing';
    case 'queued':
    case 'filed':
    case 'canceled':
    case 'returned':
    case 'late_returned':
      throw new Error(`a return of a debit that is ${state}`);
  }
}

/** The request to the payer, if paying again the same way would fail. */
export const payerIsAsked: Partial<
  Readonly<Record<ReturnRule['group'], PaymentEvent['data']['payerIsAsked']>>
> = {
  funds: 'to_pay_otherwise',
  dead_account: 'for_new_details',
};

type Then = {
  readonly againAt: Date | undefined;
  readonly isWanted: boolean;
  readonly isRefunded: boolean;
};

/**
 * The event of a return. `givenUp`: the debit came back some time ago, and the account that it waited to be presented
 * to takes no more debits since.
 */
export function returnedEvent(
  world: World,
  payment: Payment,
  details: InvoiceDetails,
  entry: Entry,
  { code, title, group }: ReturnRule,
  then: Then | 'givenUp',
): PaymentEvent {
  const { id, kind, data } = eventOf(world, payment, details);
  const isGivenUp = then === 'givenUp';
  return {
    id,
    kind,
    data: {
      ...data,
      outcomeCode: code,
      message: title,
      entryId: String(entry.id),
      entryCents: String(entry.amountCents),
      presentment: entry.presentment,
      wasAvailable: entry.state === 'available' || undefined,
      // A given-up debit was not called unauthorized: that was another debit.
      isUnauthorized: (group === 'authorization' && !isGivenUp) || undefined,
      isGivenUp: isGivenUp || undefined,
      isRefunded: (!isGivenUp && then.isRefunded) || undefined,
      representedAt: isGivenUp ? undefined : then.againAt?.toISOString(),
      payerIsAsked: isGivenUp || then.isWanted ? payerIsAsked[group] : undefined,
    },
    // The receipt announced a payment: the payer learns of its return by the same channels.
    pending: ['webhook', ...subscriptionChannels(details), ...receiptChannels(details)],
  };
}
