import { Refusal } from '../../kernel/refusal.ts';
import { recordAct } from '../../records/audit-log.ts';
import type { World } from '../../world.ts';
import { lockBusiness } from './store.ts';

/** The switches that an operator has for a business. */
const switches = {
  /** Rate and velocity limits of a sandbox business; a live one has them always. */
  limits: 'update businesses set limits_on = $2 where business_id = $1',
  /** Card, bank and personal data may come in a URL. */
  secretsInUrl: 'update businesses set secrets_in_url = $2 where business_id = $1',
} as const;

/** False: there is no such business. */
export async function switchFor(
  { db, now }: Pick<World, 'db' | 'now'>,
  businessId: bigint,
  name: keyof typeof switches,
  { on, actor }: { readonly on: boolean; readonly actor: string },
): Promise<boolean> {
  return await db.begin(async (tx) => {
    const business = await lockBusiness(tx, businessId);
    if (!business) return false;
    if (name === 'limits' && !on && business.environment === 'live') {
      throw new Refusal('wrong_state', { message: alwaysLimited });
    }

    await tx.query(switches[name], [businessId, on]);
    await recordAct(tx, {
      businessId,
      actor,
      act: 'business.switched',
      object: `business:${businessId}`,
      facts: { [name]: on },
      at: now(),
    });
    return true;
  });
}

const alwaysLimited = 'A live business always has its limits: they are not switched off.';
