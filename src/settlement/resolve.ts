import { dayMs } from '../kernel/duration.ts';
import { processorOf } from '../payments/accounts/open-account.ts';
import { leaseFrom, resolveEach, sentAtTheLatest } from '../payments/asking.ts';

import { type Evidence, meansOfBatch } from '../payments/evidence.ts';
import { findOut } from '../payments/find-out.ts';
import type { BatchAnswer, BatchInquiryAnswer } from '../ports/processors/processor.ts';
import type { World } from '../world.ts';
import { inquireAboutBatch, requestClose } from './ask.ts';
import type { Batch, BatchKey } from './batch.ts';
import { finishBatch, openBatchCase } from './finish.ts';
import { batchLeases } from './store.ts';

/** Resolves a batch whose owner died, or whose processor did not answer. */
export async function resolveBatch(world: World, { businessId, id }: BatchKey): Promise<boolean> {
  const now = world.now();
  const lease = { now, until: leaseFrom(world, now) };
  const taken = await batchLeases.takeOver(world.db, { businessId, id }, lease, 1); // committed
  if (!taken) return false;
  const { answer, lookAt } = await outcomeOf(world, taken); // no connection held
  await finishBatch(world, taken, answer, lookAt); // committed
  return true;
}

const atOnce = 16;

/** Resolves all batches that are due, of one business or of all; returns how many. */
export async function resolveBatches(world: World, only?: bigint): Promise<number> {
  const due = await batchLeases.readUnresolved(world.db, world.now(), atOnce, only);
  return await resolveEach(
    due,
    (key) =>
      world.telemetry.tracing.begin('resolve batch', { businessId: key.businessId }, () =>
        resolveBatch(world, key),
      ),
    ({ businessId, id: batch }, error) => {
      world.log.error('batch.not_resolved', { businessId, batch, error });
    },
  );
}

type Answer = BatchAnswer | BatchInquiryAnswer;

/** `lookAt`: when it is asked about again. */
async function outcomeOf(
  world: World,
  batch: Batch,
): Promise<{ readonly answer: Answer; readonly lookAt?: Date }> {
  const { can } = await processorOf(world, batch);
  const { verdict, answer } = await findOut<Answer>(
    world.now,
    meansOfBatch(can),
    evidenceOf(world, batch),
    {
      inquire: async () => ({ answer: await inquireAboutBatch(world, batch) }),
      cancel: () => Promise.reject(new Error('no batch is canceled')),
      async replay() {
        const told = await sendAgain(world, batch);
        return { answer: told, askedAt: sentAtTheLatest(world, world.now()) };
      },
    },
  );
  if (!('lookAt' in verdict)) return { answer };
  const isLate = world.now() >= lateAt(batch);
  if (verdict.is === 'person' || isLate)
    await openBatchCase(world, batch, 'batch_unknown', { lastAnswer: answer.outcome });
  return { answer, lookAt: isLate ? verdict.lookAt : earlier(verdict.lookAt, lateAt(batch)) };
}

/**
 * From then on a case is opened, whatever the processor answers: the merchant waits for money, and the closing of the
 * next day waits for this one.
 */
function lateAt({ createdAt }: Batch): Date {
  return new Date(createdAt.getTime() + dayMs);
}

function earlier(one: Date, other: Date): Date {
  return one < other ? one : other;
}

function evidenceOf(world: World, { createdAt, sentAt, inquiries }: Batch): Evidence {
  return {
    firstAskedAt: createdAt,
    askedAt: sentAtTheLatest(world, sentAt),
    inquiredAt: world.now(),
    told: 'nothing',
    inquiries,
    undone: undefined,
    absentSince: undefined,
    seenAt: undefined,
    replayRefusedAt: undefined,
  };
}

/** Under the same reference: the processor closes the batch once, even if the first request arrived. */
async function sendAgain(world: World, batch: Batch): Promise<Answer> {
  const at = world.now();
  const lease = { now: at, until: leaseFrom(world, at) };
  const ours = await batchLeases.recordSending(world.db, batch, 'sent_at', lease); // committed
  if (!ours) return { outcome: 'unknown', reason: 'somebody else holds it' };
  return await requestClose(world, ours);
}
