import { dayMs } from '../kernel/duration.ts';

import { optional, timestamptz } from '../runtime/column.ts';
import type { Sql } from '../runtime/sql.ts';
import { shape } from '../runtime/table.ts';
import type { Open } from './take.ts';

const oldest = shape({ at: optional(timestamptz) });

/** A charge may be captured so long after it was authorized. */
const longestHoldMs = 30 * dayMs;

/**
 * The moment at which the oldest item in no batch yet was captured or refunded, between two moments. Undefined: there
 * is none.
 */
export async function oldestOpen(
  sql: Sql,
  { businessId, processor, currency }: Open,
  since: Date,
  until: Date,
): Promise<Date | undefined> {
  const found = await oldest.readOne(
    sql,
    `select min(o.at) as at from (
       select coalesce(c.finished_at, p.finished_at) as at
       from payments p
       left join followups c on c.business_id = $1 and c.payment_id = p.id and c.kind = 'capture'
         and c.state = 'succeeded'
       where p.business_id = $1 and p.created_at >= $6 and p.processor = $2 and p.currency = $3
         and p.state = 'captured' and p.batch_id is null and not p.is_test
       union all
       select f.finished_at from followups f
       join payments p on p.business_id = $1 and p.id = f.payment_id
       where f.business_id = $1 and f.processor = $2 and f.batch_id is null and f.kind = 'refund'
         and f.state = 'succeeded' and f.processor <> 'ach' and not p.is_test and p.currency = $3
     ) o where o.at >= $4 and o.at < $5`,
    [businessId, processor, currency, since, until, new Date(since.getTime() - longestHoldMs)],
  );
  return found?.at;
}
