import { int8, rowSet } from '../base/rows.ts';
import type { Sql } from '../base/sql.ts';
import type { Contact, Customer, CustomerChange, CustomerStatus } from './customer.ts';

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

/*
 * Looked up as "the first from here on, if it is the one", here and below: see find-or-make.ts for why.
 */
const byExternalId = (value: string) => `(
  select x.id, x.external_id from customers x
  where x.business_id = $1 and x.external_id >= ${value} order by x.external_id limit 1
)`;

export async function findByExternalId(
  sql: Sql,
  businessId: bigint,
  externalId: string,
): Promise<bigint | undefined> {
  const rows = await sql.query<{ id: bigint }>(
    `select y.id from ${byExternalId('$2')} y where y.external_id = $2`,
    [businessId, externalId],
  );
  return rows[0]?.id;
}

export async function readCustomer(
  sql: Sql,
  businessId: bigint,
  id: bigint,
): Promise<Customer | undefined> {
  const rows = await sql.query<
    ContactRecord & { id: bigint; status: CustomerStatus; details: Customer['details'] }
  >('select * from customers where business_id = $1 and id = $2', [businessId, id]);
  const [row] = rows;
  return row && { ...toContact(row), id: row.id, status: row.status, details: row.details };
}

/** In one statement, so that of two changes at once neither covers what it does not name. */
export async function changeRow(
  sql: Sql,
  key: { readonly businessId: bigint; readonly id: bigint },
  change: CustomerChange,
  at: Date,
): Promise<void> {
  await sql.query(
    `update customers set external_id = coalesce($3, external_id), phone = coalesce($4, phone),
       email = coalesce($5, email), first_name = coalesce($6, first_name),
       last_name = coalesce($7, last_name), address1 = coalesce($8, address1),
       address2 = coalesce($9, address2), city = coalesce($10, city),
       state_code = coalesce($11, state_code), postal_code = coalesce($12, postal_code),
       country_code = coalesce($13, country_code), status = coalesce($14, status),
       details = (details::jsonb || $15::jsonb)::json, updated_at = $16
     where business_id = $1 and id = $2`,
    [
      key.businessId,
      key.id,
      change.externalId,
      change.phone,
      change.email,
      change.firstName,
      change.lastName,
      change.address1,
      change.address2,
      change.city,
      change.stateCode,
      change.postalCode,
      change.countryCode,
      change.status,
      JSON.stringify(change.details ?? {}),
      at,
    ],
  );
}

/** What of this change another customer has already: no two have one external id, or all of the other. */
export async function findTaken(
  sql: Sql,
  { businessId, id }: { readonly businessId: bigint; readonly id: bigint },
  { externalId, phone, email }: CustomerChange,
): Promise<'external_id' | 'contact' | undefined> {
  const rows = await sql.query<{ taken: 'external_id' | 'contact' }>(
    `select 'external_id' as taken from ${byExternalId('$3')} o
     where o.external_id = $3 and o.id <> $2
     union all
     select 'contact' from (
       select c.id, coalesce($4, c.phone) as phone, coalesce($5, c.email) as email,
         coalesce($3, c.external_id, '') as external_id
       from customers c where c.business_id = $1 and c.id = $2
     ) c
     cross join lateral (
       select x.id, x.phone, x.email, coalesce(x.external_id, '') as external_id from customers x
       where x.business_id = $1
         and (x.phone, x.email, coalesce(x.external_id, '')) >= (c.phone, c.email, c.external_id)
       order by x.phone, x.email, coalesce(x.external_id, '') limit 1
     ) o
     where o.phone = c.phone and o.email = c.email and o.external_id = c.external_id and o.id <> c.id
     order by taken desc`,
    [businessId, id, externalId, phone, email],
  );
  return rows[0]?.taken;
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
