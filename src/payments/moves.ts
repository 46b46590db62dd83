import { strict as assert } from 'node:assert';
import type { Sql } from '../runtime/sql.ts';

/*
 * The states of a payment and the only transitions between them. No other file writes `payments.state`, except the
 * statement that inserts the row.
 */

/**
 * `canceled`: certainly nothing was charged, and nothing was declined either. A bank payment is `queued` until its
 * entry is in a file, `originated` until the day it settles, `settled` while its money is held, `available` after that.
 * A card payment is `settled` when its batch is.
 *
 * A void comes from five doors: `/v1` and its commands (right `refund`), the older interface (whole keys), a case that two
 * persons decided, the taking out of a queued debit, and `follow-ups/turn-round.ts`. `follow-ups/decide.ts` says when.
 */
export const moves = {
  processing: ['authorized', 'captured', 'declined', 'canceled', 'unknown', 'queued'],
  unknown: ['authorized', 'captured', 'declined', 'canceled', 'unknown'],
  authorized: ['capturing', 'voiding', 'expired'],
  capturing: ['captured', 'authorized'],
  captured: ['voiding', 'settled'],
  voiding: ['voided', 'authorized', 'captured'],
  voided: [],
  expired: [],
  declined: [],
  canceled: [],
  queued: ['originated', 'voided'],
  originated: ['settled', 'returned', 'queued'],
  settled: ['available', 'returned'],
  available: ['returned'],
  returned: ['originated'],
} as const satisfies Record<string, readonly string[]>;

export type PaymentState = keyof typeof moves;
export const paymentStates = Object.keys(moves) as PaymentState[];

export function mayBecome(from: PaymentState, to: PaymentState): boolean {
  return (moves[from] as readonly PaymentState[]).includes(to);
}

type Key = { readonly businessId: bigint; readonly id: bigint };
type Locked = Key & { readonly state: PaymentState };

const unfinished = ['processing', 'unknown'] as const;

/**
 * The answer to a charge, for a whole batch, as a part of a larger statement with `input i`. Only the owner of the
 * lease may write: `epoch` is its fencing token, and an owner that was paused and replaced updates nothing.
 */
export const finishPayments = `update payments p set state = i.state, holds_order = i.holds_order,
    order_freed_at = i.order_freed_at, outcome_code = i.outcome_code, message = i.message,
    authorization_code = i.authorization_code, processor_id = coalesce(i.processor_id, p.processor_id),
    finished_at = i.finished_at, address_check = i.address_check,
    security_code_check = i.security_code_check,
    approved_cents = i.approved_cents, captured_cents = i.captured_cents, lease_until = i.happened_at
  from input i
  where p.business_id = i.business_id and p.id = i.id and p.epoch = i.epoch
    and p.state in (${unfinished.map((state) => `'${state}'`).join(', ')})
  returning p.business_id, p.id`;

/** The changes that a follow-up makes to its locked payment; the state may stay. */
export type PaymentChange = {
  readonly state: PaymentState;
  readonly capturedCents: bigint;
  readonly refundedCents: bigint;
  readonly refundingCents: bigint;
};

export async function changePayment(tx: Sql, payment: Locked, change: PaymentChange) {
  const { state, capturedCents, refundedCents, refundingCents } = change;
  assert(state === payment.state || mayBecome(payment.state, state), `${payment.state} → ${state}`);
  await moveOne(
    tx,
    payment,
    state,
    'captured_cents = $5, refunded_cents = $6, refunding_cents = $7',
    [capturedCents, refundedCents, refundingCents],
  );
}

/** An authorization that was not captured; its order number becomes free. */
export async function expirePayment(tx: Sql, payment: Locked, at: Date): Promise<void> {
  assert(mayBecome(payment.state, 'expired'));
  await moveOne(tx, payment, 'expired', 'holds_order = false, order_freed_at = $5', [at]);
}

/** A returned debit. It keeps its order number while it will be presented again. */
export async function returnPayment(
  tx: Sql,
  payment: Locked,
  { isPresentedAgain, at }: { readonly isPresentedAgain: boolean; readonly at: Date },
): Promise<void> {
  assert(mayBecome(payment.state, 'returned'), `a return of a ${payment.state} payment`);
  const keeps = 'holds_order = holds_order and $5, order_freed_at = $6';
  await moveOne(tx, payment, 'returned', keeps, [isPresentedAgain, isPresentedAgain ? null : at]);
}

async function moveOne(
  tx: Sql,
  { businessId, id, state: from }: Locked,
  to: PaymentState,
  more: string,
  values: readonly unknown[],
): Promise<void> {
  const moved = await tx.query(
    `update payments set state = $4, ${more}
     where business_id = $1 and id = $2 and state = $3 returning id`,
    [businessId, id, from, to, ...values],
  );
  if (moved.length !== 1) throw new Error('a locked payment was changed by somebody else');
}

/** Moves locked payments. If one of them cannot be moved, nothing is written. */
export async function movePayments(
  tx: Sql,
  businessId: bigint,
  ids: readonly bigint[],
  from: readonly PaymentState[],
  to: PaymentState,
): Promise<void> {
  if (ids.length === 0) return;
  assert(from.every((state) => mayBecome(state, to)));
  const moved = await tx.query(
    `update payments set state = $4
     where business_id = $1 and id = any($2::int8[]) and state = any($3::text[]) returning id`,
    [businessId, ids, from, to],
  );
  if (moved.length !== ids.length) throw new Error(`a payment cannot become ${to}`);
}

/** The card payments of a batch that the processor has closed. */
export async function settlePaymentsOf(
  tx: Sql,
  batch: Key & { readonly firstId: bigint; readonly lastId: bigint },
): Promise<void> {
  const { businessId, id, firstId, lastId } = batch;
  await tx.query(
    `update payments set state = 'settled'
     where business_id = $1 and id between $2 and $3 and batch_id = $4 and state = 'captured'`,
    [businessId, firstId, lastId, id],
  );
}
