import { nextInquiry, persist } from '../payments/asking.ts';
import { feeTransfer } from '../payments/fees.ts';
import { type Transfer, transfers } from '../payments/ledger/transfer.ts';
import { settlePaymentsOf } from '../payments/moves.ts';
import type {
  BatchAnswer,
  BatchInquiryAnswer,
  BatchTotals,
} from '../ports/processors/processor.ts';
import { openCase } from '../records/case-store.ts';
import type { Evidence } from '../records/evidence.ts';
import { writeEvents } from '../runtime/events.ts';
import type { Sql } from '../runtime/sql.ts';
import type { World } from '../world.ts';
import { type Batch, settledCents } from './batch.ts';
import { batchEvents } from './event.ts';
import { deleteBatch, endBatch, readBatch } from './store.ts';

type Result = BatchAnswer | BatchInquiryAnswer;

/**
 * Writes the outcome of a batch with all its consequences, in one transaction. If another process was faster, its
 * outcome stands; if the database is unreachable, `resolve.ts` inquires later. `lookAt`: when an unknown one is asked
 * about again, if not by the backoff. Undefined: it was dissolved.
 */
export async function finishBatch(
  world: World,
  batch: Batch,
  result: Result,
  lookAt?: Date,
): Promise<Batch | undefined> {
  const { businessId, reference } = batch;
  const isOurs = result.outcome !== 'closed' || result.reference === reference;
  if (!isOurs) world.log.error('batch.answer_mismatch', { businessId, reference });
  const ended = endOf(
    batch,
    isOurs ? result : { outcome: 'unknown', reason: 'mixed up' },
    world,
    lookAt,
  );
  // The case is opened before the outcome is written: after a crash in between it is opened again, with no effect.
  if (ended.state === 'mismatch') await reportMismatch(world, ended);

  const facts = { businessId, batch: batch.id };
  const written = await persist(world, facts, () =>
    world.db.begin(async (tx) =>
      result.outcome === 'rejected'
        ? await release(world, tx, ended, result.message)
        : await write(world, tx, ended),
    ),
  );
  if (written) return result.outcome === 'rejected' ? undefined : ended;
  // Somebody else finished it; where the database stays away, it is as it was.
  return await readBatch(world.db, batch).catch(() => batch);
}

async function write(world: World, tx: Sql, ended: Batch): Promise<boolean> {
  if (!(await endBatch(tx, ended))) return false;
  if (ended.state === 'reconciled') await settleBatch(world, tx, ended, ended.reconciledAt!);
  await writeEvents(tx, batchEvents(world, ended, world.now()));
  return true;
}

/**
 * Writes the consequences once the processor's total is known: the ledger, and payments that can no longer be voided.
 */
export async function settleBatch(world: World, tx: Sql, batch: Batch, at: Date): Promise<void> {
  const { businessId, id: batchId, currency } = batch;
  await settlePaymentsOf(tx, batch);
  const rows = [];
  for (const transfer of settledBy(batch)) {
    const id = await world.ids.next(businessId);
    rows.push({ ...transfer, businessId, id, batchId, currency, madeAt: at });
  }
  await transfers.insert(tx, rows);
}

/** The ledger's side: the processor's payment for the batch, and the platform's fee. */
function settledBy(batch: Batch): Transfer[] {
  const receivable = `receivable:${batch.processor}` as const;
  const cents = settledCents(batch);
  const transfers = feeTransfer(batch.feeCents);
  if (cents < 0n) return [{ debit: receivable, credit: 'clearing', cents: -cents }, ...transfers];
  if (cents === 0n) return transfers;
  return [{ debit: 'clearing', credit: receivable, cents }, ...transfers];
}

/**
 * A processor that calls the request wrong closed nothing, and would answer so again: the items of the batch are open
 * again, may be voided, and are closed with the next one under another reference.
 */
async function release(world: World, tx: Sql, batch: Batch, says: string): Promise<boolean> {
  const { businessId, reference, processor } = batch;
  if (!(await deleteBatch(tx, batch))) return false;
  world.log.error('batch.rejected', { businessId, reference, processor, message: says });
  const rejected = { ...batch, state: 'rejected' as const };
  await writeEvents(tx, batchEvents(world, rejected, world.now()));
  return true;
}

/** The batch after the result. A batch that was not sent is sent later, under the same reference. */
function endOf(batch: Batch, result: Result, world: World, lookAt: Date | undefined): Batch {
  const at = world.now();
  if (result.outcome !== 'closed') {
    const resolveAt = lookAt ?? nextInquiry(at, batch.inquiries);
    return { ...batch, state: 'unknown', leaseUntil: at, resolveAt };
  }
  const { processorId, count: processorCount, cents: processorCents } = result;
  const ended = { ...batch, processorId, processorCount, processorCents, leaseUntil: at };
  const known = { ...ended, resolveAt: undefined, closedAt: at };
  if (!agrees(batch, result)) return { ...known, state: 'mismatch' };
  return { ...known, state: 'reconciled', reconciledAt: at };
}

function agrees({ itemCount, netCents }: Batch, { count, cents }: BatchTotals): boolean {
  return count === itemCount && cents === netCents;
}

export async function reportMismatch(
  world: World,
  batch: Batch,
  sql: Sql = world.db,
): Promise<void> {
  const { businessId, reference, processor } = batch;
  world.log.error('batch.mismatch', { businessId, reference, processor, batch: batch.id });
  await openBatchCase(
    world,
    batch,
    'batch_mismatch',
    {
      theirCount: batch.processorCount,
      theirCents: String(batch.processorCents),
    },
    sql,
  );
}

/** A person is asked, once while the case is open. */
export async function openBatchCase(
  world: World,
  batch: Batch,
  kind: 'batch_mismatch' | 'batch_unknown',
  more: Evidence,
  sql: Sql = world.db,
): Promise<void> {
  const { businessId, id, reference, processor, itemCount, netCents, inquiries, sentAt } = batch;
  await openCase(
    world,
    {
      businessId,
      kind,
      object: { kind: 'batch', id },
      evidence: {
        reference,
        processor,
        ourCount: itemCount,
        ourCents: String(netCents),
        inquiries,
        sentAt: sentAt.toISOString(),
        ...more,
      },
    },
    sql,
  );
}
