import type { Reach } from '../../runtime/http-out/good-addresses.ts';
import type { Sql } from '../../runtime/sql.ts';
import type { World } from '../../world.ts';
import type { Business } from './business.ts';
import { anyIsLive } from './store.ts';

/** For `gather`: a caller within its own business asks about all others, and gets only yes or no. */
export async function readAnyLive(sql: Sql, asked: readonly object[]): Promise<boolean[]> {
  const isLive = await anyIsLive(sql);
  return asked.map(() => isLive);
}

/**
 * The addresses that the service may call for a business. A sandbox business may have its receiver on this machine only
 * while no business is live: otherwise a caller could make the service post to any other program that listens here.
 * Decided before each try, since a live business may be made meanwhile.
 */
export async function reachOf(
  { config, gather }: Pick<World, 'config' | 'gather'>,
  { environment }: Pick<Business, 'environment'>,
): Promise<Reach> {
  if (environment !== 'sandbox' || config.mode !== 'sandbox') return 'public';
  return (await gather(readAnyLive, {})) ? 'public_also_plain' : 'public_or_own_machine';
}
