import type { Bought } from '../../ports/carriers/carrier.ts';
import { recordAct } from '../../records/audit-log.ts';
import type { Sql } from '../../runtime/sql.ts';
import type { World } from '../../world.ts';
import type { Business } from './business.ts';
import { areaCodeOf, claimMobileNumber } from './claims.ts';
import { readProfile } from './profile.ts';
import { readBusiness } from './store.ts';

/** A number that a business is to have, and the name under which it is bought: for each business one, once. */
export type NumberWanted = { readonly areaCode: string; readonly reference: string };

/** `isDone`: there is nothing to come back for. */
export type Assigned = { readonly isDone: boolean; readonly number: string | undefined };

/** How long a caller that waits for its answer waits for a number, and how long the worker does. */
export const patienceMs = { caller: 5000, worker: 40_000 } as const;

/** When the worker takes it up: the call that made the business has given up by then. */
export const firstLookMs = 30_000;

/** Undefined where the carrier sells no numbers. The reference is random, so that two installations never share one. */
export function numberWanted(
  world: Pick<World, 'carriers' | 'uuid'>,
  environment: Business['environment'],
  businessId: bigint,
  phone: string,
): NumberWanted | undefined {
  if (!world.carriers.texts[environment]?.numbers) return undefined;
  return { areaCode: areaCodeOf(phone), reference: `${businessId} ${world.uuid()}` };
}

/**
 * Buys a number for a business that has none. A process that dies after the purchase leaves a number of that name at the
 * carrier, where the next attempt finds it. Two attempts must not run at once: see `firstLookMs`.
 */
export async function assignNumber(
  world: World,
  businessId: bigint,
  { areaCode, reference }: NumberWanted,
  withinMs: number,
): Promise<Assigned> {
  const business = await readBusiness(world.db, businessId);
  const profile = await readProfile(world.db, businessId);
  if (!business || !profile || business.state === 'closed') return nothingToDo;
  if (profile.mobileNumber) return { isDone: true, number: profile.mobileNumber };
  const carrier = world.carriers.texts[business.environment];
  const bought = await carrier?.numbers?.buy({ areaCode, reference, withinMs });
  if (!carrier || !bought) return { isDone: false, number: undefined };

  const own = { ...bought, carrier: carrier.name };
  const isOurs = await world.db.begin((tx) => give(tx, businessId, own, world.now()));
  if (isOurs) return { isDone: true, number: bought.number };
  // Another business had reported the number as its own: a person must find the owner.
  world.log.error('number.taken', { businessId });
  return nothingToDo;
}

const nothingToDo: Assigned = { isDone: true, number: undefined };

/** False when another business has this number. */
async function give(
  tx: Sql,
  businessId: bigint,
  { number, carrier, carrierId, callsAt }: Bought & { readonly carrier: string },
  at: Date,
): Promise<boolean> {
  if (!(await claimMobileNumber(tx, number, businessId, { carrier, carrierId, callsAt })))
    return false;
  await tx.query(
    `update business_profiles set mobile_number = $2, updated_at = $3
     where business_id = $1 and mobile_number is null`,
    [businessId, number, at],
  );
  const act = { actor: 'system', act: 'number.assigned', object: `business:${businessId}` };
  await recordAct(tx, { businessId, ...act, facts: { number, carrier }, at });
  return true;
}
