import type { Currency } from '../kernel/currency.ts';
import { dayMs } from '../kernel/duration.ts';
import type { Terms } from '../parties/businesses/terms.ts';
import { cardFee } from '../payments/fees.ts';
import { bool, int4, int8, jsonOf, named, optional, text, timestamptz } from '../runtime/column.ts';
import type { Sql } from '../runtime/sql.ts';
import { shape, table } from '../runtime/table.ts';
import type { StoredRow } from './report-mark.ts';

/** An account at which a business takes card payments. */
export type AccountKey = { readonly businessId: bigint; readonly processor: string };
/** An open batch: everything captured at this processor in this currency that is in no batch yet. */
export type Open = AccountKey & { readonly currency: Currency };

export const marks = table('batch_marks', {
  businessId: int8,
  processor: text,
  /** No payment below it can become a member of a batch. */
  mark: named('from_payment_id', int8),
  /** If the processor reports settlements: the end of the last report that was read. */
  reportedUntil: optional(timestamptz),
  waitingRows: optional(jsonOf<readonly StoredRow[]>()),
  strangersAfter: optional(timestamptz),
  toldRows: optional(jsonOf<readonly StoredRow[]>()),
});
const begun = marks.pick('businessId', 'processor', 'mark');
const marked = marks.pick('mark');

/** The totals and ids of the items that were taken into a batch. */
export type Taken = {
  readonly itemCount: number;
  readonly netCents: bigint;
  readonly feeCents: bigint;
  readonly firstId: bigint;
  readonly lastId: bigint;
  /** The last of its payments: those behind it were not examined when the batch is full. */
  readonly lastPaymentId: bigint;
};

const taken = shape({
  itemCount: int4,
  netCents: int8,
  feeCents: int8,
  firstId: optional(int8),
  lastId: optional(int8),
  lastPaymentId: optional(int8),
});

/** Holds the mark until the transaction ends: another closing of this open batch waits. */
export async function lockMark(tx: Sql, { businessId, processor }: AccountKey): Promise<bigint> {
  const [row] = await marked.read(
    tx,
    `insert into batch_marks as m (${begun.names}) values ($1, $2, 0)
     on conflict (business_id, processor) do update set from_payment_id = m.from_payment_id
     returning ${marked.of('m')}`,
    [businessId, processor],
  );
  return row!.mark;
}

/** Holds these payments, of those that a batch may take: a void that begins from now on finds the batch. Lock order: by id. */
export async function lockOpen(
  tx: Sql,
  { businessId, processor }: AccountKey,
  paymentIds: readonly bigint[],
): Promise<void> {
  await tx.query(
    `select from payments
     where business_id = $1 and id = any($3) and processor = $2 and state = 'captured' and batch_id is null
     order by id for update`,
    [businessId, processor, paymentIds],
  );
}

/**
 * Puts the eligible items into the batch, from the payment `from` on, and at most `most` items. A payment whose void
 * began before is no longer captured: this waits for its lock, and it stays out. A later void finds the batch. `only`:
 * these payments and refunds alone.
 */
export async function takeItems(
  tx: Sql,
  { businessId, processor, currency }: Open,
  batchId: bigint,
  from: bigint,
  most: number,
  terms: Pick<Terms, 'cardFeeBps' | 'cardFeeCents'>,
  only?: readonly bigint[],
): Promise<Taken | undefined> {
  const fee = cardFee(terms, 'captured_cents', 6);
  const sums = await taken.readOne(
    tx,
    `with taken as (
       select id, captured_cents from payments
       where business_id = $1 and id >= $4 and processor = $2 and state = 'captured'
         and batch_id is null and not is_test and ($8::bigint[] is null or id = any($8))
         and currency = $9
       order by id limit $5 for update
     ),
     given as (
       select f.id, f.amount_cents from followups f
       join payments p on p.business_id = f.business_id and p.id = f.payment_id
       where f.business_id = $1 and f.processor = $2 and f.batch_id is null and f.kind = 'refund'
         and f.state = 'succeeded' and f.processor <> 'ach' and not p.is_test
         and ($8::bigint[] is null or f.id = any($8)) and p.currency = $9
       order by f.id limit $5 - (select count(*) from taken) for update of f
     ),
     paid as (
       update payments p set batch_id = $3 from taken t where p.business_id = $1 and p.id = t.id
     ),
     returned as (
       update followups f set batch_id = $3 from given g where f.business_id = $1 and f.id = g.id
     )
     select count(*)::integer as "itemCount", coalesce(sum(cents), 0)::bigint as "netCents",
       coalesce(sum(fee), 0)::bigint as "feeCents", min(id) as "firstId", max(id) as "lastId",
       (select max(id) from taken) as "lastPaymentId"
     from (
       select id, captured_cents as cents, ${fee.sql} as fee from taken
       union all
       select id, -amount_cents, 0 from given
     ) items`,
    [businessId, processor, batchId, from, most, ...fee.values, only, currency],
  );
  if (sums?.firstId === undefined || sums.lastId === undefined) return undefined;
  const { firstId, lastId, lastPaymentId = from } = sums;
  return { ...sums, firstId, lastId, lastPaymentId };
}

/**
 * A process hands out ids from a block that it reserved earlier, so payments with smaller ids than the latest may
 * still come. A block does not live that long: behind a payment of this age no smaller id begins.
 */
const settledAfterMs = dayMs;

/** Moves the mark to the first payment that may still become a member. `now` is the world's clock. */
export async function moveMark(
  tx: Sql,
  { businessId, processor }: AccountKey,
  mark: bigint,
  now: Date,
): Promise<void> {
  await tx.query(
    `update batch_marks m set from_payment_id = greatest(m.from_payment_id, least(seen.open, seen.old + 1))
     from (
       select min(id) filter (where processor = $2 and not is_test and batch_id is null and state in
           ('processing', 'unknown', 'authorized', 'capturing', 'captured', 'voiding')) as open,
         max(id) filter (where created_at <= $4) as old
       from payments where business_id = $1 and id >= $3
     ) seen
     where m.business_id = $1 and m.processor = $2 and seen.old is not null`,
    [businessId, processor, mark, new Date(now.getTime() - settledAfterMs)],
  );
}

/** Rows behind the mark that are read in vain before it is worth while to move it. */
const idleRows = 2000;
const worth = shape({ isWorth: bool });

/** True when a closing has anything to do: the one cheap look for a business that sold nothing. */
export async function isWorthClosing(
  sql: Sql,
  { businessId, processor }: AccountKey,
): Promise<boolean> {
  const [row] = await worth.read(
    sql,
    `with mark as materialized (
       select coalesce((
         select from_payment_id from batch_marks where business_id = $1 and processor = $2
       ), 0) as id
     )
     select exists (
         select from payments
         where business_id = $1 and id >= (select id from mark) and processor = $2
           and state = 'captured' and batch_id is null and not is_test
       ) or exists (
         select from followups f
         join payments p on p.business_id = f.business_id and p.id = f.payment_id
         where f.business_id = $1 and f.processor = $2 and f.batch_id is null and f.kind = 'refund'
           and f.state = 'succeeded' and f.processor <> 'ach' and not p.is_test
       ) or $3 <= (
         select count(*) from (
           select from payments where business_id = $1 and id >= (select id from mark) limit $3
         ) idle
       ) as "isWorth"`,
    [businessId, processor, BigInt(idleRows)],
  );
  return row!.isWorth;
}
