import type { Sql } from '../base/sql.ts';
import type { Told } from '../payments/untold-events.ts';
import type { World } from '../world.ts';
import { endAll } from './end-all.ts';
import { lockByToken } from './store.ts';

/** Who took back that an account may be debited has ended all that is charged to it. */
export async function endRevoked(
  world: World,
  tx: Sql,
  businessId: bigint,
  { data }: Told,
): Promise<void> {
  if (!data.isRevoked || typeof data.token !== 'string') return;
  const all = await lockByToken(tx, businessId, data.token);
  await endAll(world, tx, businessId, all, `revoked: ${data.outcomeCode}`);
}
