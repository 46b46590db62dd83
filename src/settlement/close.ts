import type { Currency } from '../kernel/currency.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { Business } from '../parties/businesses/business.ts';
import { readBusiness } from '../parties/businesses/store.ts';
import { currenciesAt, processorOf, processorsOf } from '../payments/accounts/open-account.ts';
import type { World } from '../world.ts';
import { requestClose } from './ask.ts';
import { type Batch, isUnderWay } from './batch.ts';
import { beginBatch, mostItems } from './begin.ts';
import { finishBatch } from './finish.ts';
import { readReport } from './report.ts';
import { resolveBatch } from './resolve.ts';
import { readBatch } from './store.ts';
import { isWorthClosing } from './take.ts';

/**
 * Closes the open batch of a business at a processor: everything that is captured there and in no batch yet. Commit,
 * ask, commit, as with a payment. If nothing is open, there is no batch and no error; very many items give several
 * batches. An earlier batch with an unknown outcome is resolved first. A batch that the processor rejects is not
 * returned. A processor that closes by its own clock is asked for its settlements.
 */
export async function closeBatch(
  world: World,
  businessId: bigint,
  processor: string,
  actor: string,
  most = mostItems,
): Promise<Batch[]> {
  const business = await readBusiness(world.db, businessId);
  if (!business) throw new Refusal('unknown_business');
  const { can } = await processorOf(world, { businessId, processor });
  if (can.batches === 'automatic') return await readReport(world, businessId, processor, actor);
  const closed: Batch[] = [];
  for (const currency of await currenciesAt(world, { businessId, processor }))
    closed.push(...(await closeIn(world, business, processor, { currency, actor, most })));
  return closed;
}

type Closing = { readonly currency: Currency; readonly actor: string; readonly most: number };

/** A batch has one currency. */
async function closeIn(
  world: World,
  business: Business,
  processor: string,
  { currency, actor, most }: Closing,
): Promise<Batch[]> {
  const closed: Batch[] = [];
  for (let from: bigint | undefined = 0n; from !== undefined; ) {
    const begun = await beginBatch(world, business, processor, actor, { currency, from, most }); // committed
    // A batch in another currency that is still under way: its own turn resolves it.
    if (begun?.batch.currency !== currency) break;
    const batch = begun.isNew
      ? await carryOut(world, begun.batch)
      : await resolve(world, begun.batch);
    if (!batch) break;
    closed.push(batch);
    if (isUnderWay(batch)) break;
    // The earlier batch is finished, so there may be open items behind it.
    from = begun.isNew ? begun.nextId : 0n;
  }
  return closed;
}

/** Closes the batches at every processor at which anything is open. A failure at one does not keep the others open. */
export async function closeBatches(
  world: World,
  business: Pick<Business, 'id' | 'cardAccounts'>,
  actor: string,
  most = mostItems,
): Promise<Batch[]> {
  const { id: businessId } = business;
  const closed: Batch[] = [];
  const failures: unknown[] = [];
  for (const processor of await processorsOf(world, business)) {
    try {
      if (await isIdle(world, { businessId, processor })) continue;
      closed.push(...(await closeBatch(world, businessId, processor, actor, most)));
    } catch (failure) {
      failures.push(failure);
    }
  }
  if (failures.length > 0) throw failures[0];
  return closed;
}

/** A processor that reports settlements is read even if nothing is open here: it may know payments that we do not. */
async function isIdle(world: World, open: Parameters<typeof isWorthClosing>[1]): Promise<boolean> {
  const { can } = await processorOf(world, open);
  return can.batches === 'manual' && !(await isWorthClosing(world.db, open));
}

async function carryOut(world: World, batch: Batch): Promise<Batch | undefined> {
  const answer = await requestClose(world, batch); // no connection held
  return await finishBatch(world, batch, answer); // committed
}

async function resolve(world: World, batch: Batch): Promise<Batch | undefined> {
  await resolveBatch(world, batch);
  return await readBatch(world.db, batch);
}
