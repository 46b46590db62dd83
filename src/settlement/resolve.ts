import { isForAPerson } from '../payments/ladder.ts';
import type { BatchAnswer, BatchInquiryAnswer } from '../processors/processor.ts';
import type { World } from '../world.ts';
import { askToClose } from './ask.ts';
import type { Batch, BatchKey } from './batch.ts';
import { askAboutBatch, finishBatch } from './finish.ts';
import { noteSent, readUnresolved, takeOver } from './store.ts';

/** Finds out what became of a batch whose owner died, or whose processor did not answer. */
export async function resolveBatch(world: World, { businessId, id }: BatchKey): Promise<void> {
  const now = world.now();
  const leaseUntil = new Date(now.getTime() + world.config.resolveAfterSeconds * 1000);
  const taken = await takeOver(world.db, { businessId, id }, now, leaseUntil); // committed
  if (!taken) return;
  await finishBatch(world, taken, await findOut(world, taken)); // committed
}

const atOnce = 16;

/** Looks after whatever is due, of one business or of all; returns how much that was. */
export async function resolveBatches(world: World, only?: bigint): Promise<number> {
  const due = await readUnresolved(world.db, world.now(), atOnce, only);
  const ends = await Promise.allSettled(due.map((key) => resolveBatch(world, key)));
  for (const [i, end] of ends.entries()) {
    if (end.status === 'fulfilled') continue;
    const { businessId, id: batch } = due[i]!;
    // It comes back when the lease that was taken on it ends.
    world.log.error('batch.not_resolved', { businessId, batch, error: end.reason });
  }
  return due.length;
}

async function findOut(world: World, batch: Batch): Promise<BatchAnswer | BatchInquiryAnswer> {
  const processor = world.processors.get(batch.processor);
  if (!processor) throw new Error(`no processor called ${batch.processor}`);
  const { can } = processor;
  const found = await processor.inquireBatch(batch.reference);
  const isLate = world.now().getTime() - batch.sentAt.getTime() > can.lateWindowSeconds * 1000;
  const maySendAgain = can.batches === 'manual' && can.idempotency === 'by_reference';
  const isLost = found.outcome === 'not_found' && isLate && maySendAgain;
  const answer = isLost ? await sendAgain(world, batch) : found;
  const isKnown = answer.outcome === 'closed' || answer.outcome === 'rejected';
  if (!isKnown && isForAPerson(world.now(), batch.createdAt)) {
    await askAboutBatch(world, batch, 'batch_unknown', { lastAnswer: answer.outcome });
  }
  return answer;
}

/** Whatever arrived before, under the same reference it is closed once. */
async function sendAgain(world: World, batch: Batch): Promise<BatchAnswer | BatchInquiryAnswer> {
  await noteSent(world.db, batch, world.now());
  return await askToClose(world, batch);
}
