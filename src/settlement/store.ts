import { resolvable } from '../runtime/lease.ts';
import type { Sql } from '../runtime/sql.ts';
import { type Batch, type BatchKey, type BatchState, batches } from './batch.ts';

/* The only file that writes the state of a batch. */

export async function readBatch(
  sql: Sql,
  { businessId, id }: BatchKey,
): Promise<Batch | undefined> {
  return await batches.readOne(
    sql,
    `select ${batches.columns} from batches where business_id = $1 and id = $2`,
    [businessId, id],
  );
}

/** The batch whose outcome is not known yet; there is one at most. */
export async function readUnderWay(
  sql: Sql,
  businessId: bigint,
  processor: string,
): Promise<Batch | undefined> {
  return await batches.readOne(
    sql,
    `select ${batches.columns} from batches
     where business_id = $1 and processor = $2 and state in ('closing', 'unknown')`,
    [businessId, processor],
  );
}

/** The latest first. */
export async function listBatches(
  sql: Sql,
  businessId: bigint,
  {
    state,
    before,
    limit,
  }: {
    readonly state: BatchState | undefined;
    readonly before?: bigint | undefined;
    readonly limit: number;
  },
): Promise<Batch[]> {
  return await batches.read(
    sql,
    `select ${batches.columns} from batches where business_id = $1 and ($2::text is null or state = $2)
       and id < coalesce($4, 9223372036854775807)
     order by id desc limit $3`,
    [businessId, state, limit, before],
  );
}

export async function insertBatch(tx: Sql, batch: Batch): Promise<void> {
  await batches.insert(tx, [batch]);
}

export const batchLeases = resolvable(batches, batches, `state in ('closing', 'unknown')`);

const outcome = batches.pick(
  'state',
  'processorId',
  'processorCount',
  'processorCents',
  'leaseUntil',
  'resolveAt',
  'closedAt',
  'reconciledAt',
);

const ended = batches.set();

/** Writes the outcome. False: the lease was taken over, or the outcome was known before. */
export async function endBatch(tx: Sql, batch: Batch): Promise<boolean> {
  const rows = await tx.query(
    `update batches b set ${outcome.changesFrom('r')}
     from ${ended.sql}
     where b.business_id = r.business_id and b.id = r.id and b.epoch = r.epoch
       and b.state in ('closing', 'unknown')
     returning b.id`,
    ended.encode([batch]),
  );
  return rows.length === 1;
}

/** A person accepted the processor's totals. False: it was no mismatch any more. */
export async function endMismatch(
  tx: Sql,
  { businessId, id }: BatchKey,
  at: Date,
): Promise<boolean> {
  const rows = await tx.query(
    `update batches set state = 'reconciled', reconciled_at = $3
     where business_id = $1 and id = $2 and state = 'mismatch' returning id`,
    [businessId, id, at],
  );
  return rows.length === 1;
}

/** These reconciled batches are paid by this payout. */
export async function fundBatches(
  tx: Sql,
  businessId: bigint,
  payoutId: bigint,
  ids: readonly bigint[],
): Promise<void> {
  await tx.query(
    `update batches set state = 'funded', deposit_id = $2
     where business_id = $1 and id = any($3) and state = 'reconciled'`,
    [businessId, payoutId, ids],
  );
}

/** A payout came back or was never sent: the next one pays its batches. */
export async function unfundBatches(tx: Sql, businessId: bigint, payoutId: bigint): Promise<void> {
  await tx.query(
    `update batches set state = 'reconciled', deposit_id = null
     where business_id = $1 and deposit_id = $2 and state = 'funded'`,
    [businessId, payoutId],
  );
}

/** Deletes the batch and opens its items again. False: the lease was taken over, or the outcome was known before. */
export async function deleteBatch(tx: Sql, batch: Batch): Promise<boolean> {
  const { businessId, id, epoch, processor, firstId, lastId } = batch;
  // Lock order: mark, then batch, as in a closing.
  await tx.query(
    `update batch_marks set from_payment_id = least(from_payment_id, $3)
     where business_id = $1 and processor = $2`,
    [businessId, processor, firstId],
  );
  const rows = await tx.query(
    `with gone as (
       delete from batches
       where business_id = $1 and id = $2 and epoch = $3 and state in ('closing', 'unknown')
       returning id
     ),
     released as (
       update payments p set batch_id = null from gone
       where p.business_id = $1 and p.id between $4 and $5 and p.batch_id = gone.id
     ),
     returned as (
       update followups f set batch_id = null from gone
       where f.business_id = $1 and f.id between $4 and $5 and f.batch_id = gone.id
     )
     select id from gone`,
    [businessId, id, epoch, firstId, lastId],
  );
  return rows.length === 1;
}
