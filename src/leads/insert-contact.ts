import {
  openConversations,
  readStanding,
  type Standing,
} from '../notify/conversations/conversation-store.ts';
import { ownNumberOf } from '../notify/conversations/own-number.ts';
import { ownerOfNumber } from '../parties/businesses/claims.ts';
import { contactWithPhone, findOrMakeByPhone } from '../parties/customers/by-phone.ts';
import type { World } from '../world.ts';
import { findWaiting, insertContactLead, lockCustomer } from './store.ts';

export type ContactRequest = {
  readonly businessId: bigint;
  /** Ten digits. */
  readonly phone: string;
  readonly firstName: string;
  readonly lastName: string;
  /** The number to text from; by default the business's own. */
  readonly ownNumber: string | undefined;
};

export type InsertedContact = {
  readonly customerId: bigint;
  readonly leadId: bigint;
  readonly ownNumber: string;
  /** True when this call made the lead. */
  readonly isNew: boolean;
  readonly standing: Standing;
};

/**
 * Adds a person whom the business wants to text: finds or makes the customer with this phone, opens the
 * conversation, and makes a lead unless one is waiting. Idempotent.
 */
export async function insertContact(
  world: World,
  request: ContactRequest,
): Promise<InsertedContact | 'not_its_number' | 'no_number'> {
  const { businessId, phone, firstName, lastName } = request;
  const ownNumber = request.ownNumber ?? (await ownNumberOf(world, businessId));
  if (ownNumber === undefined) return 'no_number';
  if ((await ownerOfNumber(world.db, ownNumber)) !== businessId) return 'not_its_number';

  return await world.db.begin(async (tx) => {
    const contact = contactWithPhone(phone, { firstName, lastName });
    const customerId = await findOrMakeByPhone(world, tx, businessId, contact);
    await lockCustomer(tx, businessId, customerId);
    const at = world.now();
    const nextId = () => world.ids.next(businessId);
    await openConversations(tx, { businessId, ownNumber }, [{ phone, customerId }], { at, nextId });
    const standing = await readStanding(tx, { businessId, ownNumber, phone });
    const known = { customerId, ownNumber, standing };
    const waiting = await findWaiting(tx, businessId, customerId);
    if (waiting !== undefined) return { ...known, leadId: waiting, isNew: false };
    const { externalId: _, countryCode: __, ...person } = contact;
    const details = { ...person, answers: [] };
    const leadId = await nextId();
    await insertContactLead(tx, { businessId, id: leadId, customerId, details, createdAt: at });
    return { ...known, leadId, isNew: true };
  });
}
