import { Refusal } from '../kernel/refusal.ts';
import { leaseFrom, nextDay } from '../payments/asking.ts';
import { recordAct } from '../records/audit-log.ts';
import { writeEvents } from '../runtime/events.ts';
import { enqueue } from '../runtime/jobs.ts';
import type { Sql } from '../runtime/sql.ts';
import type { World } from '../world.ts';
import { inquireAboutBatch } from './ask.ts';
import { type Batch, type BatchKey, isUnderWay } from './batch.ts';
import { batchEvents } from './event.ts';
import { finishBatch, settleBatch } from './finish.ts';
import { batchLeases, deleteBatch, endBatch, readBatch } from './store.ts';
import { watchForMs } from './watch.ts';

type Decision = 'closed' | 'not_closed';

/**
 * Carries out a decision about a batch whose outcome the processor did not report. The processor is asked once more:
 * its answer overrides the decision. Undefined: the batch is deleted, and its items are open.
 */
export async function decideUnknown(
  world: World,
  key: BatchKey,
  decision: Decision,
  by: string,
): Promise<Batch | undefined> {
  const now = world.now();
  const lease = { now, until: leaseFrom(world, now) };
  const taken = await batchLeases.takeOver(world.db, key, lease, 1); // committed
  if (!taken) return await becameMeanwhile(world, key);
  const answer = await inquireAboutBatch(world, taken);
  if (answer.outcome === 'closed') return await finishBatch(world, taken, answer); // committed

  return await world.db.begin(async (tx) => {
    const at = world.now();
    const ended = await end(world, tx, taken, decision, at);
    await recordAndWatch(tx, taken, decision, by, at);
    return ended;
  });
}

/** The outcome that was found out meanwhile, or that the same decision had before. */
async function becameMeanwhile(world: World, key: BatchKey): Promise<Batch | undefined> {
  const current = await readBatch(world.db, key);
  // The processor is being asked about it just now.
  if (current && isUnderWay(current)) throw new Refusal('busy');
  return current;
}

/** Uses our totals: the processor never reported its own. */
async function end(
  world: World,
  tx: Sql,
  taken: Batch,
  decision: Decision,
  at: Date,
): Promise<Batch | undefined> {
  if (decision === 'not_closed') {
    if (!(await deleteBatch(tx, taken))) throw new Refusal('busy');
    await writeEvents(tx, batchEvents(world, { ...taken, state: 'released' }, at));
    return undefined;
  }
  const known = { leaseUntil: at, resolveAt: undefined, closedAt: at, reconciledAt: at };
  const ended: Batch = { ...taken, ...known, state: 'reconciled' };
  if (!(await endBatch(tx, ended))) throw new Refusal('busy');
  await settleBatch(world, tx, ended, at);
  await writeEvents(tx, batchEvents(world, ended, at));
  return ended;
}

async function recordAndWatch(
  tx: Sql,
  batch: Batch,
  decision: Decision,
  by: string,
  at: Date,
): Promise<void> {
  const { businessId, id, processor, reference, itemCount: count, netCents } = batch;
  const cents = String(netCents);
  await recordAct(tx, {
    businessId,
    actor: by,
    act: 'batch.decided',
    object: `batch:${id}`,
    facts: { decision, ourCents: cents },
    at,
  });
  const until = new Date(at.getTime() + watchForMs).toISOString();
  const payload = { batchId: String(id), processor, reference, decision, count, cents, until };
  const runAt = nextDay(at);
  await enqueue(tx, [{ businessId, kind: 'batch.watch', key: String(id), payload, runAt }]);
}
