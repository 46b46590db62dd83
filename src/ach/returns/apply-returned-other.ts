import type { Subject } from '../../payments/follow-ups/subject.ts';
import { reversed } from '../../payments/ledger/transfer.ts';
import { recordAct } from '../../records/audit-log.ts';
import { writeEvents } from '../../runtime/events.ts';

import type { Sql } from '../../runtime/sql.ts';
import { unfundBatches } from '../../settlement/store.ts';
import type { World } from '../../world.ts';
import { type Entry, entries } from '../entry.ts';
import { movedBy } from '../files/originate.ts';
import type { ReturnRule } from '../return-codes.ts';
import { returnRefund } from './apply-returned-refund.ts';
import { writeMoved } from './write-moved.ts';

/** A refund that did not reach the payer. */
export async function returnCredit(
  world: World,
  tx: Sql,
  { payment, details }: Subject,
  entry: Entry,
  { code, title }: ReturnRule,
): Promise<string[]> {
  const message = `The bank sent this refund back: ${title}.`;
  await returnRefund(world, tx, payment, details, entry, { code, message });
  return [];
}

/** A payout came back. A person finds out where the business can be paid. */
export async function returnPayout(
  world: World,
  tx: Sql,
  entry: Entry,
  { code, title }: ReturnRule,
): Promise<string[]> {
  const { businessId, id, amountCents } = entry;
  const paid = { debit: 'bank', credit: 'clearing', cents: amountCents } as const;
  await writeMoved(world, tx, [{ entry: entry, transfers: [reversed(paid)] }]);
  await unfundBatches(tx, businessId, id);
  const data = {
    entryId: String(id),
    amountCents: String(amountCents),
    last4: entry.last4,
    outcomeCode: code,
    message: title,
  };
  const event = { id: world.uuid(), kind: 'deposit.returned', data, pending: [] } as const;
  const at = world.now();
  await writeEvents(tx, [{ ...event, businessId, objectId: id, at }]);
  // No payout is made until payouts are switched on after this: `src/settlement/payout-store.ts`.
  const act = { actor: 'system', act: 'deposit.returned', object: `ach_entry:${id}`, at };
  await recordAct(tx, { ...act, businessId, facts: { code, amountCents: String(amountCents) } });
  return ['a deposit came back: its business was not paid'];
}

/** A prenote came back: its token is disabled, and payments that waited for it are voided. */
export async function returnPrenote(
  tx: Sql,
  { businessId, numberOwner }: Entry,
  { actions }: ReturnRule,
): Promise<string[]> {
  await tx.query('update tokens set prenoted_at = null where business_id = $1 and token = $2', [
    businessId,
    numberOwner,
  ]);
  if (actions.includes('disable_token')) return [];
  return ['a prenote came back, and its token takes no more payments'];
}

/** A micro-deposit came back: so does its money. Its validation ended before (`validation/end.ts`). */
export async function returnMicro(world: World, tx: Sql, entry: Entry): Promise<string[]> {
  await writeMoved(world, tx, [{ entry, transfers: movedBy(entry, undefined).map(reversed) }]);
  return [];
}

const lookAround = { days: 5 };
const mostAlike = 10;
const alike = entries.pick('id', 'paymentId', 'traceNumber');

/** Entries of the same account and amount around the same day: whether it was sent twice. */
export async function alikeEntries(tx: Sql, entry: Entry): Promise<Record<string, unknown>[]> {
  const { businessId, id, kind, numberOwner, amountCents, effectiveOn } = entry;
  if (!effectiveOn) return [];
  const day = Temporal.PlainDate.from(effectiveOn);
  const rows = await alike.read(
    tx,
    `select ${alike.of('e')} from ach_entries e
     where e.business_id = $1 and e.id <> $2 and e.kind = $3 and e.amount_cents = $4
       and e.effective_on between $5::date and $6::date and e.trace_number is not null
       and (e.number_owner = $7 or (e.routing_number = $8 and e.last4 = $9))
     order by e.id limit $10`,
    [
      businessId,
      id,
      kind,
      amountCents,
      day.subtract(lookAround).toString(),
      day.add(lookAround).toString(),
      numberOwner,
      entry.routingNumber,
      entry.last4,
      mostAlike,
    ],
  );
  return rows.map((row) => ({
    entryId: String(row.id),
    paymentId: row.paymentId?.toString(),
    traceNumber: row.traceNumber,
  }));
}
