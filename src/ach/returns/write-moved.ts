import { type NewTransfer, type Transfer, transfers } from '../../payments/ledger/transfer.ts';
import type { Payment } from '../../payments/payment.ts';
import { eventOf, subscriptionChannels } from '../../payments/payment-event.ts';
import { writeEvents } from '../../runtime/events.ts';

import type { Sql } from '../../runtime/sql.ts';
import type { World } from '../../world.ts';
import type { Entry } from '../entry.ts';
import type { Paid } from '../files/subjects.ts';

/** Writes the ledger's transfers of entries that moved, in one statement for all of them. */
export async function writeMoved(
  world: World,
  tx: Sql,
  moved: readonly { readonly entry: Entry; readonly transfers: readonly Transfer[] }[],
): Promise<void> {
  const madeAt = world.now();
  const rows: NewTransfer[] = [];
  for (const { entry, transfers } of moved) {
    const { businessId, id: entryId, paymentId, followupId } = entry;
    for (const transfer of transfers) {
      const id = await world.ids.next(businessId);
      const cause = { businessId, paymentId, followupId, entryId, madeAt };
      // Files to banks have no other currency.
      rows.push({ ...transfer, ...cause, id, currency: 'USD' });
    }
  }
  await transfers.insert(tx, rows);
}

/** A debit that moved on, and the payment behind it. */
type Step = { readonly entry: Entry; readonly paid: Paid };

/**
 * Writes an event for each bank payment that moved on. It is pending on no channel, except for payments whose return
 * was reported and that were paid when presented again (`isNews`).
 */
export async function writeSteps(
  world: World,
  tx: Sql,
  steps: readonly Step[],
  state: Payment['state'],
  isNews: (entry: Entry) => boolean = () => false,
): Promise<void> {
  const at = world.now();
  await writeEvents(
    tx,
    steps.map(({ entry, paid: { payment, details } }) => {
      const { id, kind, data } = eventOf(world, { ...payment, state }, details);
      return {
        id,
        kind,
        // A re-presentment may be less than the first amount.
        data: { ...data, entryCents: String(entry.amountCents) },
        pending: [
          ...(isNews(entry) ? (['webhook'] as const) : []),
          ...subscriptionChannels(details),
        ],
        businessId: payment.businessId,
        objectId: payment.id,
        at,
      };
    }),
  );
}
