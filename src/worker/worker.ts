import { hourMs } from '../kernel/duration.ts';
import { scrub } from '../kernel/scrub.ts';
import { atClockOf, businessesAhead } from '../parties/businesses/clock.ts';
import { bool, listOf } from '../runtime/column.ts';
import {
  businessesWithDueJobs,
  endJobs,
  type Job,
  type JobEnd,
  type JobKind,
  leaseJobs,
} from '../runtime/jobs.ts';
import { someAtOnce } from '../runtime/some-at-once.ts';
import { shape } from '../runtime/table.ts';
import type { World } from '../world.ts';
import { jobRounds, kinds } from './kinds.ts';
import { dueRows, mayWait, type Sweep, sweeps } from './schedule.ts';

const jobsAtOnce = 64;
const leaseMs = 60_000;

/**
 * Does due work, until stopped. Polling is the truth. Each sweep has a round of its own, and so have the jobs that wait
 * for the same others: a processor or a bank that does not answer holds up nothing else.
 */
export async function work(world: World, signal: AbortSignal): Promise<void> {
  const rounds: readonly Sweep[] = [...sweeps.keys(), ...jobRounds.map(jobsOf), workAhead];
  await Promise.all(rounds.map((round) => repeat(world, round, signal)));
  await world.flights.close();
}

async function repeat(world: World, round: Sweep, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const begunAt = world.now().getTime();
    let restMs = world.config.workerPollMs;
    try {
      const done = await runSweep(world, round, undefined, signal);
      if (done > 0) {
        if (!(mayWait.has(round) && isBusy(world))) continue;
        const workedMs = world.now().getTime() - begunAt;
        restMs = Math.min(Math.max(restMs, workedMs * restsAsLong), mostRestMs);
      }
    } catch (error) {
      world.log.error('worker.failed', { error });
    }
    await rest(world, restMs, signal);
  }
}

/** Counted by its name. */
async function runSweep(
  world: World,
  sweep: Sweep,
  only: bigint | undefined,
  stop: AbortSignal | undefined,
): Promise<number> {
  const { stopwatch, sweeps: counts } = world.telemetry;
  const seconds = stopwatch();
  let result = 'failed';
  try {
    const found = await sweep(world, only, stop);
    result = found > 0 ? 'found' : 'nothing';
    return found;
  } finally {
    counts.rounds.add([sweep.name, result]);
    counts.seconds.add([sweep.name], seconds());
  }
}

/** In steps, so that it ends soon after the signal to stop, or after the requests that it yields to have ended. */
async function rest(world: World, ms: number, signal: AbortSignal): Promise<void> {
  const stepMs = world.config.workerPollMs;
  for (let left = ms; left > 0 && !signal.aborted; left -= stepMs) {
    if (left < ms && !isBusy(world)) return;
    await world.sleep(Math.min(left, stepMs));
  }
}

/** While callers wait, work that may wait rests this many times as long as it worked: it gets a tenth of the time. */
const restsAsLong = 9;
const mostRestMs = 10_000;

/** True if several callers wait for an answer of this process; never in a process that runs only the worker. */
function isBusy({ requests }: World): boolean {
  return requests.underWay >= 8;
}

/** Due jobs of every kind. */
export const workJobs = jobsOf(jobRounds.flat());

const inTurn = [...sweeps, [workJobs, [dueRows('jobs', 'run_at')]] as const];
const whatWaits = shape({ found: listOf(bool) });
const selectWhatWaits = (condition: string) =>
  `select array[${inTurn
    .map(([, rows]) => rows.map((one) => `exists (${one}${condition})`).join(' or ') || 'true')
    .join(', ')}] as found`;
const ofAll = selectWhatWaits('');
const ofOne = selectWhatWaits(' and business_id = $2');

/**
 * Does the work that is due for all businesses, or for one by its own clock; returns its amount. Each sweep runs at
 * most once, and only if rows wait for it at the beginning or after others ran: one statement tells that for all of
 * them.
 */
export async function workOnce(world: World, only?: bigint, stop?: AbortSignal): Promise<number> {
  const done = new Set<Sweep>();
  let taken = 0;
  for (;;) {
    const { found } = await (only === undefined
      ? whatWaits.readRow(world.db, ofAll, [world.now()])
      : whatWaits.readRow(world.db, ofOne, [world.now(), only]));
    const needed = inTurn.filter(([sweep], at) => found[at] && !done.has(sweep));
    const before = taken;
    for (const [sweep] of needed) {
      done.add(sweep);
      taken += await runSweep(world, sweep, only, stop);
    }
    if (taken === before) break;
  }
  return only === undefined ? taken + (await workAhead(world)) : taken;
}

/** For the businesses whose clock is ahead of the world's; one that fails keeps no other from its work. */
async function workAhead(world: World, _only?: bigint, stop?: AbortSignal): Promise<number> {
  const ahead = await businessesAhead(world.db);
  return await someAtOnce(ahead, async (business) => {
    try {
      return await workOnce(atClockOf(world, business), business.id, stop);
    } catch (error) {
      world.log.error('worker.failed', { businessId: business.id, error });
      return 0;
    }
  });
}

/** Due jobs of these kinds, of one business or of all; returns how many. */
function jobsOf(kinds: readonly JobKind[]): Sweep {
  return async function workJobs(world, only) {
    const { db, now } = world;
    const businesses = only === undefined ? await businessesWithDueJobs(db, now(), kinds) : [only];
    return await someAtOnce(businesses, (businessId) => workJobsOf(world, businessId, kinds));
  };
}

/** Each is ended by itself: one that takes long keeps no other for a second owner. */
async function workJobsOf(
  world: World,
  businessId: bigint,
  kinds: readonly JobKind[],
): Promise<number> {
  const jobs = await leaseDue(world, businessId, kinds);
  const end = async (job: Job) => await endJobs(world.db, [await run(world, job)]);
  const ended = await Promise.allSettled(jobs.map(end));
  for (const one of ended) if (one.status === 'rejected') throw one.reason;
  return jobs.length;
}

async function leaseDue(
  world: World,
  businessId: bigint,
  kinds: readonly JobKind[],
): Promise<Job[]> {
  const now = world.now();
  const until = new Date(now.getTime() + leaseMs);
  return await leaseJobs(world.db, {
    businessId,
    kinds,
    worker: world.workerName,
    now,
    until,
    limit: jobsAtOnce,
  });
}

/** Only the worker, and the wire, catch the error of a job: to come back to it. */
async function run<J extends Job>(world: World, job: J): Promise<JobEnd> {
  const handle = kinds[job.kind] as (world: World, job: Job) => Promise<Date | undefined>;
  const { tracing } = world.telemetry;
  try {
    const runAt = await tracing.begin(`job ${job.kind}`, job, () => handle(world, job));
    world.telemetry.jobs.add([job.kind, 'done']);
    return { job, runAt };
  } catch (error) {
    world.telemetry.jobs.add([job.kind, 'failed']);
    world.log.error('job.failed', {
      businessId: job.businessId,
      kind: job.kind,
      jobKey: job.key,
      error,
    });
    const delayMs = Math.min(1000 * 2 ** job.tries, hourMs);
    const runAt = new Date(world.now().getTime() + delayMs);
    return { job, runAt, error: error instanceof Error ? scrub(error.message) : 'unknown error' };
  }
}
