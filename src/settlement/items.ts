import type { Sql } from '../base/sql.ts';
import { firstAttempt, referenceOf } from '../payments/payment.ts';
import type { BatchRequest } from '../processors/processor.ts';
import type { Batch } from './batch.ts';

type Item = BatchRequest['items'][number];

/**
 * What is in a batch, by the references under which the processor approved it, always in the same order: sent
 * again it is the same request, to the letter.
 */
export async function readItems(
  sql: Sql,
  { businessId, id, firstId, lastId }: Batch,
): Promise<Item[]> {
  const rows = await sql.query<ItemRow>(
    `select p.id as "paymentId", coalesce(f.n, $5)::integer as n, p.captured_cents as cents
     from payments p
     left join followups f on f.business_id = p.business_id and f.payment_id = p.id
       and f.kind = 'capture' and f.state = 'succeeded' and not p.capture
     where p.business_id = $1 and p.id between $3 and $4 and p.batch_id = $2
     union all
     select payment_id, n, -amount_cents from followups
     where business_id = $1 and id between $3 and $4 and batch_id = $2
     order by 1, 2`,
    [businessId, id, firstId, lastId, firstAttempt],
  );
  return rows.map(({ paymentId, n, cents }) => ({
    reference: referenceOf(businessId, paymentId, n),
    cents,
  }));
}

type ItemRow = { readonly paymentId: bigint; readonly n: number; readonly cents: bigint };
