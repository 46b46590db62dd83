import { Refusal } from '../../kernel/refusal.ts';
import { int8 } from '../../runtime/column.ts';
import type { Sql } from '../../runtime/sql.ts';
import { rowSet, shape } from '../../runtime/table.ts';
import type { World } from '../../world.ts';
import { type Contact, customers } from './customer.ts';
import { contactColumns, contactRows, findOrMake } from './find-or-make.ts';

// Finds the first row from the wanted phone on, and compares it afterwards: find-or-make.ts says why. Of several
// customers with one phone it always finds the same.
const firstWithPhone = `
  select x.id from (
    select coalesce(c.merged_into, c.id) as id, c.phone from customers c
    where c.business_id = $1 and c.phone >= $2
    order by c.phone, c.email, coalesce(c.external_id, '') limit 1
  ) x where x.phone = $2`;

const ids = customers.pick('id');

export async function findByPhone(
  sql: Sql,
  businessId: bigint,
  phone: string,
): Promise<bigint | undefined> {
  return (await ids.readOne(sql, firstWithPhone, [businessId, phone]))?.id;
}

const input = rowSet(contactColumns);
const owners = shape({ ownerId: int8 });

/** The customer with this phone, unchanged; or a new one made of the contact. */
export async function findOrMakeByPhone(
  world: Pick<World, 'ids' | 'now'>,
  tx: Sql,
  businessId: bigint,
  contact: Contact,
): Promise<bigint> {
  const createdAt = world.now();
  for (let tries = 1; tries <= 5; tries += 1) {
    const known = await findByPhone(tx, businessId, contact.phone);
    if (known !== undefined) return known;
    const id = await world.ids.next(businessId);
    const asked = contactRows([contact], () => ({
      businessId,
      id,
      customerId: undefined,
      contact,
      createdAt,
    }));
    const made = await owners.readOne(
      tx,
      `with input as (select * from ${input.sql}), ${findOrMake} select owner_id as "ownerId" from owned`,
      input.encode(asked),
    );
    if (made) return made.ownerId;
    // Another transaction has just made the same customer; the next look-up sees it.
  }
  throw new Refusal('busy');
}

/** A contact with nothing but a phone. */
export function contactWithPhone(phone: string, more: Partial<Contact> = {}): Contact {
  return {
    externalId: undefined,
    phone,
    email: '',
    firstName: '',
    lastName: '',
    address1: '',
    address2: '',
    city: '',
    stateCode: '',
    postalCode: '',
    countryCode: 'US',
    ...more,
  };
}
