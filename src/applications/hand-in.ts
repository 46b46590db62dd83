import type { Business } from '../businesses/business.ts';
import { dropRecords, type VaultField } from '../vault/vault.ts';
import type { World } from '../world.ts';
import { type Application, applicationOwner, type NewApplication } from './application.ts';
import { submitApplication } from './submit.ts';
import { sealAll, type Told, writeTold } from './told.ts';

/** What an application may have in the vault. */
const fields: readonly VaultField[] = [
  'account_number',
  'date_of_birth',
  'passkey',
  'social_security_number',
];

/**
 * An application of a business that exists: one that was made without, or whose last one came to nothing. It goes
 * the road of every other, and what was told with a former one is no longer in the vault.
 */
export async function handIn(
  world: World,
  business: Business,
  wish: Omit<NewApplication, 'secrets'> & Told,
): Promise<Application> {
  const { id: businessId } = business;
  const records = await sealAll(world, businessId, wish.secrets);
  return await world.db.begin(async (tx) => {
    const application = await submitApplication(world, tx, business, wish, wish.actor);
    const names = fields.map((field) => ({ businessId, owner: applicationOwner, field }));
    await dropRecords(tx, names);
    await writeTold(world, tx, application, wish, records);
    return application;
  });
}
