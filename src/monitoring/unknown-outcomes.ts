import { int8, oneOf, optional, text, timestamptz } from '../runtime/column.ts';
import type { Sql } from '../runtime/sql.ts';
import { type RowOf, shape } from '../runtime/table.ts';

const unknownOutcomes = shape({
  businessId: int8,
  kind: oneOf(['payment', 'capture', 'void', 'refund', 'give_back', 'batch']),
  id: int8,
  /** Undefined for a batch. */
  paymentId: optional(int8),
  processor: text,
  since: timestamptz,
  /** When it is inquired about again. */
  nextAt: optional(timestamptz),
});
export type UnknownOutcome = RowOf<typeof unknownOutcomes>;

/** Its rows, of all businesses. Scope: all. */
export const unknownOutcomesSql = `select p.business_id as "businessId", 'payment' as kind, p.id, p.id as "paymentId", p.processor,
       w.asked_at as since, w.look_at as "nextAt"
     from payment_watches w cross join unnest(w.payment_ids) as of(id)
       join payments p on p.business_id = w.business_id and p.id = of.id
     where w.kind = 'unknown'
     union all
     select business_id, kind, id, payment_id, processor, created_at, resolve_at
     from followups where resolve_at is not null and state = 'unknown'
     union all
     select business_id, 'batch', id, null, processor, created_at, resolve_at
     from batches where resolve_at is not null and state = 'unknown'`;

/** Requests that move money and may have been carried out, of all businesses, the oldest first. */
export async function readUnknownOutcomes(sql: Sql, limit: number): Promise<UnknownOutcome[]> {
  return await unknownOutcomes.read(
    sql,
    `${unknownOutcomesSql} order by since, "businessId", id limit $1`,
    [limit],
  );
}
