import { type Waiting, waiting } from '../../runtime/discovery.ts';
import { someAtOnce } from '../../runtime/some-at-once.ts';
import type { Sql } from '../../runtime/sql.ts';
import type { World } from '../../world.ts';
import type { Business } from './business.ts';

/**
 * The world with the clock of a business, which the time machine may have moved on. Work for a business is done in
 * this world, so that all its moments are of one clock.
 */
export function atClockOf(world: World, { clockAheadMs }: Pick<Business, 'clockAheadMs'>): World {
  if (clockAheadMs === 0) return world;
  const ahead = (moment: Date) => new Date(moment.getTime() + clockAheadMs);
  return {
    ...world,
    now: () => ahead(world.now()),
    unreadSince: () => ahead(world.unreadSince()),
  };
}

/** The distance by which its clock is ahead, as callers see it. */
export function secondsAhead({ clockAheadMs }: Pick<Business, 'clockAheadMs'>): number {
  return Math.round(clockAheadMs / 1000);
}

/** The businesses whose clock is ahead of the world's. Scope: all; reads only. */
export async function businessesAhead(sql: Sql): Promise<Waiting[]> {
  return await waiting.read(
    sql,
    `select business_id as id, clock_ahead_ms::float8 as "clockAheadMs" from businesses
     where clock_ahead_ms > 0 order by business_id`,
  );
}

type Frame = {
  /** The business whose clock the world has already. */
  readonly only: bigint | undefined;
  /** Log event of a business that fails; the others go on. */
  readonly failure: string;
};

/** Runs `work` for each business, a few at a time; returns the sum of the results. */
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
