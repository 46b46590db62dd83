import type { SettledRow } from '../ports/processors/settled-row.ts';
import { timestamptz } from '../runtime/column.ts';
import type { Sql } from '../runtime/sql.ts';
import { type Item, item } from './reported-item.ts';

type Named = { readonly row: SettledRow; readonly item?: Item | undefined };
const refund = item.with({ begunAt: timestamptz });

/**
 * The refunds of rows that flow back under the name of a charge: the processor keeps a refund as a part of its charge, and
 * tells of it the amount alone. Refunds of one amount take turns, so that none is counted twice. Undefined: we know no
 * such refund.
 */
export async function refundsOfCharges(
  tx: Sql,
  businessId: bigint,
  rows: readonly Named[],
): Promise<ReadonlyMap<SettledRow, Item | undefined>> {
  const back = rows.flatMap(({ row, item }) =>
    item && isOfCharge(item, row) && row.cents < 0n ? [{ row, paymentId: item.paymentId }] : [],
  );
  if (back.length === 0) return new Map();
  const refunds = await refund.read(
    tx,
    `select payment_id as "paymentId", n, id, -amount_cents as cents, batch_id as "batchId", processor,
       null as "processorId", state = 'succeeded' as "isDone",
       state in ('processing', 'unknown') as "isUnderWay", kind = 'give_back' as "isReversed",
       created_at as "begunAt"
     from followups
     where business_id = $1 and payment_id = any($2) and state <> 'failed'
       and (kind = 'refund' or (kind = 'give_back' and is_refund))
     order by batch_id is not null, id`,
    [businessId, back.map(({ paymentId }) => paymentId)],
  );
  const taken = new Set<Item>();
  const found = new Map<SettledRow, Item | undefined>();
  for (const { row, paymentId } of back) {
    const one = refunds.find(
      (it) =>
        it.paymentId === paymentId &&
        it.cents === row.cents &&
        it.begunAt <= row.settledAt &&
        !taken.has(it),
    );
    if (one) taken.add(one);
    found.set(row, one);
  }
  return found;
}

/** The payment itself, at the processor the same transaction. */
function isOfCharge({ id, paymentId, processorId }: Item, row: SettledRow): boolean {
  return id === paymentId && (processorId === undefined || processorId === row.processorId);
}
