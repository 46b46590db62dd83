import { someAtOnce } from '../base/some-at-once.ts';
import type { World } from '../world.ts';
import { atClockOf } from './clock.ts';

/** A business that has something to do, and how far its clock is ahead. */
export type Waiting = { readonly id: bigint; readonly clockAheadMs: number };

type Frame = {
  /** Whose clock the world has already; else each is served by its own. */
  readonly only: bigint | undefined;
  /** The event that is logged of one that fails: it holds up no other. */
  readonly failure: string;
};

/** Works for each of these businesses, a few at a time; returns how much they found together. */
export async function eachByItsClock<B extends Waiting>(
  world: World,
  businesses: readonly B[],
  { only, failure }: Frame,
  work: (own: World, business: B) => Promise<number>,
): Promise<number> {
  return await someAtOnce(businesses, async (one) => {
    try {
      return await work(only === undefined ? atClockOf(world, one) : world, one);
    } catch (error) {
      world.log.error(failure, { businessId: one.id, error });
      return 0;
    }
  });
}
