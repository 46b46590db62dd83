import { Refusal } from '../base/refusal.ts';
import { readBusiness } from '../businesses/store.ts';
import type { World } from '../world.ts';
import { askToClose } from './ask.ts';
import { type Batch, isUnderWay } from './batch.ts';
import { beginBatch } from './begin.ts';
import { finishBatch } from './finish.ts';
import { resolveBatch } from './resolve.ts';
import { readBatch } from './store.ts';
import { isWorthClosing } from './take.ts';

/**
 * Closes the open batch of a business at a processor: everything that is captured there and in no batch yet. Write
 * down, ask, write down, as with a payment. Nothing open is no batch and no error; very much is several batches.
 * One that was begun before and whose outcome is not known is looked after first; one that the processor does not
 * take is not among those that are returned.
 */
export async function closeBatch(
  world: World,
  businessId: bigint,
  processor: string,
  actor: string,
): Promise<Batch[]> {
  const business = await readBusiness(world.db, businessId);
  if (!business) throw new Refusal('unknown_business');
  const closed: Batch[] = [];
  for (let from: bigint | undefined = 0n; from !== undefined; ) {
    const begun = await beginBatch(world, business, processor, actor, { from }); // committed
    if (!begun) break;
    const batch = begun.isNew
      ? await carryOut(world, begun.batch)
      : await lookAfter(world, begun.batch);
    if (!batch) break;
    closed.push(batch);
    if (isUnderWay(batch)) break;
    // What was begun before is done with, so there may be an open one behind it.
    from = begun.isNew ? begun.nextId : 0n;
  }
  return closed;
}

/** The same at every processor at which anything is open. */
export async function closeBatches(
  world: World,
  businessId: bigint,
  actor: string,
): Promise<Batch[]> {
  const closed: Batch[] = [];
  for (const processor of world.processors.keys()) {
    if (!(await isWorthClosing(world.db, { businessId, processor }))) continue;
    closed.push(...(await closeBatch(world, businessId, processor, actor)));
  }
  return closed;
}

async function carryOut(world: World, batch: Batch): Promise<Batch | undefined> {
  const answer = await askToClose(world, batch); // no connection held
  return await finishBatch(world, batch, answer); // committed
}

async function lookAfter(world: World, batch: Batch): Promise<Batch | undefined> {
  await resolveBatch(world, batch);
  return await readBatch(world.db, batch);
}
