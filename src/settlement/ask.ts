import { processorOf } from '../payments/asking.ts';
import type { BatchAnswer, BatchInquiryAnswer } from '../processors/processor.ts';
import type { World } from '../world.ts';
import type { Batch } from './batch.ts';
import { readItems } from './items.ts';

/**
 * Asks the processor to close it; also once more, under the same reference. One that closes by its own clock is
 * not asked for that: its report is waited for.
 */
export async function askToClose(
  world: World,
  batch: Batch,
): Promise<BatchAnswer | BatchInquiryAnswer> {
  const processor = processorOf(world, batch.processor);
  const { reference } = batch;
  if (processor.can.batches === 'automatic') return await processor.inquireBatch(reference);
  const items = await readItems(world.db, batch);
  return await processor.closeBatch({ reference, items });
}
