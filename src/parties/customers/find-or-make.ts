import { bool, int8, text, timestamptz } from '../../runtime/column.ts';
import { insertEvents } from '../../runtime/events.ts';
import { type Contact, contactKey, contacts } from './customer.ts';
import { currentId } from './store.ts';

const details = contacts.omit('externalId');

/**
 * Finding or making the customer is part of the statement that needs one, so this is a fragment and not a
 * function: a statement whose `input` has these columns gets `owned`, its rows with an `owner_id`. A row
 * that is missing there lost a race: another transaction made the same customer, or gave the one that was found another
 * external id. The caller runs the statement again.
 */
export const contactColumns = {
  businessId: int8,
  /** The id of the input row; also of the customer that it makes. */
  id: int8,
  customerId: int8,
  newCustomerId: int8,
  makesCustomer: bool,
  customerExternalId: text,
  ...details.fields,
  createdAt: timestamptz,
};

/*
 * The event of a new customer, where a webhook takes it. Its id is a UUID of version 8: it grows with time as other ids
 * do, and is derived from the customer, so that no random bytes are needed.
 */
const eventId = `overlay(overlay(
    lpad(to_hex((extract(epoch from m.created_at) * 1000)::bigint), 12, '0')
      || substr(md5('customer.added ' || m.business_id || '/' || m.id), 1, 20)
    placing '8' from 13 for 1) placing '8' from 17 for 1)::uuid`;
const eventData = `json_strip_nulls(json_build_object('customerId', m.id::text,
    'externalId', m.customer_external_id, 'firstName', m.first_name, 'lastName', m.last_name,
    'email', m.email, 'phone', m.phone, 'address1', m.address1, 'address2', m.address2, 'city', m.city,
    'stateCode', m.state_code, 'postalCode', m.postal_code, 'countryCode', m.country_code))`;

/*
 * Written without joins between the sets: `(…) in (select …) is true` stays a hash look-up, where the planner,
 * which takes a set that is just being written for one row, would make a join a nested loop, and quadratic.
 *
 * A customer is looked up as "the first from here on, if it is the one": in a table without statistics the
 * planner takes any index that begins with the business for as good as the right one, and would read all
 * customers of the business; only the right one has them in order. The bound names no coalesce: the policy of
 * row-level security lets only conditions without one into an index.
 */
export const findOrMake = `
matched as materialized (
  select i.*, coalesce(i.customer_id, e.current_id, c.current_id) as found_id,
    case when e.id is null and c.external_id is null and i.customer_external_id is not null
      then c.id end as adopted_id
  from input i
  left join lateral (
    select y.id, y.current_id from (
      select x.id, ${currentId} as current_id, x.external_id from customers x
      where x.business_id = i.business_id and x.external_id >= i.customer_external_id
      order by x.external_id limit 1
    ) y
    where i.customer_id is null and y.external_id = i.customer_external_id
  ) e on true
  left join lateral (
    select y.id, y.current_id, y.external_id from (
      select x.id, ${currentId} as current_id, x.external_id, x.phone, x.email from customers x
      where x.business_id = i.business_id
        and (x.phone, x.email) >= (i.phone, i.email)
      order by x.phone, x.email, coalesce(x.external_id, '') limit 1
    ) y
    where i.customer_id is null and e.id is null and y.phone = i.phone and y.email = i.email
      and (i.customer_external_id is null or y.external_id is null)
      -- Nobody is known by having neither phone nor mail.
      and (i.customer_external_id is null or i.phone <> '' or i.email <> '')
  ) c on true
),
adopted as (
  update customers x set external_id = m.customer_external_id
  from matched m
  where m.adopted_id is not null and m.makes_customer
    and x.business_id = m.business_id and x.phone = m.phone and x.email = m.email
    and x.id = m.adopted_id and x.external_id is null
  returning x.business_id, x.id, x.external_id
),
made as (
  insert into customers (business_id, id, external_id, ${details.names}, created_at)
  select business_id, id, customer_external_id, ${details.names}, created_at
  from matched
  where found_id is null and makes_customer
  on conflict do nothing
  returning business_id, id
),
announced as (
  ${insertEvents(
    `select m.business_id, ${eventId} as event_id, m.id as object_id, m.created_at as happened_at,
    ${eventData} as event_data, '{webhook}' as pending
  from matched m
  where ((m.business_id, m.id) in (select business_id, id from made)) is true
    and (select true from webhook_endpoints w where w.business_id = m.business_id and w.kind = 'customers')`,
    'customer.added',
  )}
  on conflict do nothing
),
owned as materialized (
  select m.*, coalesce(m.found_id, m.new_customer_id) as owner_id from matched m
  where m.found_id is not null and (m.adopted_id is null
      or ((m.business_id, m.adopted_id, m.customer_external_id)
        in (select business_id, id, external_id from adopted)) is true)
    or (m.business_id, m.new_customer_id) in (select business_id, id from made)
)`;

type Request = {
  readonly businessId: bigint;
  readonly id: bigint;
  readonly customerId: bigint | undefined;
  readonly contact: Contact;
  readonly createdAt: Date;
};

/** Gives each row its contact columns; of several rows of a batch for one new customer, the first makes it. */
export function contactRows<Row>(rows: readonly Row[], requestOf: (row: Row) => Request) {
  const makers = new Map<string, bigint>();
  return rows.map((row) => {
    const { businessId, id, customerId, contact, createdAt } = requestOf(row);
    const key = contactKey(businessId, contact);
    const maker = makers.get(key);
    if (maker === undefined) makers.set(key, id);
    return {
      ...contact,
      businessId,
      id,
      customerId,
      newCustomerId: maker ?? id,
      makesCustomer: maker === undefined && customerId === undefined,
      customerExternalId: contact.externalId,
      createdAt,
    };
  });
}
