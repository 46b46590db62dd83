import { enqueue, moveJob } from '../base/jobs.ts';
import type { Sql } from '../base/sql.ts';
import { type Business, type BusinessState, mayTakePayments } from '../businesses/business.ts';
import { isPaidOut } from '../businesses/paid-out.ts';
import { readBusiness } from '../businesses/store.ts';
import { usualTerms } from '../businesses/terms.ts';
import type { World } from '../world.ts';
import { closeBatches } from './close.ts';
import { makeDeposit } from './deposit.ts';
import { nextCutoffOf, nextDepositTime } from './moments.ts';

/** Each business has each of these jobs once; it comes back by itself, day after day. */
const daily = 'daily';

/** What is due on every day of a business that may take payments, or takes none at the moment. */
type Timed = {
  readonly id: bigint;
  readonly timeZone: string;
  readonly batchCutoff: string;
  readonly hasPayouts: boolean;
  readonly clockAheadMs: number;
};

/** So that nobody who moves the clock of a business finds it without its timers. */
export async function ensureTimers(world: World, businessId: bigint): Promise<void> {
  const business = await readBusiness(world.db, businessId);
  if (!business) return;
  const hasPayouts = await isPaidOut(world.db, business);
  if (!hasPayouts && !mayTakePayments(business) && business.state !== 'suspended') return;
  const { id, timeZone, terms } = business;
  const { batchCutoff } = terms;
  // The world is that of the business already.
  await setTimers(world, [{ id, timeZone, batchCutoff, hasPayouts, clockAheadMs: 0 }]);
}

const atOnce = 1000;

/** The same for every business that has none yet. Scope: all. */
export async function planTimers(world: World): Promise<void> {
  for (let after: bigint | undefined = 0n; after !== undefined; ) {
    const found = await readUntimed(world.db, after);
    await setTimers(world, found);
    after = found.length < atOnce ? undefined : found.at(-1)!.id;
  }
}

/** Closes what is open at the cut-off of the day. Undefined: it is no business that had anything to close. */
export async function closeAtCutoff(world: World, businessId: bigint): Promise<Date | undefined> {
  const business = await readBusiness(world.db, businessId);
  if (!business || neverTook.includes(business.state)) return undefined;
  await closeBatches(world, businessId, 'system');
  const { timeZone, terms } = business;
  return nextCutoffOf({ timeZone, batchCutoff: terms.batchCutoff }, world.now());
}

const neverTook: readonly BusinessState[] = ['messaging_only', 'payments_pending'];

/** Pays out on the morning of a banking day. Undefined: it is paid out no more; who switches that on sets it anew. */
export async function depositInTheMorning(
  world: World,
  businessId: bigint,
): Promise<Date | undefined> {
  const business = await readBusiness(world.db, businessId);
  if (!business || !(await isPaidOut(world.db, business))) return undefined;
  await makeDeposit(world, businessId);
  return nextDepositTime(world.now());
}

/** The cut-off was changed: the next one is the new one. */
export async function moveCutoff(
  tx: Sql,
  { id: businessId, timeZone }: Pick<Business, 'id' | 'timeZone'>,
  batchCutoff: string,
  at: Date,
): Promise<void> {
  const runAt = nextCutoffOf({ timeZone, batchCutoff }, at);
  await moveJob(tx, { businessId, kind: 'batch.close', key: daily, runAt });
}

async function setTimers(world: World, businesses: readonly Timed[]): Promise<void> {
  if (businesses.length === 0) return;
  const jobs = businesses.flatMap(({ id: businessId, clockAheadMs, hasPayouts, ...where }) => {
    const at = new Date(world.now().getTime() + clockAheadMs);
    const common = { businessId, key: daily, payload: null };
    return [
      { ...common, kind: 'batch.close' as const, runAt: nextCutoffOf(where, at) },
      ...(hasPayouts
        ? [{ ...common, kind: 'deposit.make' as const, runAt: nextDepositTime(at) }]
        : []),
    ];
  });
  await enqueue(world.db, jobs);
}

/** Reads only. */
async function readUntimed(sql: Sql, after: bigint): Promise<Timed[]> {
  return await sql.query<Timed>(
    `select b.business_id as id, b.time_zone as "timeZone", b.clock_ahead_ms::float8 as "clockAheadMs",
       coalesce(to_char(t.batch_cutoff, 'HH24:MI'), $3) as "batchCutoff",
       b.state = 'payouts_enabled' as "hasPayouts"
     from businesses b left join business_terms t using (business_id)
     where b.business_id > $1 and b.state in ('payments_enabled', 'payouts_enabled', 'suspended')
       and (not exists (select from jobs j where j.business_id = b.business_id and j.kind = 'batch.close')
         or (b.state = 'payouts_enabled' and not exists (
           select from jobs j where j.business_id = b.business_id and j.kind = 'deposit.make')))
     order by b.business_id limit $2`,
    [after, atOnce, usualTerms.batchCutoff],
  );
}
