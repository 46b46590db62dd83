import { platform, recordAct } from '../trail/trail.ts';
import type { World } from '../world.ts';
import { type BusinessType, readType, writeType } from './types.ts';

/** Makes a type or changes it; businesses that have it are of the changed one from then on. */
export async function setType(
  { db, now }: Pick<World, 'db' | 'now'>,
  type: BusinessType,
  actor: string,
): Promise<{ readonly isNew: boolean }> {
  return await db.begin(async (tx) => {
    const before = await readType(tx, type.id);
    await writeType(tx, type);
    await recordAct(tx, {
      businessId: platform,
      actor,
      act: 'business_type.set',
      object: `business_type:${type.id}`,
      facts: { before, after: type },
      at: now(),
    });
    return { isNew: !before };
  });
}
