import { bool, int2, int4, int8, optional, text, timestamptz } from '../runtime/column.ts';
import { leaseIsOver, nextToken } from '../runtime/lease.ts';
import type { Sql } from '../runtime/sql.ts';
import { rowSet } from '../runtime/table.ts';
import type { Shown } from './evidence.ts';
import { detailsColumn, type InvoiceDetails, storedDetails } from './invoice.ts';
import { type Payment, paymentRow, payments, tookNothing } from './payment.ts';

const keys = rowSet({ businessId: int8, id: int8 });

type Sending = { readonly processor: string; readonly at: Date; readonly leaseUntil: Date };

/**
 * Recorded before it is sent elsewhere, when nothing can have happened yet: absence there counts from this sending on.
 * Undefined: another owner has it.
 */
export async function recordSending(
  sql: Sql,
  payment: Payment,
  { processor, at, leaseUntil }: Sending,
): Promise<Payment | undefined> {
  const { businessId, id, epoch } = payment;
  const ours = await sql.query(
    `with ours as (
       update payments set processor = $4, processor_id = null, lease_until = $5
       where business_id = $1 and id = $2 and epoch = $3 and state = 'processing'
       returning business_id, id
     )
     insert into payment_watches as w (business_id, kind, id, payment_ids, asked_at, look_at)
     select business_id, 'unknown', id, array[id], $6, $5 from ours
     on conflict (business_id, kind, id)
       do update set asked_at = excluded.asked_at, look_at = excluded.look_at
     returning id`,
    [businessId, id, epoch, processor, leaseUntil, at],
  );
  return ours.length === 1 ? { ...payment, processor, leaseUntil, inquiries: 0 } : undefined;
}

const namings = rowSet({ businessId: int8, id: int8, epoch: int4, processorId: text });
const named = payments.pick('businessId', 'id');

/**
 * Stores the processor's ids of charges that have begun and moved no money yet: they identify the charge in an inquiry
 * if its answer is lost. False: another owner has the payment.
 */
export async function storeProcessorIds(
  sql: Sql,
  rows: readonly (Key & { readonly epoch: number; readonly processorId: string })[],
): Promise<boolean[]> {
  const stored = await named.read(
    sql,
    `update payments p set processor_id = i.processor_id from (select * from ${namings.sql}) i
     where p.business_id = i.business_id and p.id = i.id and p.epoch = i.epoch and p.state = 'processing'
     returning ${named.of('p')}`,
    namings.encode(rows),
  );
  const names = new Set(stored.map(({ businessId, id }) => `${businessId} ${id}`));
  return rows.map(({ businessId, id }) => names.has(`${businessId} ${id}`));
}

