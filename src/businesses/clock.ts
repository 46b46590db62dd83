import type { Sql } from '../base/sql.ts';
import type { World } from '../world.ts';
import type { Business } from './business.ts';

/**
 * The world as this business sees it: by its own clock, which the time machine may have moved on. Everything
 * that is done for a business is done in this world, so that all its moments are of one clock.
 */
export function atClockOf(world: World, { clockAheadMs }: Pick<Business, 'clockAheadMs'>): World {
  if (clockAheadMs === 0) return world;
  return { ...world, now: () => new Date(world.now().getTime() + clockAheadMs) };
}

/** The businesses whose clock is not that of the world. Scope: all; reads only. */
export async function businessesAhead(sql: Sql): Promise<{ id: bigint; clockAheadMs: number }[]> {
  return await sql.query<{ id: bigint; clockAheadMs: number }>(
    `select business_id as id, clock_ahead_ms::float8 as "clockAheadMs" from businesses
     where clock_ahead_ms > 0 order by business_id`,
  );
}
