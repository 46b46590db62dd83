import type { Sql } from '../base/sql.ts';
import { recordAct } from '../trail/trail.ts';
import type { World } from '../world.ts';

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
    if (!(await write(tx, businessId, switches[name], on))) return false;
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

async function write(
  tx: Sql,
  businessId: bigint,
  column: (typeof switches)[keyof typeof switches],
  on: boolean,
): Promise<boolean> {
  const rows = await tx.query(
    `update businesses set ${column} = $2 where business_id = $1 returning business_id`,
    [businessId, on],
  );
  return rows.length === 1;
}
