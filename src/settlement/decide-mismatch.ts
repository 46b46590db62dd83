import { Refusal } from '../base/refusal.ts';
import { writeEvents } from '../payments/write-event.ts';
import { recordAct } from '../trail/trail.ts';
import type { World } from '../world.ts';
import type { Batch } from './batch.ts';
import { batchEvents } from './event.ts';
import { settleBatch } from './finish.ts';
import { endMismatch, readBatch } from './store.ts';

/**
 * What a person decided about a batch whose totals differ. Taken for right, the processor pays what it says: the
 * difference stays on its account as what it still owes, or was paid too much. Kept open, nothing moves. The
 * same decision again changes nothing more.
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
      // Somebody else decided the same just now.
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
