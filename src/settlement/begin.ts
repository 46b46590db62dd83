import type { Sql } from '../base/sql.ts';
import type { Business } from '../businesses/business.ts';
import { leaseFrom } from '../payments/asking.ts';
import { recordAct } from '../trail/trail.ts';
import type { World } from '../world.ts';
import { type Batch, batchReference } from './batch.ts';
import { insertBatch, readUnderWay } from './store.ts';
import { lockMark, moveMark, type Open, takeItems } from './take.ts';

/** More than that is closed in several batches, so that no transaction holds a whole day. */
const mostItems = 20_000;

/** A batch that began just now, or the one of before that did not come to its end yet. */
export type Begun = {
  readonly batch: Batch;
  readonly isNew: boolean;
  /** From where to go on, when there was more than goes into one. */
  readonly nextId: bigint | undefined;
};

/**
 * The first commit of a closing: what is in the batch is settled, and everything behind it is in the next. Of
 * two who close at once, the second finds the batch of the first. Undefined: nothing is open.
 */
export async function beginBatch(
  world: World,
  { id: businessId, terms, clockAheadMs }: Business,
  processor: string,
  actor: string,
  { from = 0n, most = mostItems } = {},
): Promise<Begun | undefined> {
  const open: Open = { businessId, processor };
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
    const leaseUntil = leaseFrom(world, at);
    const batch: Batch = {
      ...sums,
      businessId,
      id,
      processor,
      state: 'closing',
      reference: batchReference({ businessId, id }),
      processorId: undefined,
      processorCount: undefined,
      processorCents: undefined,
      depositId: undefined,
      actor,
      epoch: 1,
      leaseUntil,
      resolveAt: leaseUntil,
      inquiries: 0,
      createdAt: at,
      sentAt: at,
      closedAt: undefined,
      reconciledAt: undefined,
    };
    await insertBatch(tx, batch);
    if (actor.startsWith('operator')) await recordClosing(tx, batch);
    return { batch, isNew: true, nextId: isFull ? lastPaymentId + 1n : undefined };
  });
}

/** Who closes by hand is told of in the audit trail; callers and the clock close every day. */
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
