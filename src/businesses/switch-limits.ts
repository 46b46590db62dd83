import { recordAct } from '../trail/trail.ts';
import type { World } from '../world.ts';
import { setLimits } from './store.ts';

/** Rate and velocity limits of a sandbox business; a live one has them always. False: there is none. */
export async function switchLimits(
  { db, now }: Pick<World, 'db' | 'now'>,
  businessId: bigint,
  { on, actor }: { readonly on: boolean; readonly actor: string },
): Promise<boolean> {
  return await db.begin(async (tx) => {
    const isThere = await setLimits(tx, businessId, on);
    if (!isThere) return false;
    const object = `business:${businessId}`;
    const act = { businessId, actor, act: 'business.limits_set', object, facts: { on }, at: now() };
    await recordAct(tx, act);
    return true;
  });
}
