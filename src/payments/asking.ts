import { dayMs } from '../kernel/duration.ts';
import { longestChargeMs } from '../kernel/longest-charge.ts';
import { busyForNow } from '../runtime/idempotency.ts';
import type { World } from '../world.ts';

/* Shared by charges, follow-ups and batches when they call a processor. */

/** The end of a lease that begins at `at`. */
export function leaseFrom({ config }: World, at: Date): Date {
  return new Date(at.getTime() + config.resolveAfterSeconds * 1000);
}

type Leased = { readonly leaseUntil: Date };

/**
 * The last moment at which the lease covers a whole call. An owner that was paused sends nothing later: the next owner
 * relies on that.
 */
export function sendBy({ config }: World, { leaseUntil }: Leased): Date {
  return new Date(leaseUntil.getTime() - config.processorTimeoutMs);
}

export function maySend(world: World, leased: Leased): boolean {
  return world.now() <= sendBy(world, leased);
}

export const tooLateToSend = {
  outcome: 'not_sent',
  reason: 'its lease was all but over before it could be sent',
} as const;

/** The last moment at which a request written down at `writtenAt` may have been sent: see `sendBy`. */
export function sentAtTheLatest({ config }: World, writtenAt: Date): Date {
  const sentWithinMs = config.resolveAfterSeconds * 1000 - config.processorTimeoutMs;
  return new Date(writtenAt.getTime() + sentWithinMs);
}

/**
 * Waits for the result of a request that another caller began. If its owner stops responding, or the outcome is
 * unknown, asks the processor at once. What has begun is not called failed: while the database is away, it is what it
 * was, and a worker finds out later.
 */
export async function awaitEnd<T extends { readonly state: string }>(
  { now, sleep, config, isAway, log }: World,
  begun: T,
  read: () => Promise<T | undefined>,
  findOut: (one: T) => Promise<unknown>,
): Promise<T> {
  const giveUpAt = now().getTime() + longestChargeMs(config);
  let current = begun;
  try {
    for (let waitMs = 5; current.state === 'processing'; waitMs = Math.min(waitMs * 2, 250)) {
      if (now().getTime() >= giveUpAt) break;
      await sleep(waitMs);
      current = (await read()) ?? current;
    }
    if (current.state !== 'processing' && current.state !== 'unknown') return current;
    await findOut(current);
    return (await read()) ?? current;
  } catch (error) {
    if (!isAway(error)) throw error;
    log.error('database.away', { error });
    return current;
  }
}

/**
 * Handles each due item by itself. A failed one is logged and comes back when its lease ends. Returns how many were
 * handled.
 */
export async function resolveEach<Due>(
  due: readonly Due[],
  resolve: (one: Due) => Promise<boolean>,
  report: (one: Due, error: unknown) => void,
): Promise<number> {
  const ends = await Promise.allSettled(due.map(resolve));
  for (const [i, end] of ends.entries()) if (end.status === 'rejected') report(due[i]!, end.reason);
  return ends.filter((end) => end.status === 'fulfilled' && end.value).length;
}

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** The pauses between inquiries without a result; in the end one inquiry a day, without a limit. */
const pausesMs = [2 * second, 10 * second, minute, 5 * minute, 30 * minute, 2 * hour, 12 * hour];

/** After a week of inquiries a case is opened as well. */
export const caseAfterMs = 12 * hour + 7 * dayMs;

/** Counts only the worker's own inquiries: a caller that retries must not use up the backoff. */
export function nextInquiry(at: Date, looks: number): Date {
  return new Date(at.getTime() + (pausesMs[looks] ?? dayMs));
}

export function isDueForPerson(at: Date, sentAt: Date): boolean {
  return at.getTime() - sentAt.getTime() >= caseAfterMs;
}

export function nextDay(at: Date): Date {
  return new Date(at.getTime() + dayMs);
}

const persistForMs = 60_000;

/**
 * Records a processor's answer, and waits while the database is unavailable for some time: after an approval, giving up
 * is the last resort, and then a worker finds out later. Undefined: the database stayed unavailable.
 */
export async function persist<T>(
  world: World,
  facts: Readonly<Record<string, unknown>>,
  work: () => Promise<T>,
): Promise<T | undefined> {
  const giveUpAt = world.now().getTime() + persistForMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      world.log.error('payment.finish_failed', { ...facts, error });
      if (world.now().getTime() >= giveUpAt) return undefined;
      await world.sleep(1000);
    }
  }
}

/** The time that a request waits for a connection. */
const patienceMs = 10_000;
const mostTries = 5;

/** Runs idempotent work again when its connection was lost: the next one waits until the database is back. */
export async function retryWhileAway<T>(
  { now, isAway }: World,
  work: () => Promise<T>,
): Promise<T> {
  const giveUpAt = now().getTime() + patienceMs;
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      const isLast = tries === mostTries || now().getTime() >= giveUpAt;
      if (isLast || !isAway(error)) throw error;
    }
  }
}

/**
 * The same for work that begins nothing if it fails: the request is refused and may be sent again. `otherwise` is the
 * answer if that is not certain.
 */
export async function refuseWhileAway<T>(
  world: World,
  work: () => Promise<T>,
  otherwise: () => T | undefined = () => undefined,
): Promise<T> {
  try {
    return await retryWhileAway(world, work);
  } catch (error) {
    if (!world.isAway(error)) throw error;
    const answer = otherwise();
    if (answer !== undefined) return answer;
    world.log.error('database.away', { error });
    throw busyForNow();
  }
}
