import type { Sql } from '../base/sql.ts';
import type { Terms } from '../businesses/terms.ts';

/** Whose open batch: everything captured at this processor that is in no batch yet. */
export type Open = { readonly businessId: bigint; readonly processor: string };

/** What was taken into a batch. */
export type Taken = {
  readonly itemCount: number;
  readonly netCents: bigint;
  readonly feeCents: bigint;
  readonly firstId: bigint;
  readonly lastId: bigint;
  /** The last of its payments: what is behind it was not looked at when the batch is full. */
  readonly lastPaymentId: bigint;
};

/** Whoever closes this open batch as well comes after us, until our transaction ends. */
export async function lockMark(tx: Sql, { businessId, processor }: Open): Promise<bigint> {
  const rows = await tx.query<{ mark: bigint }>(
    `insert into batch_marks as m (business_id, processor, from_payment_id) values ($1, $2, 0)
     on conflict (business_id, processor) do update set from_payment_id = m.from_payment_id
     returning from_payment_id as mark`,
    [businessId, processor],
  );
  return rows[0]!.mark;
}

/**
 * Puts into the batch what may be in it, from the payment `from` on, and at most so many items. A payment of
 * which a void began before is not captured any more: its lock is waited for, and it stays out. A void that
 * comes later finds the batch. Only payments cost a fee: to give back costs nothing, and brings none back.
 */
export async function takeItems(
  tx: Sql,
  { businessId, processor }: Open,
  batchId: bigint,
  from: bigint,
  most: number,
  { cardFeeBps, cardFeeCents }: Pick<Terms, 'cardFeeBps' | 'cardFeeCents'>,
): Promise<Taken | undefined> {
  const rows = await tx.query<Sums>(
    `with taken as (
       select id, captured_cents from payments
       where business_id = $1 and id >= $4 and processor = $2 and state = 'captured'
         and batch_id is null and not is_test
       order by id limit $5 for update
     ),
     given as (
       select f.id, f.amount_cents from followups f
       join payments p on p.business_id = f.business_id and p.id = f.payment_id
       where f.business_id = $1 and f.processor = $2 and f.batch_id is null and f.kind = 'refund'
         and f.state = 'succeeded' and f.processor <> 'ach' and not p.is_test
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
       select id, captured_cents as cents, (captured_cents * $6 + 5000) / 10000 + $7 as fee from taken
       union all
       select id, -amount_cents, 0 from given
     ) items`,
    [businessId, processor, batchId, from, most, BigInt(cardFeeBps), BigInt(cardFeeCents)],
  );
  const { firstId, lastId, lastPaymentId, ...sums } = rows[0]!;
  if (firstId === null || lastId === null) return undefined;
  return { ...sums, firstId, lastId, lastPaymentId: lastPaymentId ?? from };
}

type Sums = Pick<Taken, 'itemCount' | 'netCents' | 'feeCents'> & {
  readonly firstId: bigint | null;
  readonly lastId: bigint | null;
  readonly lastPaymentId: bigint | null;
};

/**
 * A process hands out ids from a block that it took a while ago, so payments with smaller ids than the latest
 * may still be to come. Blocks do not live that long: behind a payment of this age nobody begins another one.
 */
const settledAfterMs = 24 * 3_600_000;

/** Moves the mark to the first payment that may still become a member. `now` is that of the world's clock. */
export async function moveMark(
  tx: Sql,
  { businessId, processor }: Open,
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

/** Rows that are read in vain from the mark on before it is worth while to move it. */
const idleRows = 2000;

/** Whether there is anything to do for a closing: the one cheap look of a business that sold nothing. */
export async function isWorthClosing(sql: Sql, { businessId, processor }: Open): Promise<boolean> {
  const rows = await sql.query<{ isWorth: boolean }>(
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
  return rows[0]!.isWorth;
}
