import type { World } from '../../world.ts';
import { lockBusiness } from '../businesses/store.ts';
import { moveApplication } from './move.ts';
import { type ApplicationKey, readApplication, readExpired } from './store.ts';

const atOnce = 64;

/** Ends applications that waited too long for their applicant, of one business or of all; returns their number. */
export async function expireApplications(world: World, only?: bigint): Promise<number> {
  let expired = 0;
  for (const key of await readExpired(world.db, world.now(), atOnce, only)) {
    try {
      if (await expire(world, key)) expired += 1;
    } catch (error) {
      const { businessId, id: applicationId } = key;
      world.log.error('application.not_expired', { businessId, applicationId, error });
    }
  }
  return expired;
}

/** Each in a transaction of its own, so that one that fails keeps no other from its end. */
async function expire(world: World, { businessId, id }: ApplicationKey): Promise<boolean> {
  return await world.db.begin(async (tx) => {
    const business = await lockBusiness(tx, businessId);
    const application = business && (await readApplication(tx, businessId, id));
    // Answered, or expired by another worker, since it was read.
    const { expiresAt } = application ?? {};
    if (!application || !expiresAt || expiresAt > world.now()) return false;
    const reason = 'No answer came in time.';
    const step = { trigger: 'expire', actor: 'system', reason } as const;
    await moveApplication(world, tx, business, application, [step]);
    return true;
  });
}
