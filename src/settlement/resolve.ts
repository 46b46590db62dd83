import { processorOf } from '../payments/accounts/open-account.ts';
import { leaseFrom, lookAfterAll, sentAtTheLatest } from '../payments/asking.ts';
import { isForAPerson } from '../payments/backoff.ts';
import { judge } from '../payments/evidence.ts';
import type { BatchAnswer, BatchInquiryAnswer } from '../ports/processors/processor.ts';
import type { World } from '../world.ts';
import { askToClose, inquireAboutBatch } from './ask.ts';
import type { Batch, BatchKey } from './batch.ts';
import { askAboutBatch, finishBatch } from './finish.ts';
import { batchLeases } from './store.ts';

/** Resolves a batch whose owner died, or whose processor did not answer. */
export async function resolveBatch(world: World, { businessId, id }: BatchKey): Promise<boolean> {
  const now = world.now();
  const lease = { now, until: leaseFrom(world, now) };
  const taken = await batchLeases.takeOver(world.db, { businessId, id }, lease, 1); // committed
  if (!taken) return false;
  await finishBatch(world, taken, await findOut(world, taken)); // committed
  return true;
}

const atOnce = 16;

/** Resolves all batches that are due, of one business or of all; returns how many. */
export async function resolveBatches(world: World, only?: bigint): Promise<number> {
  const due = await batchLeases.readUnresolved(world.db, world.now(), atOnce, only);
  return await lookAfterAll(
    due,
    (key) => resolveBatch(world, key),
    ({ businessId, id: batch }, error) => {
      world.log.error('batch.not_resolved', { businessId, batch, error });
    },
  );
}

async function findOut(world: World, batch: Batch): Promise<BatchAnswer | BatchInquiryAnswer> {
  const { can } = await processorOf(world, batch);
  const inquiredAt = world.now();
  const found = await inquireAboutBatch(world, batch);
  const maySendAgain = can.replay !== undefined || can.closesAgain === true;
  const sentAt = sentAtTheLatest(world, batch.sentAt);
  const isLost = maySendAgain && judge(can, { sentAt, inquiredAt, answer: found }) === 'absent';
  const answer = isLost ? await sendAgain(world, batch) : found;
  const isKnown = answer.outcome === 'closed' || answer.outcome === 'rejected';
  if (!isKnown && isForAPerson(world.now(), batch.createdAt)) {
    await askAboutBatch(world, batch, 'batch_unknown', { lastAnswer: answer.outcome });
  }
  return answer;
}

/** Under the same reference: the processor closes the batch once, even if the first request arrived. */
async function sendAgain(world: World, batch: Batch): Promise<BatchAnswer | BatchInquiryAnswer> {
  const at = world.now();
  const lease = { now: at, until: leaseFrom(world, at) };
  const ours = await batchLeases.noteSending(world.db, batch, 'sent_at', lease); // committed
  if (!ours) return { outcome: 'unknown', reason: 'somebody else holds it' };
  return await askToClose(world, ours);
}
