import type { ReturnRule } from '../ach/return-codes.ts';
import type { Sql } from '../base/sql.ts';
import type { Subject } from '../followups/subject.ts';
import { reversed } from '../ledger/write.ts';
import { writeEvents } from '../payments/write-event.ts';
import { recordAct } from '../trail/trail.ts';
import type { World } from '../world.ts';
import { returnRefund } from './apply-returned-refund.ts';
import type { Entry } from './entry.ts';
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

/** What a business was to be paid. Where to is for a person to find out. */
export async function returnDeposit(
  world: World,
  tx: Sql,
  entry: Entry,
  { code, title }: ReturnRule,
): Promise<string[]> {
  const { businessId, id, amountCents } = entry;
  const paid = { debit: 'bank', credit: 'clearing', cents: amountCents } as const;
  await writeMoved(world, tx, [{ entry: entry, transfers: [reversed(paid)] }]);
  // The next deposit pays them.
  await tx.query(
    `update batches set state = 'reconciled', deposit_id = null
     where business_id = $1 and deposit_id = $2 and state = 'funded'`,
    [businessId, id],
  );
  const data = JSON.stringify({
    entryId: String(id),
    amountCents: String(amountCents),
    last4: entry.last4,
    outcomeCode: code,
    message: title,
  });
  const event = { id: world.uuid(), kind: 'deposit.returned', data, untold: ['webhook'] as const };
  const at = world.now();
  await writeEvents(tx, [{ ...event, businessId, objectId: id, at }]);
  // None is made until somebody decides so, after this: src/settlement/deposit-store.ts.
  const act = { actor: 'system', act: 'deposit.returned', object: `ach_entry:${id}`, at };
  await recordAct(tx, { ...act, businessId, facts: { code, amountCents: String(amountCents) } });
  return ['a deposit came back: its business was not paid'];
}

/** The account was tried and is not what it was taken for: its token is disabled, and what waited for it voided. */
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

const lookAround = { days: 5 };
const mostAlike = 10;

/** Whether our own books show the same twice: entries of the same account and amount around the same day. */
export async function alikeEntries(tx: Sql, entry: Entry): Promise<Record<string, unknown>[]> {
  const { businessId, id, kind, numberOwner, amountCents, effectiveOn } = entry;
  if (!effectiveOn) return [];
  const rows = await tx.query<{ id: bigint; payment_id: bigint | null; trace_number: string }>(
    `select e.id, e.payment_id, e.trace_number from ach_entries e
     where e.business_id = $1 and e.id <> $2 and e.kind = $3 and e.amount_cents = $4
       and e.effective_on between $5::date and $6::date and e.trace_number is not null
       and (e.number_owner = $7 or (e.routing_number = $8 and e.last4 = $9))
     order by e.id limit $10`,
    [
      businessId,
      id,
      kind,
      amountCents,
      effectiveOn.subtract(lookAround).toString(),
      effectiveOn.add(lookAround).toString(),
      numberOwner,
      entry.routingNumber,
      entry.last4,
      mostAlike,
    ],
  );
  return rows.map((row) => ({
    entryId: String(row.id),
    paymentId: row.payment_id?.toString(),
    traceNumber: row.trace_number,
  }));
}
