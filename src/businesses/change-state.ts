import { Refusal } from '../base/refusal.ts';
import type { World } from '../world.ts';
import type { Business, BusinessState } from './business.ts';
import { moveBusiness, readMoves } from './moves.ts';
import { lockBusiness } from './store.ts';

type Office = Pick<World, 'db' | 'now' | 'log'>;
type Why = { readonly actor: string; readonly reason: string };

/** No payments any more; messaging, refunds and its history stay. */
export async function suspendBusiness(office: Office, id: bigint, why: Why): Promise<Business> {
  return await change(office, id, why, async ({ state }) =>
    state === 'suspended' ? undefined : 'suspended',
  );
}

/** Back to what it was before it was suspended. */
export async function resumeBusiness(office: Office, id: bigint, why: Why): Promise<Business> {
  return await change(office, id, why, async ({ state }, past) =>
    state === 'suspended' ? await past() : undefined,
  );
}

/** For good. */
export async function closeBusiness(office: Office, id: bigint, why: Why): Promise<Business> {
  return await change(office, id, why, async () => 'closed');
}

type Rule = (
  business: Business,
  past: () => Promise<BusinessState>,
) => Promise<BusinessState | undefined>;

async function change(
  { db, now, log }: Office,
  businessId: bigint,
  { actor, reason }: Why,
  rule: Rule,
): Promise<Business> {
  return await db.begin(async (tx) => {
    const business = await lockBusiness(tx, businessId);
    if (!business) throw new Refusal('unknown_business');
    const { state } = business;
    const before = async () => (await readMoves(tx, businessId)).at(-1)?.from ?? 'messaging_only';
    const to = await rule(business, before);
    const move = to && { to, actor, reason, at: now() };
    if (!move || !(await moveBusiness(tx, businessId, state, move))) {
      log.info('business.refused', { businessId, state, kind: to ?? 'none' });
      throw new Refusal('wrong_state');
    }
    return { ...business, state: move.to };
  });
}
