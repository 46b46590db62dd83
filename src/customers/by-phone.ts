import { Refusal } from '../base/refusal.ts';
import { rowSet } from '../base/rows.ts';
import type { Sql } from '../base/sql.ts';
import type { World } from '../world.ts';
import type { Contact } from './customer.ts';
import { contactColumns, contactRows, findOrMake } from './find-or-make.ts';

/*
 * Looked up as "the first from here on, if it is the one": see find-or-make.ts for why. Several people may share a
 * phone; it is always the same of them who is found.
 */
const firstWithPhone = `
  select x.id from (
    select c.id, c.phone from customers c
    where c.business_id = $1 and (c.phone, c.email, coalesce(c.external_id, '')) >= ($2, '', '')
    order by c.phone, c.email, coalesce(c.external_id, '') limit 1
  ) x where x.phone = $2`;

export async function findByPhone(
  sql: Sql,
  businessId: bigint,
  phone: string,
): Promise<bigint | undefined> {
  const [row] = await sql.query<{ id: bigint }>(firstWithPhone, [businessId, phone]);
  return row?.id;
}

const people = rowSet(contactColumns);

/** The customer whose phone this is, or a new one made of all that is told. What is known of a known one stays. */
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
    const [made] = await tx.query<{ owner_id: bigint }>(
      `with input as (select * from ${people.sql}), ${findOrMake} select owner_id from owned`,
      people.encode(asked),
    );
    if (made) return made.owner_id;
    // Somebody made the same one just now; the next look sees it.
  }
  throw new Refusal('busy');
}

/** Somebody of whom nothing is known but a phone. */
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
