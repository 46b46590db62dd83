import type { Reach } from '../../runtime/http-out/good-addresses.ts';
import type { World } from '../../world.ts';
import type { Business } from './business.ts';
import { anyIsLive } from './store.ts';

/**
 * Where addresses of a business may lead. A sandbox business may have its receiver on this machine only while no business is
 * live: otherwise a caller could make the service post to whatever else listens here. Judged before each try, since a live
 * business may be made meanwhile.
 */
export async function reachOf(
  { config, db }: Pick<World, 'config' | 'db'>,
  { environment }: Pick<Business, 'environment'>,
): Promise<Reach> {
  if (environment !== 'sandbox' || config.mode !== 'sandbox') return 'public';
  return (await anyIsLive(db)) ? 'public_also_plain' : 'public_or_own_machine';
}
