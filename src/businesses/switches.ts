import { Refusal } from '../base/refusal.ts';
import type { Sql } from '../base/sql.ts';
import { recordAct } from '../trail/trail.ts';
import type { World } from '../world.ts';
import { lockBusiness } from './store.ts';

/** What an operator switches on or off for a business, by its column. */
const switches = {
  /** Rate and velocity limits of a sandbox business; a live one has them always. */
  limits: 'limits_on',
  /** Whether card, bank and personal data may come in an address. */
  secretsInUrl: 'secrets_in_url',
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

    await write(tx, businessId, switches[name], on);
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

async function write(
  tx: Sql,
  businessId: bigint,
  column: (typeof switches)[keyof typeof switches],
  on: boolean,
): Promise<void> {
  await tx.query(`update businesses set ${column} = $2 where business_id = $1`, [businessId, on]);
}
