import { lengths } from '../../kernel/lengths.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { Sql } from '../../runtime/sql.ts';
import type { World } from '../../world.ts';
import { type Business, mayTakePayments } from '../businesses/business.ts';
import { type Move, moveBusiness } from '../businesses/moves.ts';
import { refuseWithoutPayments } from '../businesses/offering.ts';
import { lockBusiness, readBusiness } from '../businesses/store.ts';
import { isWaiting, moveApplication } from './move.ts';
import { type Decision, parseReason } from './review.ts';
import { readLastDecided, readOpenApplication } from './store.ts';

export const declinedBefore = 'The last application of this business was declined.';

type Activation = Omit<Decision, 'version'> & {
  /** Though its last application was declined. */
  readonly despiteDecline?: boolean;
};

/**
 * Switches payments on for the operator: for an approved application whose gateway is ready, or for a business that was
 * made without one. An application under review has to be approved first; after a declined one there must be another,
 * or the operator declares that the decline does not count.
 */
export async function activate(
  world: World,
  businessId: bigint,
  { actor, reason: why, despiteDecline = false }: Activation,
): Promise<Business> {
  const reason = parseReason(why);
  return await world.db.begin(async (tx) => {
    const business = await lockBusiness(tx, businessId);
    if (!business) throw new Refusal('unknown_business');
    const { state } = business;
    const application = await readOpenApplication(tx, businessId);
    // A business that takes payments already may have got its approval while it was suspended.
    const isLate = application?.state === 'provisioning' && mayTakePayments(business);
    if (!isWaiting(state) && !isLate) throw refusal(world, business);
    refuseWithoutPayments(business);
    const declined = application ? undefined : await readDeclined(tx, businessId);
    if (declined && !despiteDecline) throw refusal(world, business, declinedBefore);

    if (application) {
      const step = { trigger: 'activate', actor, reason } as const;
      await moveApplication(world, tx, business, application, [step]);
    } else {
      const told = declined ? against(declined.id, reason) : { reason };
      const move: Move = { to: 'payments_enabled', actor, at: world.now(), ...told };
      await moveBusiness(tx, businessId, state, move);
    }
    return (await readBusiness(tx, businessId))!;
  });
}

async function readDeclined(tx: Sql, businessId: bigint) {
  const last = await readLastDecided(tx, businessId);
  return last?.state === 'declined' ? last : undefined;
}

/** Both histories of the business record the override. */
function against(applicationId: bigint, reason: string): Pick<Move, 'reason' | 'facts'> {
  const whole = `Despite the decline of application ${applicationId}: ${reason}`;
  return {
    reason: whole.slice(0, lengths.description),
    facts: { despiteDecline: `application:${applicationId}` },
  };
}

function refusal(
  { log }: Pick<World, 'log'>,
  { id: businessId, state }: Business,
  message?: string,
): Refusal {
  log.info('business.refused', { businessId, state, kind: 'activate' });
  return new Refusal('wrong_state', message === undefined ? {} : { message });
}
