import { applicationOwner } from '../parties/applications/application.ts';
import type { Gateway } from '../ports/processors/processor.ts';
import { orMissing } from '../ports/vault/vault.ts';
import type { World } from '../world.ts';
import type { Order } from './order.ts';

/**
 * The account under which a business charges cards at the simulated bank, if its application named one. Tests use none.
 * An account at a gateway has a key of its own, and no passkey is opened for it.
 */
export async function gatewayOf(
  { db, vault }: Pick<World, 'db' | 'vault'>,
  { business, isTest, source, currency }: Order,
): Promise<Gateway | undefined> {
  const { id: businessId, gatewayId: id, cardAccounts } = business;
  const isElsewhere = isTest || source.method === 'bank' || cardAccounts[currency] !== undefined;
  if (id === undefined || isElsewhere) return undefined;
  const record = { businessId, owner: applicationOwner, field: 'passkey' } as const;
  const [found] = await vault.openMany(db, [record]);
  return { id, passkey: orMissing(found!) };
}
