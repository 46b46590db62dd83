import {
  type Business,
  type BusinessState,
  mayTakePayments,
} from '../parties/businesses/business.ts';
import { nextCutoffOf } from '../parties/businesses/cutoff.ts';
import { isPaidOut } from '../parties/businesses/paid-out.ts';
import { readBusiness } from '../parties/businesses/store.ts';
import { usualTerms } from '../parties/businesses/terms.ts';
import { bool, float8, int8, text } from '../runtime/column.ts';
import { enqueue, moveJob } from '../runtime/jobs.ts';
import { someAtOnce } from '../runtime/some-at-once.ts';
import type { Sql } from '../runtime/sql.ts';
import { type RowOf, shape } from '../runtime/table.ts';
import type { World } from '../world.ts';
import { type Batch, isUnderWay } from './batch.ts';
import { mostItems } from './begin.ts';
import { closeBatch, closeBatches } from './close.ts';
import { nextPayoutTime } from './moments.ts';
import { makePayout } from './payout.ts';

/** Each business has each of these jobs once; a finished one is due again the next day. */
const daily = 'daily';
/** Before the name of a processor: there something waits to be closed. */
const behind = 'behind ';

/** A business that has daily jobs: it may take payments, or takes none at the moment. */
const timed = shape({
  id: int8,
  timeZone: text,
  batchCutoff: text,
  hasPayouts: bool,
  clockAheadMs: float8,
});
type Timed = RowOf<typeof timed>;

/** A business whose clock is moved, or that is paid out from now on, must have its timers. */
export async function ensureTimers(
  world: World,
  businessId: bigint,
  sql: Sql = world.db,
): Promise<void> {
  const business = await readBusiness(sql, businessId);
  if (!business) return;
  const hasPayouts = await isPaidOut(sql, business);
  if (!hasPayouts && !mayTakePayments(business) && business.state !== 'suspended') return;
  const { id, timeZone, terms } = business;
  const { batchCutoff } = terms;
  // The world has the clock of the business already.
  await setTimers(sql, world, { id, timeZone, batchCutoff, hasPayouts, clockAheadMs: 0 });
}

const atOnce = 1000;

/** The same for every business that has none yet. Scope: all. */
export async function planTimers(world: World): Promise<void> {
  for (let after: bigint | undefined = 0n; after !== undefined; ) {
    const found = await readUntimed(world.db, after);
    await someAtOnce(found, (business) => setTimers(world.db, world, business));
    after = found.length < atOnce ? undefined : found.at(-1)!.id;
  }
}

/** The job of this kind with that key. */
export async function closeDue(
  world: World,
  businessId: bigint,
  key: string,
): Promise<Date | undefined> {
  if (key === daily) return await closeAtCutoff(world, businessId);
  return await closeBehind(world, businessId, key.slice(behind.length));
}

/** Closes the open batches at the cut-off of the day. Undefined: the business never took payments. */
export async function closeAtCutoff(
  world: World,
  businessId: bigint,
  most = mostItems,
): Promise<Date | undefined> {
  const business = await readBusiness(world.db, businessId);
  if (!business || neverTook.includes(business.state)) return undefined;
  const begunAt = world.now();
  const closed = await closeBatches(world, business, 'system', most);
  const jobs = inTheWay(closed, begunAt, most).map(({ processor, resolveAt }) => {
    return { key: `${behind}${processor}`, runAt: resolveAt ?? begunAt };
  });
  const common = { businessId, kind: 'batch.close', payload: null } as const;
  await enqueue(
    world.db,
    jobs.map((job) => ({ ...common, ...job })),
  );
  const { timeZone, terms } = business;
  return nextCutoffOf({ timeZone, batchCutoff: terms.batchCutoff }, world.now());
}

/**
 * Closes the batches that wait behind a batch, once that is closed: a gateway may take an hour for it. Undefined:
 * nothing waits.
 */
export async function closeBehind(
  world: World,
  businessId: bigint,
  processor: string,
  most = mostItems,
): Promise<Date | undefined> {
  const closed = await closeBatch(world, businessId, processor, 'system', most);
  // Also behind one that began just now: a job that runs is not enqueued once more.
  return closed.find(isUnderWay)?.resolveAt;
}

/** One that is full, or of an earlier closing, has others behind it. */
function inTheWay(closed: readonly Batch[], begunAt: Date, most: number): readonly Batch[] {
  return closed.filter(
    (batch) => isUnderWay(batch) && (batch.itemCount >= most || batch.createdAt < begunAt),
  );
}

const neverTook: readonly BusinessState[] = ['messaging_only', 'payments_pending'];

/** Pays out on the morning of a banking day. Undefined: payouts are off; switching them on sets the timer anew. */
export async function payOutInTheMorning(
  world: World,
  businessId: bigint,
): Promise<Date | undefined> {
  const business = await readBusiness(world.db, businessId);
  if (!business || !(await isPaidOut(world.db, business))) return undefined;
  await makePayout(world, businessId);
  return nextPayoutTime(world.now());
}

/** The cut-off was changed: the next closing is at the new one. */
export async function moveCutoff(
  tx: Sql,
  { id: businessId, timeZone }: Pick<Business, 'id' | 'timeZone'>,
  batchCutoff: string,
  at: Date,
): Promise<void> {
  const runAt = nextCutoffOf({ timeZone, batchCutoff }, at);
  await moveJob(tx, { businessId, kind: 'batch.close', key: daily, runAt });
}

/** Returns how many jobs the business has. */
async function setTimers(
  sql: Sql,
  { now }: World,
  { id: businessId, clockAheadMs, hasPayouts, ...where }: Timed,
): Promise<number> {
  const at = new Date(now().getTime() + clockAheadMs);
  const common = { businessId, key: daily, payload: null };
  const jobs = [
    { ...common, kind: 'batch.close' as const, runAt: nextCutoffOf(where, at) },
    ...(hasPayouts
      ? [{ ...common, kind: 'deposit.make' as const, runAt: nextPayoutTime(at) }]
      : []),
  ];
  await enqueue(sql, jobs);
  return jobs.length;
}

/** Also those that were closed before they had any, with money that is not collected yet. Reads only. */
async function readUntimed(sql: Sql, after: bigint): Promise<Timed[]> {
  return await timed.read(
    sql,
    `select b.business_id as id, b.time_zone as "timeZone", b.clock_ahead_ms::float8 as "clockAheadMs",
       coalesce(to_char(t.batch_cutoff, 'HH24:MI'), $3) as "batchCutoff",
       b.state = 'payouts_enabled' as "hasPayouts"
     from businesses b left join business_terms t using (business_id)
     where b.business_id > $1
       and (b.state in ('payments_enabled', 'payouts_enabled', 'suspended')
         -- By case: payments are read only of a closed business without a job, which hardly any is.
         or case when b.state = 'closed'
             and not exists (select from jobs j where j.business_id = b.business_id and j.kind = 'batch.close')
           then exists (
             select from payments p
             where p.business_id = b.business_id and p.state = 'captured' and p.batch_id is null and not p.is_test)
           else false end)
       and (not exists (select from jobs j where j.business_id = b.business_id and j.kind = 'batch.close')
         or (b.state = 'payouts_enabled' and not exists (
           select from jobs j where j.business_id = b.business_id and j.kind = 'deposit.make')))
     order by b.business_id limit $2`,
    [after, atOnce, usualTerms.batchCutoff],
  );
}
