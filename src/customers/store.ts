import { int8, rowSet } from '../base/rows.ts';
import type { Sql } from '../base/sql.ts';
import type { Contact } from './customer.ts';

const wanted = rowSet({ businessId: int8, id: int8 });

export async function customersExist(
  sql: Sql,
  keys: readonly { businessId: bigint; id: bigint }[],
): Promise<boolean[]> {
  const rows = await sql.query<{ business_id: bigint; id: bigint }>(
    `select business_id, id from ${wanted.sql} join customers using (business_id, id)`,
    wanted.encode(keys),
  );
  const found = new Set(rows.map((row) => `${row.business_id} ${row.id}`));
  return keys.map(({ businessId, id }) => found.has(`${businessId} ${id}`));
}

/** How customers are reached, among those asked for. */
export async function readContacts(
  sql: Sql,
  keys: readonly { businessId: bigint; id: bigint }[],
): Promise<(Contact | undefined)[]> {
  const rows = await sql.query<ContactRecord>(
    `select c.business_id, c.id, c.external_id, c.phone, c.email, c.first_name, c.last_name, c.address1,
       c.address2, c.city, c.state_code, c.postal_code, c.country_code
     from ${wanted.sql} join customers c using (business_id, id)`,
    wanted.encode(keys),
  );
  const found = new Map(rows.map((row) => [`${row.business_id} ${row.id}`, toContact(row)]));
  return keys.map(({ businessId, id }) => found.get(`${businessId} ${id}`));
}

type ContactRecord = {
  business_id: bigint;
  id: bigint;
  external_id: string | null;
  phone: string;
  email: string;
  first_name: string;
  last_name: string;
  address1: string;
  address2: string;
  city: string;
  state_code: string;
  postal_code: string;
  country_code: string;
};

function toContact(row: ContactRecord): Contact {
  return {
    externalId: row.external_id ?? undefined,
    phone: row.phone,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    address1: row.address1,
    address2: row.address2,
    city: row.city,
    stateCode: row.state_code,
    postalCode: row.postal_code,
    countryCode: row.country_code,
  };
}
