import type { World } from '../../world.ts';
import type { Business } from '../businesses/business.ts';
import { resumeBusiness } from '../businesses/change-state.ts';
import { readOpenApplication } from './store.ts';

/**
 * Back to what it was before it was suspended. Whose application came to nothing meanwhile waits for payments
 * no longer: it may text, and hand in another.
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
