import type { Currency } from '../kernel/currency.ts';
import type { Business } from '../parties/businesses/business.ts';
import { leaseFrom } from '../payments/asking.ts';
import { recordAct } from '../records/audit-log.ts';
import type { Sql } from '../runtime/sql.ts';
import type { World } from '../world.ts';
import { type Batch, batchReference } from './batch.ts';
import { insertBatch, readUnderWay } from './store.ts';
import { lockMark, moveMark, type Open, takeItems } from './take.ts';

/** More is closed in several batches, so that no transaction holds a whole day. */
export const mostItems = 20_000;

/** A batch that began just now, or an earlier one whose outcome is not known yet. */
export type Begun = {
  readonly batch: Batch;
  readonly isNew: boolean;
  /** The first id of the next batch, if this one is full. */
  readonly nextId: bigint | undefined;
};

type Part = { readonly currency: Currency; readonly from?: bigint; readonly most?: number };

/**
 * The first commit of a closing: fixes the items of the batch. Of two concurrent closings the second finds the batch of
 * the first. Undefined: nothing is open.
 */
export async function beginBatch(
  world: World,
  { id: businessId, terms, clockAheadMs }: Business,
  processor: string,
  actor: string,
  { currency, from = 0n, most = mostItems }: Part,
): Promise<Begun | undefined> {
  const open: Open = { businessId, processor, currency };
  const id = await world.ids.next(businessId);
  return await world.db.begin(async (tx) => {
    const mark = await lockMark(tx, open);
    const before = await readUnderWay(tx, businessId, processor);
    if (before) return { batch: before, isNew: false, nextId: undefined };
    const start = from > mark ? from : mark;
    const taken = await takeItems(tx, open, id, start, most, terms);
    const isFull = taken !== undefined && taken.itemCount >= most;
    const at = world.now();
    if (!isFull) await moveMark(tx, open, mark, new Date(at.getTime() - clockAheadMs));
    if (!taken) return undefined;

    const { lastPaymentId, ...sums } = taken;
    const batch = newBatch(world, { ...open, id, actor, sums }, at);
    await insertBatch(tx, batch);
    if (actor.startsWith('operator')) await recordClosing(tx, batch);
    return { batch, isNew: true, nextId: isFull ? lastPaymentId + 1n : undefined };
  });
}

type Sums = Pick<Batch, 'itemCount' | 'netCents' | 'feeCents' | 'firstId' | 'lastId'>;

export function newBatch(
  world: World,
  {
    sums,
    ...own
  }: Pick<Batch, 'businessId' | 'id' | 'processor' | 'currency' | 'actor'> & {
    readonly sums: Sums;
  },
  at: Date,
): Batch {
  const leaseUntil = leaseFrom(world, at);
  return {
    ...sums,
    ...own,
    state: 'closing',
    reference: batchReference(own),
    processorId: undefined,
    processorCount: undefined,
    processorCents: undefined,
    payoutId: undefined,
    epoch: 1,
    leaseUntil,
    resolveAt: leaseUntil,
    inquiries: 0,
    createdAt: at,
    sentAt: at,
    closedAt: undefined,
    reconciledAt: undefined,
  };
}

/** Only closings by an operator are in the audit log; callers and the clock close every day. */
async function recordClosing(tx: Sql, { businessId, id, actor, ...batch }: Batch): Promise<void> {
  await recordAct(tx, {
    businessId,
    actor,
    act: 'batch.closed',
    object: `batch:${id}`,
    facts: { processor: batch.processor, netCents: String(batch.netCents) },
    at: batch.createdAt,
  });
}
