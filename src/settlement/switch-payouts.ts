import { Refusal } from '../kernel/refusal.ts';
import type { Business } from '../parties/businesses/business.ts';
import { moveBusiness } from '../parties/businesses/moves.ts';
import { switchClosed } from '../parties/businesses/paid-out.ts';
import { lockBusiness } from '../parties/businesses/store.ts';
import type { World } from '../world.ts';
import { readPayoutAccount } from './payout-account.ts';
import { ensureTimers } from './timers.ts';

export const noBankAccount = 'No bank account of this business is known.';

/** Switches payouts of a business on or off, also of a closed one; on only where its bank account is known. */
export async function switchPayouts(
  world: World,
  businessId: bigint,
  on: boolean,
  { actor, reason }: { readonly actor: string; readonly reason: string },
): Promise<Business> {
  return await world.db.begin(async (tx) => {
    const business = await lockBusiness(tx, businessId);
    if (!business) throw new Refusal('unknown_business');
    if (on && !(await readPayoutAccount(tx, businessId))) {
      throw new Refusal('wrong_state', { message: noBankAccount });
    }
    const at = world.now();
    if (business.state === 'closed') {
      if (!(await switchClosed(tx, business, { on, actor, reason, at })))
        throw new Refusal('wrong_state');
      if (on) await ensureTimers(world, businessId, tx);
      return business;
    }
    const [from, to] = on
      ? (['payments_enabled', 'payouts_enabled'] as const)
      : (['payouts_enabled', 'payments_enabled'] as const);
    const move = { to, actor, reason, at };
    const isMoved = business.state === from && (await moveBusiness(tx, businessId, from, move));
    if (!isMoved) throw new Refusal('wrong_state');
    if (on) await ensureTimers(world, businessId, tx);
    return { ...business, state: to };
  });
}
