import { nextCutoff } from '../ach/windows.ts';
import { Refusal } from '../base/refusal.ts';
import type { Sql } from '../base/sql.ts';
import { accountNow } from '../payments/account-now.ts';
import type { Payment } from '../payments/payment.ts';
import type { World } from '../world.ts';
import type { Step } from './decide.ts';
import type { FollowUp } from './followup.ts';
import { freeOrder } from './free-order.ts';

/** What of a payment that came back waits to be presented again, in no file yet; nobody files it from here on. */
export async function readAgain(
  tx: Sql,
  { businessId, id, state }: Payment,
): Promise<bigint | undefined> {
  if (state !== 'returned') return undefined;
  const rows = await tx.query<{ cents: bigint }>(
    `select amount_cents as cents from ach_entries
     where business_id = $1 and payment_id = $2 and kind = 'debit' and state = 'queued' for update`,
    [businessId, id],
  );
  return rows[0]?.cents;
}

/**
 * What a bank payment is turned round with, inside the transaction that decided it: an entry that is in no file
 * yet is taken out, and one that settled is followed by a credit to the same account, wherever that is by now.
 */
export async function turnRound(
  world: World,
  tx: Sql,
  payment: Payment,
  step: Step,
  followUp: FollowUp,
): Promise<void> {
  if (step.kind === 'void') return await takeOut(tx, payment);
  await credit(world, tx, payment, followUp);
}

async function takeOut(tx: Sql, payment: Payment): Promise<void> {
  const { businessId, id } = payment;
  const rows = await tx.query(
    `update ach_entries set state = 'canceled', next_at = null
     where business_id = $1 and payment_id = $2 and kind = 'debit' and state = 'queued' returning id`,
    [businessId, id],
  );
  // Its file is being made just now.
  if (rows.length === 0) throw new Refusal('not_voidable');
  // It came back, and for good by now.
  if (payment.state === 'returned') await freeOrder(tx, payment);
}

async function credit(
  world: World,
  tx: Sql,
  { businessId, id: paymentId }: Payment,
  { id: followUpId, amountCents, createdAt }: FollowUp,
): Promise<void> {
  const rows = await tx.query(
    `insert into ach_entries (business_id, id, kind, state, amount_cents, payment_id, followup_id, sec_code,
       account_kind, routing_number, last4, holder, number_owner, is_same_day, next_at, created_at)
     select e.business_id, $3, 'credit', 'queued', $4, e.payment_id, $5,
       case e.sec_code when 'WEB' then 'PPD' else e.sec_code end, ${accountNow.kind},
       ${accountNow.routingNumber}, ${accountNow.last4}, e.holder, e.number_owner, false, $6, $7
     from ach_entries e ${accountNow.joins}
     where e.business_id = $1 and e.payment_id = $2 and e.kind = 'debit'
     order by e.presentment desc limit 1
     returning id`,
    [
      businessId,
      paymentId,
      await world.ids.next(businessId),
      amountCents,
      followUpId,
      nextCutoff(createdAt, false),
      createdAt,
    ],
  );
  if (rows.length !== 1) throw new Error('a bank payment without its entry');
}
