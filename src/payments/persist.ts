import type { World } from '../world.ts';

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
