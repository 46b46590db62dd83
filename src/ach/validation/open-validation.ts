import type { Business } from '../../parties/businesses/business.ts';
import { atClockOf } from '../../parties/businesses/clock.ts';
import { findPage, pageAddress } from '../../parties/businesses/page-address.ts';
import { type PublicProfile, readFace, speaking } from '../../parties/businesses/public-profile.ts';
import { readBusiness } from '../../parties/businesses/store.ts';
import { readLanguage } from '../../parties/customers/language.ts';
import { readPayments } from '../../payments/store.ts';
import { recordAct } from '../../records/audit-log.ts';
import type { World } from '../../world.ts';
import { isDue } from './conclude.ts';
import { sentCents } from './probes.ts';
import { lockValidation, moveValidation, readValidation } from './store.ts';
import type { Validation, ValidationKey } from './validation.ts';

/** `coming`: the amounts are not on their way yet. `over`: failed, expired or withdrawn. */
export type ValidationStanding = 'coming' | 'open' | 'validated' | 'over';

/** A validation by micro-deposits, as its page shows it. */
export type OpenedValidation = {
  /** Has the clock of the business. */
  readonly world: World;
  readonly business: Business;
  /** In the language of the customer, where that is known. */
  readonly face: PublicProfile;
  readonly validation: Validation;
  readonly standing: ValidationStanding;
};

/** Undefined: there is no such address. */
export async function openValidation(
  world: World,
  secretPart: string,
): Promise<OpenedValidation | undefined> {
  const page = await findPage(world.db, 'account_validation', secretPart);
  if (!page) return undefined;
  const { businessId, objectId: id } = page;
  const validation = await readValidation(world.db, { businessId, id });
  // Claimed before the validation was made, which it never was.
  if (!validation) return undefined;
  const business = await readBusiness(world.db, businessId);
  const face = await readFace(world.db, businessId);
  const [payment] = await readPayments(world.db, [{ businessId, id: validation.paymentId }]);
  if (!business || !face) throw new Error('an address that leads nowhere');
  const payer = payment && { businessId, id: payment.customerId };
  const spoken = speaking(face, payer && (await readLanguage(world.db, payer)));
  const own = atClockOf(world, business);
  const standing = await standingOf(own, validation);
  return { world: own, business, face: spoken, validation, standing };
}

async function standingOf(world: World, validation: Validation): Promise<ValidationStanding> {
  if (validation.state === 'validated') return 'validated';
  if (validation.state !== 'pending' || isDue(validation, world.now())) return 'over';
  return (await sentCents(world.db, validation)) ? 'open' : 'coming';
}

/** The page at which the payer confirms the amounts. The audit log records that it was shown. */
export async function showValidationAddress(
  world: World,
  { businessId, id }: ValidationKey,
  actor: string,
): Promise<string> {
  const act = { businessId, actor, act: 'account_validation.shown', object: `validation:${id}` };
  await world.db.begin((tx) => recordAct(tx, { ...act, facts: {}, at: world.now() }));
  return pageAddress(world, { businessId, kind: 'account_validation', objectId: id });
}

/** Lets an account that failed be tried again with its next payment. False: it has not failed, or does no more. */
export async function releaseValidation(
  world: World,
  key: ValidationKey,
  { actor, reason }: { readonly actor: string; readonly reason: string },
): Promise<boolean> {
  return await world.db.begin(async (tx) => {
    const validation = await lockValidation(tx, key);
    if (validation?.state !== 'failed') return false;
    const at = world.now();
    await moveValidation(tx, validation, 'withdrawn', { endedAt: at });
    const { businessId, id } = key;
    const act = { businessId, actor, act: 'account_validation.released', at };
    await recordAct(tx, { ...act, object: `validation:${id}`, facts: { reason } });
    return true;
  });
}
