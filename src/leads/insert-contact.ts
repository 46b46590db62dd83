import type { Sql } from '../base/sql.ts';
import { openConversations } from '../conversations/conversation-store.ts';
import { findSender } from '../conversations/own-number.ts';
import { contactWithPhone, findOrMakeByPhone } from '../customers/by-phone.ts';
import type { World } from '../world.ts';
import { findWaiting, insertContactLead, lockCustomer } from './store.ts';

export type ContactWish = {
  readonly businessId: bigint;
  /** Ten digits. */
  readonly phone: string;
  readonly firstName: string;
  readonly lastName: string;
  /** From which the business writes; its own when it names none. */
  readonly ownNumber: string | undefined;
};

export type InsertedContact = {
  readonly customerId: bigint;
  readonly leadId: bigint;
  readonly ownNumber: string;
  /** Whether it was put on the list just now. */
  readonly isNew: boolean;
};

/**
 * Somebody whom the business wants to write to: the customer with this phone is found or made, the conversation
 * is opened, and whoever is not on the list of leads yet is put there. Done twice it is the same.
 */
export async function insertContact(
  world: World,
  wish: ContactWish,
): Promise<InsertedContact | 'not_its_number' | 'no_number'> {
  const { businessId, phone, firstName, lastName } = wish;
  return await world.db.begin(async (tx) => {
    const ownNumber = wish.ownNumber ?? (await findSender(world, tx, businessId)).number;
    if (ownNumber === undefined) return 'no_number';
    if (!(await isNumberOf(tx, businessId, ownNumber))) return 'not_its_number';

    const contact = contactWithPhone(phone, { firstName, lastName });
    const customerId = await findOrMakeByPhone(world, tx, businessId, contact);
    await lockCustomer(tx, businessId, customerId);
    const at = world.now();
    const nextId = () => world.ids.next(businessId);
    await openConversations(tx, { businessId, ownNumber }, [{ phone, customerId }], { at, nextId });
    const waiting = await findWaiting(tx, businessId, customerId);
    if (waiting !== undefined) return { customerId, leadId: waiting, ownNumber, isNew: false };
    const { externalId: _, countryCode: __, ...person } = contact;
    const details = { ...person, answers: [] };
    const leadId = await nextId();
    await insertContactLead(tx, { businessId, id: leadId, customerId, details, createdAt: at });
    return { customerId, leadId, ownNumber, isNew: true };
  });
}

/** Scope: lookup. */
async function isNumberOf(sql: Sql, businessId: bigint, number: string): Promise<boolean> {
  const rows = await sql.query(
    'select number from mobile_numbers where number = $1 and business_id = $2',
    [number, businessId],
  );
  return rows.length > 0;
}
