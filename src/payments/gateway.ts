import { applicationOwner } from '../parties/applications/application.ts';
import type { Gateway } from '../ports/processors/processor.ts';
import { orMissing } from '../ports/vault/vault.ts';
import type { World } from '../world.ts';
import type { Order } from './order.ts';

/** The account under which a business charges cards, if its application named one. Tests use none. */
export async function gatewayOf(
  { db, vault }: Pick<World, 'db' | 'vault'>,
  { business, isTest, source }: Order,
): Promise<Gateway | undefined> {
  const { id: businessId, gatewayId: id } = business;
  if (id === undefined || isTest || source.method === 'bank') return undefined;
  const record = { businessId, owner: applicationOwner, field: 'passkey' } as const;
  const [found] = await vault.openMany(db, [record]);
  return { id, passkey: orMissing(found!) };
}
