import { partsOfReference } from '../payments/payment.ts';
import type { SettledRow } from '../ports/processors/settled-row.ts';
import { int2, int8, text } from '../runtime/column.ts';
import type { Sql } from '../runtime/sql.ts';
import { shape } from '../runtime/table.ts';
import type { AccountKey } from './take.ts';

const refund = shape({ paymentId: int8, n: int2, processorId: text });

/** Refunds whose rows have no reference of ours, by the id of the processor: it may keep none of a refund. */
export async function namelessRefunds(
  tx: Sql,
  { businessId, processor }: AccountKey,
  rows: readonly SettledRow[],
): Promise<ReadonlyMap<string, { readonly paymentId: bigint; readonly n: number }>> {
  const ids = rows
    .filter(({ reference, processorId }) => processorId !== '' && !partsOfReference(reference))
    .map(({ processorId }) => processorId);
  if (ids.length === 0) return new Map();
  const found = await refund.read(
    tx,
    `select min(payment_id) as "paymentId", min(n) as n, processor_id as "processorId"
     from followups
     where business_id = $1 and processor = $2 and processor_id = any($3::text[])
       and kind <> 'capture' and (kind = 'refund' or is_refund)
     group by processor_id having count(*) = 1`,
    [businessId, processor, ids],
  );
  return new Map(found.map(({ processorId, ...name }) => [processorId, name]));
}
