import { Refusal } from '../base/refusal.ts';
import type { Business } from '../businesses/business.ts';
import { moveBusiness } from '../businesses/moves.ts';
import { lockBusiness, readBusiness } from '../businesses/store.ts';
import type { World } from '../world.ts';
import { isWaiting, moveApplication } from './move.ts';
import { parseReason } from './reason.ts';
import type { Decision } from './review.ts';
import { readOpenApplication } from './store.ts';

/**
 * Switches payments on, by the hand of the operator: for an approved application whose gateway is ready, or
 * for a business that was made without one. An application that is still looked at has to be approved first.
 */
export async function activate(
  world: World,
  businessId: bigint,
  decision: Omit<Decision, 'version'>,
): Promise<Business> {
  const { actor } = decision;
  const reason = parseReason(decision.reason);
  return await world.db.begin(async (tx) => {
    const business = await lockBusiness(tx, businessId);
    if (!business) throw new Refusal('unknown_business');
    const { state } = business;
    if (!isWaiting(state)) {
      world.log.info('business.refused', { businessId, state, kind: 'activate' });
      throw new Refusal('wrong_state');
    }
    const application = await readOpenApplication(tx, businessId);

    if (application) {
      const step = { trigger: 'activate', actor, reason } as const;
      await moveApplication(world, tx, business, application, [step]);
    } else {
      const move = { to: 'payments_enabled', actor, reason, at: world.now() } as const;
      await moveBusiness(tx, businessId, state, move);
    }
    return (await readBusiness(tx, businessId))!;
  });
}
