import { Refusal } from '../kernel/refusal.ts';
import type { Business } from '../parties/businesses/business.ts';
import { readBusiness } from '../parties/businesses/store.ts';
import { currenciesAt, processorOf } from '../payments/accounts/open-account.ts';
import { firstAttempt, partsOfReference } from '../payments/payment.ts';
import type { SettledRow } from '../ports/processors/processor.ts';
import { bool, int2, int8, optional, text } from '../runtime/column.ts';
import { writeEvents } from '../runtime/events.ts';
import type { Sql } from '../runtime/sql.ts';
import { type RowOf, rowSet, shape } from '../runtime/table.ts';
import type { World } from '../world.ts';
import type { Batch } from './batch.ts';
import { newBatch } from './begin.ts';
import { batchEvents } from './event.ts';
import { raiseAlarm, settleBatch } from './finish.ts';
import { insertBatch } from './store.ts';
import { lockMark, type Open, readReportedUntil, takeItems, writeReportedUntil } from './take.ts';

/** How far back a report is read again: a row may be found later than it was settled. */
const overlapMs = 3 * 24 * 3_600_000;
const mostItems = 100_000;

/**
 * Where batches are closed by the processor's own clock: what it says that it settled is a batch. Each row is compared
 * with ours; what we do not know, or know with another amount, is a mismatch, and a person is asked. A payment that is
 * in no report stays open, and is found by the reconciliation.
 */
export async function readReport(
  world: World,
  businessId: bigint,
  processor: string,
  actor: string,
): Promise<Batch[]> {
  const till = { businessId, processor };
  const asked = await processorOf(world, till);
  if (!asked.settledRows) return [];
  const [currency] = await currenciesAt(world, till);
  if (!currency) return [];
  const open: Open = { ...till, currency };
  const before = await readReportedUntil(world.db, open);
  const until = new Date(world.now().getTime() - asked.can.visibilityDelaySeconds * 1000);
  const since = new Date((before ?? until).getTime() - overlapMs);
  const report = await asked.settledRows(since, until); // no connection held
  if (report.outcome === 'unknown') {
    world.log.warn('batch.no_report', { businessId, processor, reason: report.reason });
    return [];
  }
  const business = await readBusiness(world.db, businessId);
  if (!business) throw new Refusal('unknown_business');
  const id = await world.ids.next(businessId);
  return await world.db.begin(async (tx) => {
    await lockMark(tx, open);
    // Somebody else read it just now.
    if ((await readReportedUntil(tx, open))?.getTime() !== before?.getTime()) return [];
    await writeReportedUntil(tx, open, until);
    const batch = await batchOf(world, tx, business, {
      open,
      id,
      actor,
      before,
      rows: report.rows,
    });
    return batch ? [batch] : [];
  });
}

function nothing(id: bigint) {
  return { itemCount: 0, netCents: 0n, feeCents: 0n, firstId: id, lastId: id };
}

type Reported = {
  readonly open: Open;
  readonly id: bigint;
  readonly actor: string;
  /** Until when the last report went. */
  readonly before: Date | undefined;
  readonly rows: readonly SettledRow[];
};

async function batchOf(
  world: World,
  tx: Sql,
  { terms }: Business,
  { open, id, actor, before, rows }: Reported,
): Promise<Batch | undefined> {
  const found = await findItems(tx, open, rows);
  const counted = found.filter((one) => isCounted(one, before));
  const only = new Set(counted.flatMap(({ item, is }) => (item && is === 'open' ? [item.id] : [])));
  const taken = await takeItems(tx, open, id, 0n, mostItems, terms, [...only]);
  if (counted.length === 0) return undefined;
  const at = world.now();
  const { itemCount, netCents, feeCents, firstId, lastId } = taken ?? nothing(id);
  const sums = { itemCount, netCents, feeCents, firstId, lastId };
  const processorCount = counted.length;
  const processorCents = counted.reduce((sum, { row }) => sum + row.cents, 0n);
  // Each by itself: one that is too large may hide another that is too small.
  const isSame = counted.every(({ row, item }) => row.cents === item?.cents);
  const isEven = isSame && sums.itemCount === processorCount && sums.netCents === processorCents;
  const batch: Batch = {
    ...newBatch(world, { ...open, id, actor, sums }, at),
    state: isEven ? 'reconciled' : 'mismatch',
    processorId: `report of ${at.toISOString()}`,
    processorCount,
    processorCents,
    resolveAt: undefined,
    closedAt: at,
    reconciledAt: isEven ? at : undefined,
  };
  await insertBatch(tx, batch);
  if (isEven) await settleBatch(world, tx, batch, at);
  else await raiseAlarm(world, batch, tx);
  await writeEvents(tx, batchEvents(world, batch, at));
  return batch;
}

