import { enqueue } from '../base/jobs.ts';
import { Refusal } from '../base/refusal.ts';
import type { Sql } from '../base/sql.ts';
import { leaseFrom } from '../payments/asking.ts';
import { nextDay } from '../payments/ladder.ts';
import { writeEvents } from '../payments/write-event.ts';
import { recordAct } from '../trail/trail.ts';
import type { World } from '../world.ts';
import { type Batch, type BatchKey, isUnderWay } from './batch.ts';
import { batchEvents } from './event.ts';
import { finishBatch, settleBatch } from './finish.ts';
import { dissolve, endBatch, readBatch, takeOver } from './store.ts';
import { watchForMs } from './watch.ts';

type Decision = 'closed' | 'not_closed';

/**
 * What a person decided about a batch of which the processor says nothing. It is asked once more: its own word
 * goes before what anybody believes. Undefined: there is no such batch any more, and what was in it is open.
 */
export async function decideUnknown(
  world: World,
  key: BatchKey,
  decision: Decision,
  by: string,
): Promise<Batch | undefined> {
  const now = world.now();
  const leaseUntil = leaseFrom(world, now);
  const taken = await takeOver(world.db, key, now, leaseUntil); // committed
  if (!taken) return await becameMeanwhile(world, key);
  const answer = await world.processors.get(taken.processor)?.inquireBatch(taken.reference);
  if (answer?.outcome === 'closed') return await finishBatch(world, taken, answer); // committed

  return await world.db.begin(async (tx) => {
    const at = world.now();
    const ended = await end(world, tx, taken, decision, at);
    await tellAndWatch(tx, taken, decision, by, at);
    return ended;
  });
}

/** What somebody else found out, or the same decision the last time. */
async function becameMeanwhile(world: World, key: BatchKey): Promise<Batch | undefined> {
  const current = await readBatch(world.db, key);
  // Somebody asks the processor about it just now.
  if (current && isUnderWay(current)) throw new Refusal('busy');
  return current;
}

/** With our totals: those of the processor stay empty, since it never told any. */
async function end(
  world: World,
  tx: Sql,
  taken: Batch,
  decision: Decision,
  at: Date,
): Promise<Batch | undefined> {
  if (decision === 'not_closed') {
    if (!(await dissolve(tx, taken))) throw new Refusal('busy');
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

async function tellAndWatch(
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
