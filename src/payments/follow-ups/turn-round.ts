import { accountNow } from '../../ach/account-now.ts';
import { cancelQueuedDebit } from '../../ach/entry-moves.ts';
import { nextCutoff } from '../../kernel/ach-windows.ts';
import { Refusal } from '../../kernel/refusal.ts';
import { int8 } from '../../runtime/column.ts';
import type { PaymentData } from '../../runtime/event-kinds.ts';
import type { Sql } from '../../runtime/sql.ts';
import { shape } from '../../runtime/table.ts';
import type { World } from '../../world.ts';
import { changePayment } from '../moves.ts';
import { firstAttempt, type Payment } from '../payment.ts';
import { changeBy, newFollowUp, type Step } from './decide.ts';
import { settleFollowUp } from './finish.ts';
import type { FollowUp } from './follow-up.ts';
import { freeOrder } from './free-order.ts';
import { followUpsOf, insertFollowUp } from './store.ts';
import type { Subject } from './subject.ts';

const queuedDebit = shape({ cents: int8 });

/**
 * The amount of a returned payment that waits to be presented again and is in no file yet. Locked, so that it is not
 * filed meanwhile.
 */
export async function readRepresentment(
  tx: Sql,
  { businessId, id, state }: Payment,
): Promise<bigint | undefined> {
  if (state !== 'returned') return undefined;
  const queued = await queuedDebit.readOne(
    tx,
    `select amount_cents as cents from ach_entries
     where business_id = $1 and payment_id = $2 and kind = 'debit' and state = 'queued' for update`,
    [businessId, id],
  );
  return queued?.cents;
}

/**
 * Reverses a bank payment in the transaction that decided it: an entry that is in no file yet is canceled, and a
 * settled one is followed by a credit to the same account, at its present bank.
 */
export async function reverseBankPayment(
  world: World,
  tx: Sql,
  payment: Payment,
  step: Step,
  followUp: FollowUp,
): Promise<void> {
  if (step.kind === 'void') return await takeOut(tx, payment, followUp.createdAt);
  await credit(world, tx, payment, followUp);
}

async function takeOut(tx: Sql, payment: Payment, at: Date): Promise<void> {
  // Its file is being written at this moment.
  if (!(await cancelQueuedDebit(tx, payment))) throw new Refusal('not_voidable');
  // It was returned meanwhile, for good.
  if (payment.state === 'returned') await freeOrder(tx, payment, at);
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
       case when e.sec_code = 'WEB' then 'PPD' else e.sec_code end, ${accountNow.kind},
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

/** The cause of a void: a code for programs, a sentence for people, and the request to the payer. */
export type Cause = {
  readonly code: string | undefined;
  readonly reason: string;
  readonly payerIsAsked: PaymentData['payerIsAsked'];
};

/**
 * Voids a queued bank payment that must not go out. The caller has locked the payment and canceled its entry, in the
 * same transaction.
 */
export async function voidQueuedPayment(
  world: World,
  tx: Sql,
  subject: Subject,
  { code: outcomeCode, reason, payerIsAsked }: Cause,
): Promise<void> {
  const { payment, details } = subject;
  const { businessId, approvedCents: amountCents } = payment;
  const earlier = await followUpsOf(tx, businessId, payment.id);
  const id = await world.ids.next(businessId);
  const step: Step = { kind: 'void', amountCents, by: 'ourselves' };
  const asker = { amountCents: undefined, idempotencyKey: undefined, actor: 'system', reason };
  const made = newFollowUp(world, subject, asker, step, id, firstAttempt + earlier.length + 1);
  if (!(await insertFollowUp(tx, made))) throw new Error('a locked payment was followed up');
  const change = changeBy(payment, step);
  await changePayment(tx, payment, change);
  const voided = { ...payment, ...change };
  // The answer is an ordinary void's; the event has the reason.
  const told = { ...made, outcomeCode, message: reason, isByUs: true, payerIsAsked } as const;
  await settleFollowUp(world, tx, voided, details, told, made.createdAt);
}
