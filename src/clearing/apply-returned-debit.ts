import type { ReturnRule } from '../ach/return-codes.ts';
import { textable } from '../base/phone.ts';
import type { Sql } from '../base/sql.ts';
import { readBusiness } from '../businesses/store.ts';
import { freeInvoice } from '../followups/free-order.ts';
import type { Subject } from '../followups/subject.ts';
import type { Account, Transfer } from '../ledger/transfer.ts';
import type { NewEvent } from '../payments/finish-store.ts';
import type { InvoiceDetails } from '../payments/invoice.ts';
import { mayBecome, type Payment } from '../payments/payment.ts';
import { eventOf, whosePeriod } from '../payments/payment-event.ts';
import { writeEvents } from '../payments/write-event.ts';
import type { World } from '../world.ts';
import { cancelQueuedRefunds } from './apply-returned-refund.ts';
import type { Entry } from './entry.ts';
import { againEvent, queueAgain } from './represent.ts';
import { writeMoved } from './write-moved.ts';

/**
 * A payment came back: the books follow from where its money stands, and either it is asked for again or its
 * order and invoice are free. `entry` is as it was before; the row has moved on.
 */
export async function returnDebit(
  world: World,
  tx: Sql,
  { payment: before, details }: Subject,
  entry: Entry,
  rule: ReturnRule,
): Promise<string[]> {
  if (!mayBecome(before.state, 'returned'))
    throw new Error(`a return of a ${before.state} payment`);
  const { businessId } = before;
  const business = await readBusiness(tx, businessId);
  if (!business) throw new Error('a payment without its business');

  const payment = await cancelQueuedRefunds(world, tx, before, details);
  const wasGivenBack = payment.refundedCents + payment.refundingCents > 0n;
  // Whoever wished to give it back does not want it again, also where nothing of that had been sent.
  const isWanted = before.refundedCents + before.refundingCents === 0n;
  const mayAgain = rule.actions.includes('represent') && isWanted;
  const again = mayAgain ? await queueAgain(world, tx, business, entry) : undefined;
  await changePayment(tx, payment, again !== undefined);
  const moved = transfersOf(payment, entry, BigInt(business.terms.returnFeeCents));
  await writeMoved(world, tx, [{ entry: entry, transfers: moved }]);
  const returned: Payment = { ...payment, state: 'returned' };
  const event = returnedEvent(world, returned, details, entry, rule, {
    againAt: again?.nextAt,
    isWanted,
  });
  const at = world.now();
  const events = [{ ...event, businessId, objectId: payment.id, at }];
  if (again) {
    const facts = { entryId: String(again.id), presentment: again.presentment };
    const more = againEvent(world, event, facts);
    events.push({ ...more, businessId, objectId: payment.id, at });
  }
  await writeEvents(tx, events);
  return wasGivenBack ? ['it had been given back already, in whole or in part'] : [];
}

/** While it will be asked for again, it keeps its order number and its invoice. */
async function changePayment(
  tx: Sql,
  { businessId, id, invoiceId, state }: Payment,
  comesAgain: boolean,
): Promise<void> {
  const rows = await tx.query(
    `update payments set state = 'returned', holds_order = holds_order and $4
     where business_id = $1 and id = $2 and state = $3 returning id`,
    [businessId, id, state, comesAgain],
  );
  if (rows.length !== 1) throw new Error('a locked payment was changed by somebody else');
  if (!comesAgain) await freeInvoice(tx, { businessId, id, invoiceId });
}

function transfersOf(
  payment: Payment,
  { state, amountCents: cents }: Entry,
  fee: bigint,
): Transfer[] {
  const standsIn: Partial<Readonly<Record<Entry['state'], Account>>> = {
    originated: `receivable:${payment.processor}`,
    settled: 'held',
    available: 'clearing',
  };
  const debit = payment.isTest ? 'tests' : 'returns';
  return [
    { debit, credit: standsIn[state]!, cents },
    ...(fee > 0n ? [{ debit: 'platform_fees', credit: 'clearing', cents: fee } as const] : []),
  ];
}

/** What the payer is asked for, where paying again as before would be in vain. */
export const payerIsAsked: Partial<Readonly<Record<ReturnRule['group'], string>>> = {
  funds: 'to_pay_otherwise',
  dead_account: 'for_new_details',
};

/** That it came back; `givenUp`: some while ago, and what it waited to be presented to takes no more since. */
export function returnedEvent(
  world: World,
  payment: Payment,
  details: InvoiceDetails,
  entry: Entry,
  { code, title, group }: ReturnRule,
  then: { readonly againAt: Date | undefined; readonly isWanted: boolean } | 'givenUp',
): NewEvent {
  const { id, kind, data } = eventOf(world, payment, details);
  const isGivenUp = then === 'givenUp';
  return {
    id,
    kind,
    data: JSON.stringify({
      ...JSON.parse(data),
      outcomeCode: code,
      message: title,
      entryId: String(entry.id),
      entryCents: String(entry.amountCents),
      presentment: entry.presentment,
      wasAvailable: entry.state === 'available' || undefined,
      // Of what is given up nobody said so: that was another debit.
      isUnauthorized: (group === 'authorization' && !isGivenUp) || undefined,
      isGivenUp: isGivenUp || undefined,
      representedAt: isGivenUp ? undefined : then.againAt?.toISOString(),
      payerIsAsked: isGivenUp || then.isWanted ? payerIsAsked[group] : undefined,
    }),
    untold: whoMustHear(details),
  };
}

/** The payer was told that it was paid, so is told the same way that it was not. */
function whoMustHear(details: InvoiceDetails): NewEvent['untold'] {
  const { emailReceipt, email, smsReceipt, phone } = details;
  return [
    'webhook',
    ...whosePeriod(details),
    ...(emailReceipt && email ? (['email'] as const) : []),
    ...(smsReceipt && textable(phone) ? (['sms'] as const) : []),
  ];
}
