import type { BatchInquiryAnswer } from '../../ports/processors/processor.ts';
import { inquireAboutBatch } from '../../settlement/ask.ts';
import type { World } from '../../world.ts';
import type { BookedBatch, BookedBatches } from './booked-batches.ts';
import type { Finding } from './finding.ts';
import { type Reading, tooLate } from './gateway-reading.ts';

/** The result of new inquiries at a gateway that reports no rows, and whose batches we close. */
export type BatchesRead = {
  readonly since: Date;
  /** Batches whose totals the gateway reported. */
  readonly asked: number;
  readonly accepted: number;
  /** Batches without a report, and the reason for the last of them. */
  readonly untold: number;
  readonly stopped: string | undefined;
};

/** Asks again about each batch by its items, and compares count and total. The newest come first. */
export async function* compareBatches(
  world: World,
  batches: BookedBatches,
  { since, endsAt, progress }: Reading,
): AsyncGenerator<Finding, BatchesRead> {
  let [asked, accepted, untold] = [0, 0, 0];
  let stopped: string | undefined;
  for (const batch of batches.closedSince(since).toReversed()) {
    const isLate = world.now() >= endsAt;
    const answer = isLate ? tooLate : await inquireAboutBatch(world, batch);
    progress.did(1);
    if (answer.outcome === 'unknown') {
      untold += 1;
      stopped = answer.reason;
      continue;
    }
    asked += 1;
    const difference = differenceOf(batch, answer);
    if (difference === undefined) continue;
    if (batch.isAccepted && isAsAccepted(batch, answer)) accepted += 1;
    else yield { rule: 'gateway_batch', businessId: batch.businessId, says: difference };
  }
  return { since, asked, accepted, untold, stopped };
}

type Told = Exclude<BatchInquiryAnswer, { readonly outcome: 'unknown' }>;

function differenceOf(batch: BookedBatch, answer: Told): string | undefined {
  const { id, processor, itemCount, netCents } = batch;
  if (answer.outcome === 'not_found') return `batch ${id} is not closed at ${processor}`;
  if (answer.count === itemCount && answer.cents === netCents) return undefined;
  return (
    `batch ${id} has ${itemCount} items over ${netCents} cents here, and ` +
    `${answer.count} over ${answer.cents} at ${processor}`
  );
}

function isAsAccepted({ processorCount, processorCents }: BookedBatch, answer: Told): boolean {
  return (
    answer.outcome === 'closed' &&
    answer.count === processorCount &&
    answer.cents === processorCents
  );
}
