import { longestChargeMs } from '../kernel/longest-charge.ts';
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
 * unknown, asks the processor at once.
 */
export async function awaitEnd<T extends { readonly state: string }>(
  { now, sleep, config }: World,
  begun: T,
  read: () => Promise<T | undefined>,
  findOut: (one: T) => Promise<unknown>,
): Promise<T> {
  const giveUpAt = now().getTime() + longestChargeMs(config);
  let current = begun;
  for (let waitMs = 5; current.state === 'processing'; waitMs = Math.min(waitMs * 2, 250)) {
    if (now().getTime() >= giveUpAt) break;
    await sleep(waitMs);
    current = (await read()) ?? current;
  }
  if (current.state !== 'processing' && current.state !== 'unknown') return current;
  await findOut(current);
  return (await read()) ?? current;
}

/**
 * Handles each due item by itself. A failed one is logged and comes back when its lease ends. Returns how many were
 * handled.
 */
export async function resolveEach<Due>(
  due: readonly Due[],
  lookAfter: (one: Due) => Promise<boolean>,
  tell: (one: Due, error: unknown) => void,
): Promise<number> {
  const ends = await Promise.allSettled(due.map(lookAfter));
  for (const [i, end] of ends.entries()) if (end.status === 'rejected') tell(due[i]!, end.reason);
  return ends.filter((end) => end.status === 'fulfilled' && end.value).length;
}
