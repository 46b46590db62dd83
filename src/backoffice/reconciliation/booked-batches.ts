import { bool, int8, timestamptz } from '../../runtime/column.ts';
import type { Sql } from '../../runtime/sql.ts';
import { type RowOf, shape } from '../../runtime/table.ts';
import { batches } from '../../settlement/batch.ts';
import type { AccountKey } from '../../settlement/take.ts';

const closed = batches.with({
  /** When it was closed. */
  endedAt: timestamptz,
  /** True if a person had a case about it, and accepted the gateway's report. */
  isAccepted: bool,
  isAsked: bool,
});
export type BookedBatch = RowOf<typeof closed>;

const item = shape({ id: int8, paymentId: int8, cents: int8, begunAt: timestamptz });
export type BookedItem = RowOf<typeof item>;

/** The settlements that are booked for an account. */
export type BookedBatches = {
  byId(id: bigint): BookedBatch | undefined;
  closedSince(at: Date): readonly BookedBatch[];
  /** True if a person accepted the report that first contained the settlements of this moment. */
  isAcceptedAfter(settledAt: Date): boolean;
};

/** The batches of an account that are closed, the earliest first. */
export async function readBookedBatches(
  sql: Sql,
  { businessId, processor }: AccountKey,
): Promise<BookedBatches> {
  const all = await closed.read(
    sql,
    `select ${batches.of('b')}, b.closed_at as "endedAt", q.is_asked as "isAsked",
       q.is_asked and b.state in ('reconciled', 'funded') as "isAccepted"
     from batches b
     cross join lateral (select exists (select from open_questions q where q.business_id = $1
       and q.object_kind = 'batch' and q.object_id = b.id) as is_asked) q
     where b.business_id = $1 and b.processor = $2 and b.closed_at is not null
     order by b.closed_at, b.id`,
    [businessId, processor],
  );
  const byId = new Map(all.map((batch) => [batch.id, batch]));
  return {
    byId: (id) => byId.get(id),
    closedSince: (at) => all.filter(({ endedAt }) => endedAt >= at),
    isAcceptedAfter: (settledAt) =>
      all.find(({ endedAt, isAsked }) => isAsked && endedAt >= settledAt)?.isAccepted ?? false,
  };
}

/** The payments and refunds of a batch. */
export async function readBookedItems(
  sql: Sql,
  { businessId, id, firstId, lastId }: BookedBatch,
): Promise<BookedItem[]> {
  return await item.read(
    sql,
    `select id, id as "paymentId", captured_cents as cents, created_at as "begunAt" from payments
     where business_id = $1 and id between $3 and $4 and batch_id = $2
     union all
     select id, payment_id, -amount_cents, created_at from followups
     where business_id = $1 and id between $3 and $4 and batch_id = $2`,
    [businessId, id, firstId, lastId],
  );
}
