import type { World } from '../world.ts';

const persistForMs = 60_000;

/**
 * Writes what a processor said. A database that is gone for a while is waited for: after a yes, giving up is
 * the last resort, and then somebody still finds out later. Undefined: the database stayed away.
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
