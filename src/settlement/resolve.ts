import { lateWindowIsOver, leaseFrom, lookAfterAll, processorOf } from '../payments/asking.ts';
import { isForAPerson } from '../payments/ladder.ts';
import type { BatchAnswer, BatchInquiryAnswer } from '../processors/processor.ts';
import type { World } from '../world.ts';
import { askToClose } from './ask.ts';
import type { Batch, BatchKey } from './batch.ts';
import { askAboutBatch, finishBatch } from './finish.ts';
import { noteSent, readUnresolved, takeOver } from './store.ts';

/** Finds out what became of a batch whose owner died, or whose processor did not answer. */
export async function resolveBatch(world: World, { businessId, id }: BatchKey): Promise<boolean> {
  const now = world.now();
  const leaseUntil = leaseFrom(world, now);
  const taken = await takeOver(world.db, { businessId, id }, now, leaseUntil); // committed
  if (!taken) return false;
  await finishBatch(world, taken, await findOut(world, taken)); // committed
  return true;
}

const atOnce = 16;

/** Looks after whatever is due, of one business or of all; returns how many were looked after. */
export async function resolveBatches(world: World, only?: bigint): Promise<number> {
  const due = await readUnresolved(world.db, world.now(), atOnce, only);
  return await lookAfterAll(
    due,
    (key) => resolveBatch(world, key),
    ({ businessId, id: batch }, error) => {
      world.log.error('batch.not_resolved', { businessId, batch, error });
    },
  );
}

async function findOut(world: World, batch: Batch): Promise<BatchAnswer | BatchInquiryAnswer> {
  const processor = processorOf(world, batch.processor);
  const { can } = processor;
  const found = await processor.inquireBatch(batch.reference);
  const isLate = lateWindowIsOver(world, processor, batch.sentAt);
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
