import { Refusal } from '../kernel/refusal.ts';
import { recordAct } from '../records/audit-log.ts';
import { writeEvents } from '../runtime/events.ts';

import type { World } from '../world.ts';
import type { Batch } from './batch.ts';
import { batchEvents } from './event.ts';
import { settleBatch } from './finish.ts';
import { endMismatch, readBatch } from './store.ts';

/**
 * Carries out a decision about a batch whose totals differ. Accepted, the processor pays its own total, and the
 * difference stays in its receivable account. Kept open, nothing moves. The same decision again changes nothing.
 */
export async function decideMismatch(
  world: World,
  businessId: bigint,
  batchId: bigint,
  decision: 'accept_theirs' | 'keep_open',
  by: string,
): Promise<Batch> {
  return await world.db.begin(async (tx) => {
    const batch = await readBatch(tx, { businessId, id: batchId });
    if (!batch) throw new Refusal('wrong_state', { message: 'There is no such batch.' });
    const isAccepted = batch.reconciledAt !== undefined;
    if (isAccepted && decision === 'accept_theirs') return batch;
    if (batch.state !== 'mismatch') throw notOpen(batch);

    const at = world.now();
    const accepted: Batch = { ...batch, state: 'reconciled', reconciledAt: at };
    if (decision === 'accept_theirs') {
      // The same decision was carried out just now.
      if (!(await endMismatch(tx, batch, at))) return accepted;
      await settleBatch(world, tx, accepted, at);
      await writeEvents(tx, batchEvents(world, accepted, at));
    }
    await recordAct(tx, {
      businessId,
      actor: by,
      act: 'batch.decided',
      object: `batch:${batchId}`,
      facts: {
        decision,
        ourCents: String(batch.netCents),
        theirCents: String(batch.processorCents),
      },
      at,
    });
    return decision === 'accept_theirs' ? accepted : batch;
  });
}

function notOpen({ state }: Batch): Refusal {
  return new Refusal('wrong_state', {
    message: `This batch is ${state}: nothing is to be decided.`,
  });
}
