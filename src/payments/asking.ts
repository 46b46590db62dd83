import { longestChargeMs } from '../base/longest-charge.ts';
import type { Processor } from '../processors/processor.ts';
import type { World } from '../world.ts';

/* What all who ask a processor have in common: about charges, what is done to them later, and batches. */

export function processorOf({ processors }: World, name: string): Processor {
  const processor = processors.get(name);
  if (!processor) throw new Error(`no processor called ${name}`);
  return processor;
}

/** Until when nobody else looks after what somebody begins to ask for then. */
export function leaseFrom({ config }: World, at: Date): Date {
  return new Date(at.getTime() + config.resolveAfterSeconds * 1000);
}

/** What did not arrive by now cannot arrive any more. */
export function lateWindowIsOver({ now }: World, { can }: Processor, sentAt: Date): boolean {
  return now().getTime() - sentAt.getTime() > can.lateWindowSeconds * 1000;
}

/**
 * The first result of what somebody else began. While it is being asked for we wait; when its owner fell silent, or
 * the outcome is unknown, we try to find out at once.
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
 * Each by itself; what fails is told of, and comes back when the lease that was taken on it ends. Returns how many
 * were looked after.
 */
export async function lookAfterAll<Due>(
  due: readonly Due[],
  lookAfter: (one: Due) => Promise<boolean>,
  tell: (one: Due, error: unknown) => void,
): Promise<number> {
  const ends = await Promise.allSettled(due.map(lookAfter));
  for (const [i, end] of ends.entries()) if (end.status === 'rejected') tell(due[i]!, end.reason);
  return ends.filter((end) => end.status === 'fulfilled' && end.value).length;
}
