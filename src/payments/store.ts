import { int2, int8, rowSet, timestamptz } from '../base/rows.ts';
import type { Sql } from '../base/sql.ts';
import type { InvoiceDetails } from './invoice.ts';
import { type Payment, type PaymentState, tookNothing } from './payment.ts';

const keys = rowSet({ businessId: int8, id: int8 });

export async function readPayments(
  sql: Sql,
  wanted: readonly { businessId: bigint; id: bigint }[],
): Promise<(Payment | undefined)[]> {
  const rows = await sql.query<PaymentRecord>(
    `select p.* from ${keys.sql} join payments p using (business_id, id)`,
    keys.encode(wanted),
  );
  const found = new Map(rows.map((row) => [`${row.business_id} ${row.id}`, toPayment(row)]));
  return wanted.map(({ businessId, id }) => found.get(`${businessId} ${id}`));
}

/** The payment that has or may have been paid under this order number. */
export async function readHolder(
  sql: Sql,
  order: { businessId: bigint; orderNumber: string; isTest: boolean },
): Promise<Payment | undefined> {
  const earlier = await readEarlier(sql, order, undefined);
  return earlier && !tookNothing(earlier.payment) ? earlier.payment : undefined;
}

/** The payment that was made under this key or, else, that holds this order number. */
export async function readEarlier(
  sql: Sql,
  order: { businessId: bigint; orderNumber: string; isTest: boolean },
  idempotencyKey: string | undefined,
): Promise<{ payment: Payment; byKey: boolean } | undefined> {
  const rows = await sql.query<PaymentRecord & { by_key: boolean }>(
    `select p.*, true as by_key from payments p where business_id = $1 and idempotency_key = $3
     union all
     select p.*, false from payments p
     where business_id = $1 and order_number = $2 and is_test = $4 and holds_order`,
    [order.businessId, order.orderNumber, idempotencyKey, order.isTest],
  );
  const row = rows.find((candidate) => candidate.by_key) ?? rows[0];
  return row && { payment: toPayment(row), byKey: row.by_key };
}

export async function forgetPaymentKey(
  sql: Sql,
  { businessId, id }: Key,
  key: string,
): Promise<void> {
  await sql.query(
    `update payments set idempotency_key = null, request_fingerprint = null
     where business_id = $1 and id = $2 and idempotency_key = $3`,
    [businessId, id, key],
  );
}

/** Another one may be paid under its order number. */
export async function letGoOfOrder(sql: Sql, { businessId, id }: Key): Promise<void> {
  await sql.query('update payments set holds_order = false where business_id = $1 and id = $2', [
    businessId,
    id,
  ]);
}

type Key = { readonly businessId: bigint; readonly id: bigint };

export type TakenOver = {
  readonly payment: Payment;
  readonly details: InvoiceDetails;
  readonly sentAt: Date;
};

/** Whether it counts as a look: one of somebody who comes by itself does. */
type Taking = { readonly now: Date; readonly leaseUntil: Date; readonly looks: 0 | 1 };

const takings = rowSet({
  businessId: int8,
  id: int8,
  now: timestamptz,
  leaseUntil: timestamptz,
  looks: int2,
});

/**
 * Takes payments from whoever fell silent over them: the lease, and who must look when this one falls
 * silent too. The old owner's answer will change nothing. Undefined: somebody else holds it, or it is settled.
 */
export async function takeOver(
  sql: Sql,
  wanted: readonly (Key & Taking)[],
): Promise<(TakenOver | undefined)[]> {
  const rows = await sql.query<PaymentRecord & TakenRecord>(
    `with input as materialized (select * from ${takings.sql}),
     taken as (
       update payments p set epoch = p.epoch + 1, lease_until = i.lease_until
       from input i
       where p.business_id = i.business_id and p.id = i.id
         and p.state in ('processing', 'unknown') and p.lease_until <= i.now
       returning p.*, i.now, i.looks
     ),
     watched as (
       insert into payment_watches as w (business_id, kind, id, payment_ids, asked_at, look_at, looks)
       -- A clock that was set back lies before what happened.
       select business_id, 'unknown', id, array[id], least(created_at, now), lease_until, looks from taken
       on conflict (business_id, kind, id)
         do update set look_at = excluded.look_at, looks = w.looks + excluded.looks
       returning w.business_id, w.id, w.asked_at, w.looks
     )
     select t.*, w.asked_at, w.looks, v.details
     from taken t
     join watched w on w.business_id = t.business_id and w.id = t.id
     join invoices v on v.business_id = t.business_id and v.id = t.invoice_id`,
    takings.encode(wanted),
  );
  const taken = new Map(rows.map((row) => [`${row.business_id} ${row.id}`, row]));
  return wanted.map(({ businessId, id }) => {
    const name = `${businessId} ${id}`;
    const row = taken.get(name);
    // Of several who ask for it in one batch, the first has it now.
    taken.delete(name);
    return row && { payment: toPayment(row), details: row.details, sentAt: row.asked_at };
  });
}

type TakenRecord = { asked_at: Date; looks: number; details: InvoiceDetails };

export type PaymentRecord = {
  business_id: bigint;
  id: bigint;
  customer_id: bigint;
  invoice_id: bigint;
  state: PaymentState;
  method: 'card' | 'bank';
  capture: boolean;
  amount_cents: bigint;
  approved_cents: bigint;
  captured_cents: bigint;
  refunded_cents: bigint;
  refunding_cents: bigint;
  batch_id: bigint | null;
  order_number: string;
  request_fingerprint: Buffer | null;
  fingerprint: Buffer;
  brand: string | null;
  last4: string;
  token: string | null;
  wants_token: boolean;
  processor: string;
  is_test: boolean;
  epoch: number;
  lease_until: Date;
  message: string | null;
  outcome_code: string | null;
  created_at: Date;
};

export function toPayment(row: PaymentRecord & { looks?: number }): Payment {
  return {
    businessId: row.business_id,
    id: row.id,
    customerId: row.customer_id,
    invoiceId: row.invoice_id,
    state: row.state,
    method: row.method,
    capture: row.capture,
    amountCents: row.amount_cents,
    approvedCents: row.approved_cents,
    capturedCents: row.captured_cents,
    refundedCents: row.refunded_cents,
    refundingCents: row.refunding_cents,
    batchId: row.batch_id ?? undefined,
    orderNumber: row.order_number,
    requestFingerprint: row.request_fingerprint ?? undefined,
    fingerprint: row.fingerprint,
    brand: row.brand ?? undefined,
    last4: row.last4,
    token: row.token ?? undefined,
    wantsToken: row.wants_token,
    processor: row.processor,
    isTest: row.is_test,
    epoch: row.epoch,
    leaseUntil: row.lease_until,
    inquiries: row.looks ?? 0,
    outcomeCode: row.outcome_code ?? undefined,
    message: row.message ?? undefined,
    createdAt: row.created_at,
  };
}
