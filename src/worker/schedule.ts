import { enqueue, type JobKind } from '../base/jobs.ts';
import type { World } from '../world.ts';

/** Work that is due because time passed. Each such job comes back by itself; the platform owns it. */
const recurring: readonly JobKind[] = ['declines.forget'];
const platform = 0n;

export async function scheduleRecurring(world: World): Promise<void> {
  const runAt = world.now();
  await enqueue(
    world.db,
    recurring.map((kind) => ({ businessId: platform, kind, key: 'recurring', payload: null, runAt })),
  );
}
