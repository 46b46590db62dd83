import { expireApplications } from '../applications/expire.ts';
import { enqueue, type JobKind } from '../base/jobs.ts';
import { resolveDue } from '../payments/resolve.ts';
import type { World } from '../world.ts';

/** Work that is due because time passed. Each such job comes back by itself; the platform owns it. */
const recurring: readonly JobKind[] = ['declines.forget', 'site_requests.forget'];
const platform = 0n;

export async function scheduleRecurring(world: World): Promise<void> {
  const runAt = world.now();
  await enqueue(
    world.db,
    recurring.map((kind) => ({
      businessId: platform,
      kind,
      key: 'recurring',
      payload: null,
      runAt,
    })),
  );
}

/**
 * What is due because time passed and needs no job, since the row itself says when: a payment's attempt is
 * the job that finds out about it. Each returns how much it found.
 */
export const sweeps: readonly ((world: World) => Promise<number>)[] = [
  resolveDue,
  expireApplications,
];
