import type { Sql } from '../base/sql.ts';
import type { Batch, BatchKey, BatchState } from './batch.ts';

export async function readBatch(
  sql: Sql,
  { businessId, id }: BatchKey,
): Promise<Batch | undefined> {
  const rows = await sql.query<BatchRecord>(
    'select * from batches where business_id = $1 and id = $2',
    [businessId, id],
  );
  return rows[0] && toBatch(rows[0]);
}

/** The one whose outcome is not known yet; there is one at most. */
export async function readUnderWay(
  sql: Sql,
  businessId: bigint,
  processor: string,
): Promise<Batch | undefined> {
  const rows = await sql.query<BatchRecord>(
    `select * from batches
     where business_id = $1 and processor = $2 and state in ('closing', 'unknown')`,
    [businessId, processor],
  );
  return rows[0] && toBatch(rows[0]);
}

/** The latest first. */
export async function listBatches(
  sql: Sql,
  businessId: bigint,
  { state, limit }: { readonly state: BatchState | undefined; readonly limit: number },
): Promise<Batch[]> {
  const rows = await sql.query<BatchRecord>(
    `select * from batches where business_id = $1 and ($2::text is null or state = $2)
     order by id desc limit $3`,
    [businessId, state, limit],
  );
  return rows.map(toBatch);
}

export async function insertBatch(tx: Sql, batch: Batch): Promise<void> {
  await tx.query(
    `insert into batches (business_id, id, processor, state, reference, first_payment_id,
       last_payment_id, item_count, net_cents, fee_cents, actor, epoch, lease_until, resolve_at,
       created_at, sent_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $15)`,
    [
      batch.businessId,
      batch.id,
      batch.processor,
      batch.state,
      batch.reference,
      batch.firstId,
      batch.lastId,
      batch.itemCount,
      batch.netCents,
      batch.feeCents,
      batch.actor,
      batch.epoch,
      batch.leaseUntil,
      batch.resolveAt,
      batch.createdAt,
    ],
  );
}

/** Those that somebody must look after by now. Scope: all; reads only. */
export async function readUnresolved(
  sql: Sql,
  now: Date,
  limit: number,
  only: bigint | undefined,
): Promise<BatchKey[]> {
  return await sql.query<BatchKey>(
    `select business_id as "businessId", id from batches
     where resolve_at <= $1 and ($3::bigint is null or business_id = $3)
     order by resolve_at limit $2`,
    [now, limit, only],
  );
}

/** Takes it from whoever fell silent over it. Undefined: somebody else holds it, or its outcome is known. */
export async function takeOver(
  sql: Sql,
  { businessId, id }: BatchKey,
  now: Date,
  leaseUntil: Date,
): Promise<Batch | undefined> {
  const rows = await sql.query<BatchRecord>(
    `update batches set epoch = epoch + 1, lease_until = $4, resolve_at = $4, inquiries = inquiries + 1
     where business_id = $1 and id = $2 and state in ('closing', 'unknown') and lease_until <= $3
     returning *`,
    [businessId, id, now, leaseUntil],
  );
  return rows[0] && toBatch(rows[0]);
}

/** It is sent again, under the same reference: its late window begins anew. */
export async function noteSent(
  sql: Sql,
  { businessId, id, epoch }: Batch,
  at: Date,
): Promise<void> {
  await sql.query(
    'update batches set sent_at = $4 where business_id = $1 and id = $2 and epoch = $3',
    [businessId, id, epoch, at],
  );
}

/** Only who still holds its epoch may write; false: somebody else finished it. */
export async function endBatch(tx: Sql, batch: Batch): Promise<boolean> {
  const rows = await tx.query(
    `update batches set state = $4, processor_id = $5, processor_count = $6, processor_cents = $7,
       lease_until = $8, resolve_at = $9, closed_at = $10, reconciled_at = $11
     where business_id = $1 and id = $2 and epoch = $3 and state in ('closing', 'unknown')
     returning id`,
    [
      batch.businessId,
      batch.id,
      batch.epoch,
      batch.state,
      batch.processorId,
      batch.processorCount,
      batch.processorCents,
      batch.leaseUntil,
      batch.resolveAt,
      batch.closedAt,
      batch.reconciledAt,
    ],
  );
  return rows.length === 1;
}

/** A person took the processor's totals for right. False: it was no mismatch any more. */
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

/** Its row goes, and what was in it is open again. False: somebody else finished it. */
export async function dissolve(tx: Sql, batch: Batch): Promise<boolean> {
  const { businessId, id, epoch, processor, firstId, lastId } = batch;
  // The mark first: whoever closes the next one begins with it.
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

/** Its payments can no longer be voided, only refunded. */
export async function settlePayments(tx: Sql, batch: Batch): Promise<void> {
  const { businessId, id, firstId, lastId } = batch;
  await tx.query(
    `update payments set state = 'settled'
     where business_id = $1 and id between $2 and $3 and batch_id = $4 and state = 'captured'`,
    [businessId, firstId, lastId, id],
  );
}

type BatchRecord = {
  business_id: bigint;
  id: bigint;
  processor: string;
  state: BatchState;
  reference: string;
  first_payment_id: bigint;
  last_payment_id: bigint;
  item_count: number;
  net_cents: bigint;
  fee_cents: bigint;
  processor_id: string | null;
  processor_count: number | null;
  processor_cents: bigint | null;
  deposit_id: bigint | null;
  actor: string;
  epoch: number;
  lease_until: Date;
  resolve_at: Date | null;
  inquiries: number;
  created_at: Date;
  sent_at: Date;
  closed_at: Date | null;
  reconciled_at: Date | null;
};

function toBatch(row: BatchRecord): Batch {
  return {
    businessId: row.business_id,
    id: row.id,
    processor: row.processor,
    state: row.state,
    reference: row.reference,
    firstId: row.first_payment_id,
    lastId: row.last_payment_id,
    itemCount: row.item_count,
    netCents: row.net_cents,
    feeCents: row.fee_cents,
    processorId: row.processor_id ?? undefined,
    processorCount: row.processor_count ?? undefined,
    processorCents: row.processor_cents ?? undefined,
    depositId: row.deposit_id ?? undefined,
    actor: row.actor,
    epoch: row.epoch,
    leaseUntil: row.lease_until,
    resolveAt: row.resolve_at ?? undefined,
    inquiries: row.inquiries,
    createdAt: row.created_at,
    sentAt: row.sent_at,
    closedAt: row.closed_at ?? undefined,
    reconciledAt: row.reconciled_at ?? undefined,
  };
}
