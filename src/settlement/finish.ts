import type { Sql } from '../base/sql.ts';
import { writeTransfers } from '../ledger/write.ts';
import { nextInquiry } from '../payments/ladder.ts';
import { persist } from '../payments/persist.ts';
import { writeEvents } from '../payments/write-event.ts';
import type { BatchAnswer, BatchInquiryAnswer, BatchTotals } from '../processors/processor.ts';
import { openQuestion } from '../questions/question.ts';
import type { World } from '../world.ts';
import type { Batch } from './batch.ts';
import { batchEvents } from './event.ts';
import { dissolve, endBatch, readBatch, settlePayments } from './store.ts';
import { settledBy } from './transfers.ts';

type Answer = BatchAnswer | BatchInquiryAnswer;

/**
 * Writes what became of a batch, with everything that follows, all or nothing. When somebody else was quicker,
 * theirs is the outcome; when the database stays away, `resolve.ts` finds out. Undefined: it was dissolved.
 */
export async function finishBatch(
  world: World,
  batch: Batch,
  answer: Answer,
): Promise<Batch | undefined> {
  const { businessId, reference } = batch;
  const isOurs = answer.outcome !== 'closed' || answer.reference === reference;
  if (!isOurs) world.log.error('batch.answer_mismatch', { businessId, reference });
  const ended = endOf(batch, isOurs ? answer : { outcome: 'unknown', reason: 'mixed up' }, world);
  // Asked before it is written down: should we die in between, whoever finds out asks the same.
  if (ended.state === 'mismatch') await raiseAlarm(world, ended);

  const facts = { businessId, batch: batch.id };
  const written = await persist(world, facts, () =>
    world.db.begin(async (tx) =>
      answer.outcome === 'rejected'
        ? await release(world, tx, ended, answer.message)
        : await write(world, tx, ended),
    ),
  );
  if (written) return answer.outcome === 'rejected' ? undefined : ended;
  // Somebody else finished it; where the database stays away, it is as it was.
  return await readBatch(world.db, batch).catch(() => batch);
}

async function write(world: World, tx: Sql, ended: Batch): Promise<boolean> {
  if (!(await endBatch(tx, ended))) return false;
  if (ended.state === 'reconciled') await settleBatch(world, tx, ended, ended.reconciledAt!);
  await writeEvents(tx, batchEvents(world, ended, world.now()));
  return true;
}

/** What follows when it is known what the processor pays: the ledger, and payments that cannot be voided. */
export async function settleBatch(world: World, tx: Sql, batch: Batch, at: Date): Promise<void> {
  const { businessId, id: batchId } = batch;
  await settlePayments(tx, batch);
  const rows = [];
  for (const transfer of settledBy(batch)) {
    const id = await world.ids.next(businessId);
    rows.push({ ...transfer, businessId, id, batchId, madeAt: at });
  }
  await writeTransfers(tx, rows);
}

/**
 * A processor that says that the request was wrong closed nothing, and would say so again: what was in the batch
 * is open again, may be voided, and is closed with the next one under another reference.
 */
async function release(world: World, tx: Sql, batch: Batch, says: string): Promise<boolean> {
  const { businessId, reference, processor } = batch;
  if (!(await dissolve(tx, batch))) return false;
  world.log.error('batch.rejected', { businessId, reference, processor, message: says });
  const rejected = { ...batch, state: 'rejected' as const };
  await writeEvents(tx, batchEvents(world, rejected, world.now()));
  return true;
}

/** What the batch is after the answer. Whatever was not sent is sent later, under the same reference. */
function endOf(batch: Batch, answer: Answer, world: World): Batch {
  const at = world.now();
  if (answer.outcome !== 'closed') {
    const resolveAt = nextInquiry(at, batch.inquiries);
    return { ...batch, state: 'unknown', leaseUntil: at, resolveAt };
  }
  const { processorId, count: processorCount, cents: processorCents } = answer;
  const ended = { ...batch, processorId, processorCount, processorCents, leaseUntil: at };
  const known = { ...ended, resolveAt: undefined, closedAt: at };
  if (!agrees(batch, answer)) return { ...known, state: 'mismatch' };
  return { ...known, state: 'reconciled', reconciledAt: at };
}

function agrees({ itemCount, netCents }: Batch, { count, cents }: BatchTotals): boolean {
  return count === itemCount && cents === netCents;
}

async function raiseAlarm(world: World, batch: Batch): Promise<void> {
  const { businessId, reference, processor } = batch;
  world.log.error('batch.mismatch', { businessId, reference, processor, batch: batch.id });
  await askAboutBatch(world, batch, 'batch_mismatch', {
    theirCount: batch.processorCount,
    theirCents: String(batch.processorCents),
  });
}

/** A person is asked, once while the question is open. */
export async function askAboutBatch(
  world: World,
  batch: Batch,
  kind: 'batch_mismatch' | 'batch_unknown',
  more: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { businessId, id, reference, processor, itemCount, netCents, inquiries, sentAt } = batch;
  await openQuestion(world, {
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
  });
}
