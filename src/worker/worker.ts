import { businessesWithDueJobs, endJobs, type Job, type JobEnd, leaseJobs } from '../base/jobs.ts';
import { scrub } from '../base/scrub.ts';
import { atClockOf, businessesAhead } from '../businesses/clock.ts';
import type { World } from '../world.ts';
import { kinds } from './kinds.ts';
import { sweeps } from './schedule.ts';

const jobsAtOnce = 64;
const leaseMs = 60_000;

/** Leases what is due and does it, until told to stop. Polling is the truth. */
export async function work(world: World, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      const done = await workOnce(world);
      if (done > 0) continue;
    } catch (error) {
      world.log.error('worker.failed', { error });
    }
    await world.sleep(world.config.workerPollMs);
  }
}

/** One round over everything that is due; returns how much that was. */
export async function workOnce(world: World): Promise<number> {
  let taken = await workFor(world);
  for (const business of await businessesAhead(world.db)) {
    taken += await workFor(atClockOf(world, business), business.id);
  }
  return taken;
}

/** The same for one business alone, by whose clock it is then; or for all. */
export async function workFor(world: World, only?: bigint): Promise<number> {
  let taken = 0;
  for (const sweep of sweeps) taken += await sweep(world, only);
  const businesses =
    only === undefined ? await businessesWithDueJobs(world.db, world.now(), 1000) : [only];
  for (const businessId of businesses) {
    const jobs = await leaseDue(world, businessId);
    taken += jobs.length;
    const ends = await Promise.all(jobs.map((job) => run(world, job)));
    if (ends.length > 0) await endJobs(world.db, ends);
  }
  return taken;
}

async function leaseDue(world: World, businessId: bigint): Promise<Job[]> {
  const now = world.now();
  const until = new Date(now.getTime() + leaseMs);
  return await leaseJobs(world.db, {
    businessId,
    worker: world.workerName,
    now,
    until,
    limit: jobsAtOnce,
  });
}

/** The worker is the one place, beside the wire, that catches what a job throws: to come back to it. */
async function run<J extends Job>(world: World, job: J): Promise<JobEnd> {
  const handle = kinds[job.kind] as (world: World, job: Job) => Promise<Date | undefined>;
  try {
    return { job, runAt: await handle(world, job) };
  } catch (error) {
    world.log.error('job.failed', {
      businessId: job.businessId,
      kind: job.kind,
      jobKey: job.key,
      error,
    });
    const delayMs = Math.min(1000 * 2 ** job.tries, 3_600_000);
    const runAt = new Date(world.now().getTime() + delayMs);
    return { job, runAt, error: error instanceof Error ? scrub(error.message) : 'unknown error' };
  }
}
