import type { Job, JobKind } from '../base/jobs.ts';
import { assignNumber, patienceMs } from '../businesses/assign-number.ts';
import { forgetRequests } from '../businesses/site-requests.ts';
import { readLiveInbox } from '../clearing/inbox.ts';
import { forgetCounts } from '../conversations/limits.ts';
import { expireAuthorization } from '../followups/expire.ts';
import { giveBack } from '../followups/give-back.ts';
import { forgetDeclines } from '../payments/declines.ts';
import { forgetOldKeys } from '../payments/kept-keys.ts';
import { closeAtCutoff, depositInTheMorning, planTimers } from '../settlement/timers.ts';
import { watchBatch } from '../settlement/watch.ts';
import type { World } from '../world.ts';

/** Every kind of job, and who does it. Undefined: done. A date: not done, come back then. */
type Handler<K extends JobKind> = (world: World, job: Job<K>) => Promise<Date | undefined>;

const minuteMs = 60_000;
const dayMs = 24 * 3600 * 1000;

export const kinds: { readonly [K in JobKind]: Handler<K> } = {
  'ach.read_inbox': async (world) => {
    await readLiveInbox(world);
    return later(world, 5 * minuteMs);
  },
  'authorization.expire': async (world, { businessId, payload }) =>
    await expireAuthorization(world, businessId, BigInt(payload.paymentId)),
  'batch.close': async (world, { businessId }) => await closeAtCutoff(world, businessId),
  'batch.watch': async (world, { businessId, payload }) =>
    await watchBatch(world, businessId, payload),
  'declines.forget': async (world) => {
    await forgetDeclines(world);
    return later(world, dayMs);
  },
  'deposit.make': async (world, { businessId }) => await depositInTheMorning(world, businessId),
  'kept_keys.forget': async (world) => {
    await forgetOldKeys(world);
    return later(world, dayMs);
  },
  'number.assign': async (world, { businessId, payload, tries }) => {
    const { isDone } = await assignNumber(world, businessId, payload, patienceMs.worker);
    return isDone ? undefined : later(world, Math.min(2 ** tries, 60) * minuteMs);
  },
  'payment.give_back': async (world, { businessId, payload }) => {
    const outcome = await giveBack(world, businessId, BigInt(payload.paymentId));
    return outcome === 'unknown' ? later(world, minuteMs) : undefined;
  },
  'settlement.plan': async (world) => {
    await planTimers(world);
    return later(world, 15 * minuteMs);
  },
  'site_requests.forget': async (world) => {
    await forgetRequests(world.db, world.now());
    return later(world, dayMs);
  },
  'text_counts.forget': async (world) => {
    await forgetCounts(world.db, world.now());
    return later(world, dayMs);
  },
};

function later(world: World, ms: number): Date {
  return new Date(world.now().getTime() + ms);
}
