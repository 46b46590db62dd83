import type { SettledRow } from '../ports/processors/settled-row.ts';
import type { Sql } from '../runtime/sql.ts';
import { nameOf, type ToldRow } from './report-mark.ts';
import { type Item, isWatched, item } from './reported-item.ts';

type Named = { readonly row: SettledRow; readonly item?: Item | undefined };

/**
 * `open`: the first item for a new row. `booked`: the item of a row that is read again, where the newest comes first.
 */
const turns = { open: 'batch_id is not null, id', booked: 'batch_id is null, id desc' } as const;

/**
 * The refunds of rows that flow back under the name of a charge: the processor stores a refund as a part of its charge,
 * and reports the amount alone. Refunds of one amount take turns, so that none is counted twice; `told` are the refunds
 * whose turn is over, with their rows. Undefined: we know no such refund.
 */
export async function refundsOfCharges(
  tx: Sql,
  businessId: bigint,
  rows: readonly Named[],
  told: readonly ToldRow[],
  first: keyof typeof turns,
): Promise<ReadonlyMap<SettledRow, Item | undefined>> {
  const back = rows.flatMap(({ row, item }) =>
    item && isOfCharge(item, row) && row.cents < 0n ? [{ row, charge: item }] : [],
  );
  if (back.length === 0) return new Map();
  const refunds = await item.read(
    tx,
    `select payment_id as "paymentId", n, id, -amount_cents as cents, batch_id as "batchId", processor,
       null as "processorId", state = 'succeeded' as "isDone",
       state in ('processing', 'unknown', 'failed') as "isUnderWay", kind = 'give_back' as "isReversed",
       created_at as "begunAt"
     from followups f
     where business_id = $1 and payment_id = any($2) and (state <> 'failed' or ${isWatched('f')})
       and (kind = 'refund' or (kind = 'give_back' and is_refund))
     order by state = 'failed', ${turns[first]}`,
    [businessId, back.map(({ charge }) => charge.paymentId)],
  );
  const before = new Map(told.map(({ row, refundId }) => [nameOf(row), refundId]));
  const taken = new Set(before.values());
  const found = new Map<SettledRow, Item | undefined>();
  for (const { row, charge } of back) {
    const fits = (it: (typeof refunds)[number]) =>
      it.paymentId === charge.paymentId && it.cents === row.cents && it.begunAt <= row.settledAt;
    const known = before.get(nameOf(row));
    const one = refunds.find((it) => (known ? it.id === known : fits(it) && !taken.has(it.id)));
    if (one) taken.add(one.id);
    // At the processor the refund is the transaction of its charge.
    found.set(row, one && { ...one, processorId: charge.processorId });
  }
  return found;
}

/** The payment itself, at the processor the same transaction. */
function isOfCharge({ id, paymentId, processorId }: Item, row: SettledRow): boolean {
  return id === paymentId && (processorId === undefined || processorId === row.processorId);
}