export async function readPayments(
  sql: Sql,
  wanted: readonly { businessId: bigint; id: bigint }[],
): Promise<(Payment | undefined)[]> {
  const rows = await paymentRow.read(
    sql,
    `select ${paymentRow.of('p')} from ${keys.sql} join payments p using (business_id, id)`,
    keys.encode(wanted),
  );
  const found = new Map(rows.map((row) => [`${row.businessId} ${row.id}`, row]));
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

/** The payments that have or may have been paid under these order numbers. */
export async function readHolders(
  sql: Sql,
  businessId: bigint,
  orderNumbers: readonly string[],
): Promise<Payment[]> {
  const rows = await paymentRow.read(
    sql,
    `select ${paymentRow.of('p')} from payments p
     where business_id = $1 and order_number = any ($2::text[]) and not is_test and holds_order`,
    [businessId, orderNumbers],
  );
  return rows.filter((payment) => !tookNothing(payment));
}

/** The latest payment under one of these order numbers, by this card or account. */
export async function readLatestBy(
  sql: Sql,
  { businessId, token }: { readonly businessId: bigint; readonly token: string },
  orderNumbers: readonly string[],
): Promise<Payment | undefined> {
  const from = `select ${paymentRow.of('p')} from payments p
    where business_id = $1 and order_number = any ($2::text[]) and token = $3 and not is_test`;
  return await paymentRow.readOne(
    sql,
    `select * from (${from} and holds_order union all ${from} and not holds_order) p order by id desc limit 1`,
    [businessId, orderNumbers, token],
  );
}

const earlierPayments = paymentRow.with({ byKey: bool });

/** The payment that was made under this key or, else, that holds this order number. */
export async function readEarlier(
  sql: Sql,
  order: { businessId: bigint; orderNumber: string; isTest: boolean },
  idempotencyKey: string | undefined,
): Promise<{ payment: Payment; byKey: boolean } | undefined> {
  const rows = await earlierPayments.read(
    sql,
    `select ${paymentRow.of('p')}, true as "byKey" from payments p
     where business_id = $1 and idempotency_key = $3
     union all
     select ${paymentRow.of('p')}, false from payments p
     where business_id = $1 and order_number = $2 and is_test = $4 and holds_order`,
    [order.businessId, order.orderNumber, idempotencyKey, order.isTest],
  );
  const found = rows.find(({ byKey }) => byKey) ?? rows[0];
  if (!found) return undefined;
  const { byKey, ...payment } = found;
  return { payment, byKey };
}

export async function releasePaymentKey(
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

/**
 * Frees the order number for requests that arrive from now on. The time of the last replay counts, since older copies
 * of the request may still be waiting.
 */
export async function releaseOrderNumber(
  sql: Sql,
  { businessId, id }: Key,
  at: Date,
): Promise<void> {
  await sql.query(
    `update payments set holds_order = false, order_freed_at = $3
     where business_id = $1 and id = $2 and (holds_order or order_freed_at < $3)`,
    [businessId, id, at],
  );
}

/**
 * Condition: no payment freed the order number of this row after its request arrived. If one did, another copy of the
 * request was answered with the failure. The unique index decides whether the number is held now.
 */
export const orderIsFree = (row: string) => `(
    select true from payments f
    where f.business_id = ${row}.business_id and f.order_number = ${row}.order_number and not f.holds_order
      and f.is_test = ${row}.is_test and f.order_freed_at > ${row}.asked_at limit 1
  ) is null`;

/** The payment that freed this order number or key after the request arrived. */
export async function readFreedSince(
  sql: Sql,
  order: { businessId: bigint; orderNumber: string; isTest: boolean; askedAt: Date },
  idempotencyKey: string | undefined,
): Promise<Payment | undefined> {
  return await paymentRow.readOne(
    sql,
    `select ${paymentRow.of('p')} from payments p
     where business_id = $1 and order_number = $2 and is_test = $3 and not holds_order and order_freed_at > $4
     union all
     select ${paymentRow.of('p')} from kept_keys k join payments p on p.business_id = k.business_id and p.id = k.made_id
     where k.business_id = $1 and k.kind = 'payment' and k.key = $5 and k.freed_at > $4
     order by id desc limit 1`,
    [order.businessId, order.orderNumber, order.isTest, order.askedAt, idempotencyKey],
  );
}

type Key = { readonly businessId: bigint; readonly id: bigint };

export type TakenOver = Shown & {
  readonly payment: Payment;
  readonly details: InvoiceDetails;
  readonly sentAt: Date;
  /** When its last cancel with an unknown outcome was sent. */
  readonly cancelSentAt: Date | undefined;
  /** The processor's id of the charge, if it was reported before the outcome. */
  readonly processorId: string | undefined;
};

/** `looks`: 1 for an inquiry by the worker, which counts for the backoff; 0 for one that a caller causes. */
type Taking = { readonly now: Date; readonly leaseUntil: Date; readonly looks: 0 | 1 };

const takings = rowSet({
  businessId: int8,
  id: int8,
  now: timestamptz,
  leaseUntil: timestamptz,
  looks: int2,
});

/**
 * Takes payments over from an owner that stopped responding: the lease, and the time of the next inquiry should this
 * owner stop too. The former owner's answer will change nothing. Undefined: another owner has it, or its outcome is
 * known.
 */
export async function takeOver(
  sql: Sql,
  wanted: readonly (Key & Taking)[],
): Promise<(TakenOver | undefined)[]> {
  const rows = await takenPayments.read(
    sql,
    `with input as materialized (select * from ${takings.sql}),
     taken as (
       update payments p set lease_until = i.lease_until, ${nextToken('p')}
       from input i
       where p.business_id = i.business_id and p.id = i.id
         and p.state in ('processing', 'unknown') and ${leaseIsOver('p', 'i.now')}
       returning p.*, i.now, i.looks
     ),
     watched as (
       insert into payment_watches as w (business_id, kind, id, payment_ids, asked_at, look_at, looks)
       -- After the clock was set back, now may be before the creation.
       select business_id, 'unknown', id, array[id], least(created_at, now), lease_until, looks from taken
       on conflict (business_id, kind, id)
         do update set look_at = excluded.look_at, looks = w.looks + excluded.looks
       returning w.business_id, w.id, w.asked_at, w.looks, w.cancel_sent_at, w.absent_since, w.seen_at,
         w.replay_refused_at
     )
     select ${paymentRow.of('t')}, t.processor_id as "processorId", w.asked_at as "sentAt", w.looks as inquiries,
       w.cancel_sent_at as "cancelSentAt", w.absent_since as "absentSince", w.seen_at as "seenAt",
       w.replay_refused_at as "replayRefusedAt", ${detailsColumn('v')}
     from taken t
     join watched w on w.business_id = t.business_id and w.id = t.id
     join invoices v on v.business_id = t.business_id and v.id = t.invoice_id`,
    takings.encode(wanted),
  );
  const taken = new Map(rows.map((row) => [`${row.businessId} ${row.id}`, row]));
  return wanted.map(({ businessId, id }) => {
    const name = `${businessId} ${id}`;
    const row = taken.get(name);
    // If several in one batch want it, the first gets it.
    taken.delete(name);
    if (!row) return undefined;
    const { details, sentAt, cancelSentAt, processorId, ...other } = row;
    const { absentSince, seenAt, replayRefusedAt, ...payment } = other;
    const shown = { absentSince, seenAt, replayRefusedAt };
    return { payment, details, sentAt, cancelSentAt, processorId, ...shown };
  });
}

const takenPayments = paymentRow.with({
  processorId: optional(text),
  sentAt: timestamptz,
  inquiries: int2,
  cancelSentAt: optional(timestamptz),
  absentSince: optional(timestamptz),
  seenAt: optional(timestamptz),
  replayRefusedAt: optional(timestamptz),
  details: storedDetails,
});
