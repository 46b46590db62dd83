import { firstAttempt, partsOfReference } from '../payments/payment.ts';
import type { SettledRow } from '../ports/processors/settled-row.ts';
import { int2, int8 } from '../runtime/column.ts';
import type { Sql } from '../runtime/sql.ts';
import { rowSet } from '../runtime/table.ts';
import { namelessRefunds } from './nameless-refunds.ts';
import { refundsOfCharges } from './refunds-of-charges.ts';
import type { ToldRow } from './report-mark.ts';
import { type Item, isWatched, item } from './reported-item.ts';
import type { Open } from './take.ts';

/** `stranger`: it is unknown here, or contradicts our facts. */
type Standing =
  | 'open'
  | 'under_way'
  | 'in_batch'
  | 'reversed'
  | 'elsewhere'
  | 'other_currency'
  | 'stranger';
export type Found = {
  readonly row: SettledRow;
  /** The payment, or the refund, that its reference names. */
  readonly item: Item | undefined;
  /** True if the item is a refund, and its row names the charge alone. */
  readonly isPart: boolean;
  readonly is: Standing;
};

function standingOf(
  row: SettledRow,
  item: Item | undefined,
  { processor, currency }: Open,
): Standing {
  const isForeign = row.currency !== undefined && row.currency !== currency;
  if (!item) return isForeign ? 'other_currency' : 'stranger';
  const isElsewhere = item.processor !== processor;
  // The account has two names here, and the report of either contains all rows.
  if (isElsewhere && row.processorId === item.processorId) return 'elsewhere';
  // Executed a second time under one reference, here or at another account.
  const isSecond = item.processorId !== undefined && row.processorId !== item.processorId;
  if (isElsewhere && item.isUnderWay && !isSecond) return 'under_way';
  if (isForeign) return 'other_currency';
  if (isElsewhere || isSecond) return 'stranger';
  if (item.batchId !== undefined) return 'in_batch';
  if (item.isReversed) return 'reversed';
  if (item.isUnderWay) return 'under_way';
  // Refused at its settlement: it stays open, since the gateway may settle it another night.
  return item.isDone && row.cents !== 0n ? 'open' : 'stranger';
}

const conversations = rowSet({ paymentId: int8, n: int2 }, 3);

/** Finds the item of each row, by our reference in it. `told`: facts of rows that were reported before. */
export async function findItems(
  tx: Sql,
  open: Open,
  rows: readonly SettledRow[],
  ofOthers: ReadonlySet<object>,
  told: readonly ToldRow[],
  first: 'open' | 'booked' = 'open',
): Promise<Found[]> {
  const { businessId } = open;
  const nameless = await namelessRefunds(tx, open, rows);
  const named = rows.map((row) => {
    const of = partsOfReference(row.reference);
    if (!of) return { row, of: nameless.get(row.processorId) };
    return { row, of: of.businessId === businessId ? of : undefined };
  });
  const own = named.flatMap(({ of }) => (of ? [of] : []));
  const items = await item.read(
    tx,
    `select p.id as "paymentId", r.n, p.id, p.captured_cents as cents, p.batch_id as "batchId",
       p.processor, p.processor_id as "processorId", p.state = 'captured' as "isDone",
       p.state in ('processing', 'unknown', 'capturing', 'voiding') or ${isWatched('c')} or exists (
         select from payment_watches w where w.business_id = $1 and w.kind = 'decided'
           and w.id = p.id) as "isUnderWay",
       p.state in ('declined', 'canceled') and exists (
         select from followups g where g.business_id = $1 and g.payment_id = p.id
           and g.kind = 'give_back' and g.state <> 'failed') as "isReversed",
       p.created_at as "begunAt"
     from ${conversations.sql} join payments p on p.business_id = $1 and p.id = r.payment_id
     left join followups c on c.business_id = $1 and c.payment_id = p.id and c.n = r.n
     where r.n = $2 or c.kind = 'capture'
     union all
     select f.payment_id, r.n, f.id, -f.amount_cents, f.batch_id, f.processor, f.processor_id,
       f.state = 'succeeded', f.state in ('processing', 'unknown') or ${isWatched('f')},
       f.kind = 'give_back', f.created_at
     from ${conversations.sql}
     join followups f on f.business_id = $1 and f.payment_id = r.payment_id and f.n = r.n
     where f.kind = 'refund' or (f.kind = 'give_back' and f.is_refund)`,
    [businessId, firstAttempt, ...conversations.encode(own)],
  );
  const byName = new Map(items.map((one) => [`${one.paymentId} ${one.n}`, one]));
  const found = named.map(({ row, of }) => {
    if (ofOthers.has(row)) return { row, is: 'elsewhere' } as const;
    return { row, item: of && byName.get(`${of.paymentId} ${of.n}`) };
  });
  const parts = await refundsOfCharges(tx, businessId, found, told, first);
  return found.map(({ row, item: named, is }) => {
    const isPart = parts.has(row);
    const known = isPart ? parts.get(row) : named;
    return { row, item: known, isPart, is: is ?? standingOf(row, known, open) };
  });
}
