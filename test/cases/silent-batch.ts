import assert from 'node:assert/strict';
import type { Batch } from '../../src/settlement/batch.ts';
import { closeBatch } from '../../src/settlement/close.ts';
import { listBatches } from '../../src/settlement/store.ts';
import type { Asked, Desk } from './queue.ts';

export const batchesOf = async ({ fixture }: Desk, { businessId }: Asked): Promise<Batch[]> =>
  await listBatches(fixture.db, businessId, { state: undefined, limit: 10 });

export const close = async (desk: Desk, { businessId }: Asked) =>
  await closeBatch(await desk.open(), businessId, 'simulator', 'system');

/** A batch of which the bank says nothing for longer than anybody has patience. */
export async function silentBatch(
  desk: Desk,
  mood: { drops: boolean; repeats?: boolean },
): Promise<Asked> {
  const asked = await desk.pay();
  Object.assign(desk.mood, { loses: true, hides: true, repeats: false }, mood);
  const [batch] = await close(desk, asked);
  assert.equal(batch?.state, 'unknown');
  await desk.wait(9);
  return asked;
}

export async function moved({ fixture }: Desk, { businessId }: Asked): Promise<bigint> {
  const [row] = await fixture.db.query<{ cents: bigint }>(
    `select coalesce(sum(cents), 0)::int8 as cents from transfers
     where business_id = $1 and batch_id is not null and debit = 'clearing'`,
    [businessId],
  );
  return row!.cents;
}
