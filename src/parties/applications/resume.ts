import type { World } from '../../world.ts';
import type { Business } from '../businesses/business.ts';
import { resumeBusiness } from '../businesses/change-state.ts';
import { readOpenApplication } from './store.ts';

/**
 * Restores the state before the suspension. A business whose application came to nothing meanwhile no longer waits for
 * payments: it may text, and submit another application.
 */
export async function resume(
  world: Pick<World, 'db' | 'now' | 'log'>,
  businessId: bigint,
  why: { readonly actor: string; readonly reason: string },
): Promise<Business> {
  return await resumeBusiness(world, businessId, why, async (tx, before) => {
    const waits = before === 'payments_pending';
    return waits && !(await readOpenApplication(tx, businessId)) ? 'messaging_only' : before;
  });
}
