import { Refusal } from '../kernel/refusal.ts';
import type { World } from '../world.ts';

/** The time that a request waits for a connection. */
const patienceMs = 10_000;
const mostTries = 5;

/** Runs idempotent work again when its connection was lost: the next one waits until the database is back. */
export async function anew<T>({ now, isAway }: World, work: () => Promise<T>): Promise<T> {
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
export async function busyWhileAway<T>(
  world: World,
  work: () => Promise<T>,
  otherwise: () => T | undefined = () => undefined,
): Promise<T> {
  try {
    return await anew(world, work);
  } catch (error) {
    if (!world.isAway(error)) throw error;
    const answer = otherwise();
    if (answer !== undefined) return answer;
    world.log.error('database.away', { error });
    // Not "nothing was charged": an equal request may have been carried out before.
    const message = 'The service is busy and nothing more was done; please try again shortly.';
    throw new Refusal('busy', { message });
  }
}