/**
 * What is in a batch, or was charged at another account, is told of elsewhere, and what is not known yet in the next
 * report. A stranger stays one, so it counts in one report only.
 */
function isCounted({ row, item, is }: Found, before: Date | undefined): boolean {
  if (is === 'open') return true;
  if (is !== 'stranger') return false;
  // Before the first report the account may have had other users.
  return before === undefined ? item !== undefined : row.settledAt > before;
}

const item = shape({
  paymentId: int8,
  n: int2,
  id: int8,
  cents: int8,
  batchId: optional(int8),
  processor: text,
  processorId: optional(text),
  /** It may be a member of a batch. */
  isDone: bool,
  /** Its outcome is not known yet. */
  isUnderWay: bool,
  /** A charge that was reversed after it was told as not charged, or its reversal: no item of a batch. */
  isReversed: bool,
});
type Item = RowOf<typeof item>;

/** `stranger`: nobody here knows it, or it contradicts what we know. */
type Standing = 'open' | 'under_way' | 'in_batch' | 'reversed' | 'elsewhere' | 'stranger';
type Found = {
  readonly row: SettledRow;
  /** The payment, or the refund, that its reference names. */
  readonly item: Item | undefined;
  readonly is: Standing;
};

function standingOf(
  row: SettledRow,
  item: Item | undefined,
  { processor, currency }: Open,
): Standing {
  if (!item) return 'stranger';
  if (item.processor !== processor) return 'elsewhere';
  // Executed a second time under one reference.
  if (item.processorId && row.processorId !== item.processorId) return 'stranger';
  if (row.currency !== undefined && row.currency !== currency) return 'stranger';
  if (item.batchId !== undefined) return 'in_batch';
  if (item.isReversed) return 'reversed';
  if (item.isUnderWay) return 'under_way';
  return item.isDone ? 'open' : 'stranger';
}

const conversations = rowSet({ paymentId: int8, n: int2 }, 3);

/** What each row is about, by our reference in it. A capture is settled under the reference of its charge. */
async function findItems(tx: Sql, open: Open, rows: readonly SettledRow[]): Promise<Found[]> {
  const { businessId } = open;
  // The same row may come twice where pages move while they are read.
  const each = new Map(rows.map((row) => [JSON.stringify({ ...row, cents: `${row.cents}` }), row]));
  const named = [...each.values()].map((row) => ({ row, of: partsOfReference(row.reference) }));
  const own = named.flatMap(({ of }) => (of?.businessId === businessId ? [of] : []));
  const items = await item.read(
    tx,
    `select p.id as "paymentId", r.n, p.id, p.captured_cents as cents, p.batch_id as "batchId",
       p.processor, p.processor_id as "processorId", p.state = 'captured' as "isDone",
       p.state in ('processing', 'unknown', 'capturing', 'voiding') as "isUnderWay",
       p.state in ('declined', 'canceled') and exists (
         select from followups g where g.business_id = $1 and g.payment_id = p.id
           and g.kind = 'give_back' and g.state <> 'failed') as "isReversed"
     from ${conversations.sql} join payments p on p.business_id = $1 and p.id = r.payment_id
     where r.n = $2
     union all
     select f.payment_id, r.n, f.id, -f.amount_cents, f.batch_id, f.processor, f.processor_id,
       f.state = 'succeeded', f.state in ('processing', 'unknown'), f.kind = 'give_back'
     from ${conversations.sql}
     join followups f on f.business_id = $1 and f.payment_id = r.payment_id and f.n = r.n
     where f.kind = 'refund' or (f.kind = 'give_back' and f.is_refund)`,
    [businessId, firstAttempt, ...conversations.encode(own)],
  );
  const byName = new Map(items.map((one) => [`${one.paymentId} ${one.n}`, one]));
  return named.map(({ row, of }) => {
    const known = of?.businessId === businessId ? byName.get(`${of.paymentId} ${of.n}`) : undefined;
    return { row, item: known, is: standingOf(row, known, open) };
  });
}
