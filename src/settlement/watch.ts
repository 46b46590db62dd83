import { dayMs } from '../kernel/duration.ts';
import { processorOf } from '../payments/accounts/open-account.ts';
import { nextDay } from '../payments/asking.ts';
import type { BatchInquiryAnswer, BatchTotals } from '../ports/processors/processor.ts';
import { openCase } from '../records/case-store.ts';
import type { JobPayloads } from '../runtime/jobs.ts';
import type { World } from '../world.ts';
import { inquireAboutBatch, inquireBatch } from './ask.ts';
import { readBatch } from './store.ts';

export const watchForMs = 7 * dayMs;

type Watched = JobPayloads['batch.watch'];

/**
 * Watches a batch whose outcome persons decided, since the processor could not report it. For a week the processor is
 * asked again every day; when it contradicts the decision, a case is opened. Undefined: the watch is over.
 */
export async function watchBatch(
  world: World,
  businessId: bigint,
  watched: Watched,
): Promise<Date | undefined> {
  const answer = await inquire(world, businessId, watched);
  if (answer.outcome === 'closed') {
    if (!isAsDecided(watched, answer)) await askAPerson(world, businessId, watched, answer);
    return undefined;
  }
  const now = world.now();
  return now >= new Date(watched.until) ? undefined : nextDay(now);
}

/** The items of a dissolved batch are open, or in the next batch, which shows their outcome. */
async function inquire(
  world: World,
  businessId: bigint,
  { batchId, processor, reference }: Watched,
): Promise<BatchInquiryAnswer> {
  const batch = await readBatch(world.db, { businessId, id: BigInt(batchId) });
  if (batch) return await inquireAboutBatch(world, batch);
  const opened = await processorOf(world, { businessId, processor });
  return await inquireBatch(opened, { reference, items: [] });
}

function isAsDecided({ decision, reference, count, cents }: Watched, told: BatchTotals): boolean {
  const isSame =
    told.reference === reference && told.count === count && String(told.cents) === cents;
  return decision === 'closed' && isSame;
}

async function askAPerson(
  world: World,
  businessId: bigint,
  { batchId, until: _, count, cents, ...facts }: Watched,
  told: BatchTotals,
): Promise<void> {
  await openCase(world, {
    businessId,
    kind: 'batch_contradicted',
    object: { kind: 'batch', id: BigInt(batchId) },
    evidence: {
      ...facts,
      ourCount: count,
      ourCents: cents,
      theirCount: told.count,
      theirCents: String(told.cents),
    },
  });
}
