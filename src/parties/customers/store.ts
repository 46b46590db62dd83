import { oneOf } from '../../runtime/column.ts';
import type { Sql } from '../../runtime/sql.ts';
import { shape } from '../../runtime/table.ts';
import { type Contact, type Customer, type CustomerChange, customers } from './customer.ts';

const keys = customers.pick('businessId', 'id');
const pointers = customers.pick('businessId', 'id', 'mergedInto');
const ids = customers.pick('id');
const wanted = keys.set();
type CustomerKey = Pick<Customer, 'businessId' | 'id'>;

/** The id of a customer `x`, or of the one that it was merged into. */
export const currentId = 'coalesce(x.merged_into, x.id)';

/** The customers that these ids mean: one that was merged means the other. Undefined: there is no such customer. */
export async function customersMeant(
  sql: Sql,
  asked: readonly CustomerKey[],
): Promise<(bigint | undefined)[]> {
  const rows = await pointers.read(
    sql,
    `select ${pointers.columns} from ${wanted.sql} join customers using (business_id, id)`,
    wanted.encode(asked),
  );
  const found = new Map(rows.map((row) => [keyOf(row), row.mergedInto ?? row.id]));
  return asked.map((key) => found.get(keyOf(key)));
}

const keyedContacts = customers.omit('createdAt', 'status', 'details', 'updatedAt', 'language');
export type KnownContact = Contact & Pick<Customer, 'id'>;

/**
 * Contacts of customers, in the order of the keys; undefined where there is no such customer. One that was merged has the
 * contact, and the id, of the other.
 */
export async function readContacts(
  sql: Sql,
  asked: readonly CustomerKey[],
): Promise<(KnownContact | undefined)[]> {
  const rows = await keyedContacts.read(
    sql,
    `select ${keyedContacts.of('c')} from ${wanted.sql} join customers c using (business_id, id)`,
    wanted.encode(asked),
  );
  const found = new Map(rows.map((row) => [keyOf(row), row]));
  const merged = rows.filter(({ mergedInto }) => mergedInto !== undefined);
  if (merged.length > 0) {
    const into = merged.map(({ businessId, mergedInto }) => ({ businessId, id: mergedInto! }));
    const known = await readContacts(sql, into);
    for (const [i, row] of merged.entries()) {
      const { businessId } = row;
      if (known[i]) found.set(keyOf(row), { ...known[i], businessId, mergedInto: undefined });
    }
  }
  return asked.map((key) => found.get(keyOf(key)));
}

function keyOf({ businessId, id }: CustomerKey): string {
  return `${businessId} ${id}`;
}

// The first row from the wanted value on, compared afterwards: find-or-make.ts says why. So in `findTaken`.
const byExternalId = (value: string) => `(
  select ${currentId} as id, x.external_id from customers x
  where x.business_id = $1 and x.external_id >= ${value} order by x.external_id limit 1
)`;

export async function findByExternalId(
  sql: Sql,
  businessId: bigint,
  externalId: string,
): Promise<bigint | undefined> {
  const text = `select y.id from ${byExternalId('$2')} y where y.external_id = $2`;
  return (await ids.readOne(sql, text, [businessId, externalId]))?.id;
}

export async function readCustomer(
  sql: Sql,
  businessId: bigint,
  id: bigint,
): Promise<Customer | undefined> {
  return await customers.readOne(
    sql,
    `select ${customers.columns} from customers where business_id = $1 and id = $2`,
    [businessId, id],
  );
}

/** Locked until the transaction ends. */
export async function lockCustomer(
  tx: Sql,
  { businessId, id }: CustomerKey,
): Promise<Customer | undefined> {
  return await customers.readOne(
    tx,
    `select ${customers.columns} from customers where business_id = $1 and id = $2 for update`,
    [businessId, id],
  );
}

const regions = customers.pick('stateCode', 'countryCode');

/** The region of a customer, locked until the transaction ends. */
export async function lockRegion(
  tx: Sql,
  { businessId, id }: CustomerKey,
): Promise<Pick<Contact, 'stateCode' | 'countryCode'> | undefined> {
  return await regions.readOne(
    tx,
    `select ${regions.columns} from customers where business_id = $1 and id = $2 for update`,
    [businessId, id],
  );
}

const changeable = customers.omit(
  'businessId',
  'id',
  'createdAt',
  'details',
  'updatedAt',
  'mergedInto',
  'language',
);
const newOrOld = changeable.names
  .split(', ')
  .map((name) => `${name} = coalesce(r.${name}, c.${name})`)
  .join(', ');
const changes = changeable.outer().set(6);

/** In one statement, so that neither of two concurrent changes overwrites fields that it does not name. */
export async function changeRow(
  sql: Sql,
  { businessId, id }: CustomerKey,
  change: CustomerChange,
  at: Date,
): Promise<void> {
  const { details, language, ...texts } = change;
  await sql.query(
    `update customers c set ${newOrOld},
       details = (c.details::jsonb || $3::jsonb)::json, updated_at = $4,
       language = coalesce(nullif($5::text, ''), case when $5 is null then c.language end)
     from ${changes.sql} where c.business_id = $1 and c.id = $2`,
    [
      businessId,
      id,
      JSON.stringify(details ?? {}),
      at,
      language === null ? '' : language,
      ...changes.encode([texts]),
    ],
  );
}

/** Never delivered to (RFC 2606): the mail address of one that was merged, where it is found by no contact of its own. */
const pointerEmail = `'merged-' || x.id || '@quittance.invalid'`;

/** Lets go of what a customer takes over from one that was merged into it: no two rows have the same. */
export async function releaseMerged(
  tx: Sql,
  { businessId, id }: CustomerKey,
  { externalId, phone, email }: CustomerChange,
): Promise<void> {
  await tx.query(
    `update customers x set external_id = null, phone = '', email = ${pointerEmail}
     from customers c
     where x.business_id = $1 and x.merged_into = $2 and c.business_id = $1 and c.id = $2
       and (x.external_id = $3 or x.phone = coalesce($4, c.phone) and x.email = coalesce($5, c.email)
         and coalesce(x.external_id, '') = coalesce($3, c.external_id, ''))`,
    [businessId, id, externalId, phone, email],
  );
}

const takenParts = shape({ taken: oneOf(['external_id', 'contact']) });

/** Which part of this change belongs to another customer: no two have one external id, or the whole contact. */
export async function findTaken(
  sql: Sql,
  { businessId, id }: CustomerKey,
  { externalId, phone, email }: CustomerChange,
): Promise<'external_id' | 'contact' | undefined> {
  const [found] = await takenParts.read(
    sql,
    `select 'external_id' as taken from ${byExternalId('$3')} o
     where o.external_id = $3 and o.id <> $2
     union all
     select 'contact' from (
       select c.id, coalesce($4, c.phone) as phone, coalesce($5, c.email) as email,
         coalesce($3, c.external_id, '') as external_id
       from customers c where c.business_id = $1 and c.id = $2
     ) c
     cross join lateral (
       select ${currentId} as id, x.phone, x.email, coalesce(x.external_id, '') as external_id from customers x
       where x.business_id = $1
         and (x.phone, x.email, coalesce(x.external_id, '')) >= (c.phone, c.email, c.external_id)
       order by x.phone, x.email, coalesce(x.external_id, '') limit 1
     ) o
     where o.phone = c.phone and o.email = c.email and o.external_id = c.external_id and o.id <> c.id
     order by taken desc`,
    [businessId, id, externalId, phone, email],
  );
  return found?.taken;
}
