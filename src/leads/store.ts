import type { Contact, Customer } from '../parties/customers/customer.ts';
import { contactColumns, contactRows, findOrMake } from '../parties/customers/find-or-make.ts';
import { json, jsonOf } from '../runtime/column.ts';
import { matching } from '../runtime/matching.ts';
import type { Sql } from '../runtime/sql.ts';
import { type RowOf, rowSet } from '../runtime/table.ts';
import type { Acknowledgement } from './acknowledge.ts';
import { type Lead, type LeadDetails, leads } from './lead.ts';

const readable = leads.omit('submission');
const keys = leads.pick('id');

const inputs = rowSet({
  ...contactColumns,
  ...leads.pick('formId', 'details', 'submission').fields,
});

export type FormLead = {
  readonly businessId: bigint;
  readonly id: bigint;
  readonly formId: bigint;
  readonly contact: Contact;
  readonly details: LeadDetails;
  /** Hash of the page and its answers. */
  readonly submission: Buffer;
  readonly createdAt: Date;
};

/**
 * Inserted with the customer, in one statement. False: it existed already, or a concurrent request made its customer.
 */
export async function insertFormLead(sql: Sql, lead: FormLead): Promise<boolean> {
  const { contact, businessId, id, createdAt, formId, submission } = lead;
  const contacts = contactRows([lead], () => ({
    businessId,
    id,
    customerId: undefined,
    contact,
    createdAt,
  }));
  const details = JSON.stringify(lead.details);
  const rows = await sql.query(
    `with input as (select * from ${inputs.sql}),
     ${findOrMake}
     insert into leads (business_id, id, customer_id, form_id, source, state, details, submission, created_at)
     select business_id, id, owner_id, form_id, 'lead_form', 'waiting', details, submission, created_at
     from owned on conflict do nothing returning id`,
    inputs.encode(contacts.map((one) => ({ ...one, formId, details, submission }))),
  );
  return rows.length > 0;
}

export async function findBySubmission(
  sql: Sql,
  { businessId, formId, submission }: Pick<FormLead, 'businessId' | 'formId' | 'submission'>,
): Promise<bigint | undefined> {
  const found = await keys.readOne(
    sql,
    'select id from leads where business_id = $1 and form_id = $2 and submission = $3',
    [businessId, formId, submission],
  );
  return found?.id;
}

/** Serializes requests about this customer until the transaction ends. */
export async function lockCustomer(tx: Sql, businessId: bigint, id: bigint): Promise<void> {
  await tx.query('select id from customers where business_id = $1 and id = $2 for no key update', [
    businessId,
    id,
  ]);
}

export async function findWaiting(
  sql: Sql,
  businessId: bigint,
  customerId: bigint,
): Promise<bigint | undefined> {
  const found = await keys.readOne(
    sql,
    `select id from leads where business_id = $1 and customer_id = $2 and state = 'waiting'
     order by created_at, id limit 1`,
    [businessId, customerId],
  );
  return found?.id;
}

type ContactLead = Pick<
  RowOf<typeof leads>,
  'businessId' | 'id' | 'customerId' | 'details' | 'createdAt'
>;

export async function insertContactLead(tx: Sql, lead: ContactLead): Promise<void> {
  const details = JSON.stringify(lead.details);
  await leads.insert(tx, [{ ...lead, details, source: 'contact_insert', state: 'waiting' }]);
}

/** The customer of a lead as the business knows it. */
export type LeadCustomer = Omit<Contact, 'externalId'> & Pick<Customer, 'details'>;

const waitingLeads = readable.with({ customer: jsonOf<LeadCustomer>(json) });

/** The oldest first. */
export async function readWaiting(
  sql: Sql,
  businessId: bigint,
  most: number,
): Promise<{ lead: Lead; customer: LeadCustomer }[]> {
  const rows = await waitingLeads.read(
    sql,
    `select ${readable.columns}, (
       select json_build_object('firstName', first_name, 'lastName', last_name, 'email', email,
         'phone', phone, 'address1', address1, 'address2', address2, 'city', city,
         'stateCode', state_code, 'postalCode', postal_code, 'countryCode', country_code,
         'details', c.details)
       from customers c where c.business_id = l.business_id and c.id = l.customer_id
     ) as customer
     from leads l where business_id = $1 and state = 'waiting'
     order by created_at, id limit $2`,
    [businessId, most],
  );
  return rows.map(({ customer, ...lead }) => ({ lead, customer }));
}

const names = leads.pick('id', 'customerId', 'returnMessage');
export type LeadName = RowOf<typeof names>;

/**
 * The named lead, also when it was acknowledged before, or all waiting leads of a customer. Lock order: by id, so
 * that two equal requests do not deadlock.
 */
export async function answerRows(
  sql: Sql,
  { businessId, leadId, customerId, isTaken, message }: Acknowledgement,
  at: Date,
): Promise<LeadName[]> {
  const state = leadId === undefined ? 'waiting' : undefined;
  const asked = matching({ id: leadId, customer_id: customerId, state }, 4);
  return await names.read(
    sql,
    `with meant as materialized (
       select id from leads
       where business_id = $1${asked.sql}
       order by id for update
     ),
     answered as (
       update leads set state = case when $2::boolean then 'acknowledged' else state end,
         return_message = coalesce($3, return_message),
         answered_at = case when $2 or state = 'waiting' then $4 else answered_at end
       where business_id = $1 and id in (select id from meant)
       returning ${names.columns}
     )
     select * from answered order by id`,
    [businessId, isTaken, message, at, ...asked.values],
  );
}

export async function latestOf(
  sql: Sql,
  businessId: bigint,
  customerId: bigint,
): Promise<LeadName | undefined> {
  return await names.readOne(
    sql,
    `select ${names.columns} from leads where business_id = $1 and customer_id = $2
     order by created_at desc, id desc limit 1`,
    [businessId, customerId],
  );
}

export async function readLead(
  sql: Sql,
  businessId: bigint,
  id: bigint,
): Promise<Lead | undefined> {
  return await readable.readOne(
    sql,
    `select ${readable.columns} from leads where business_id = $1 and id = $2`,
    [businessId, id],
  );
}

type Filter = {
  readonly state?: Lead['state'] | undefined;
  readonly formId?: bigint | undefined;
  /** Only leads older than this one. */
  readonly before?: bigint | undefined;
  readonly most: number;
};

/** The latest first. */
export async function listLeads(
  sql: Sql,
  businessId: bigint,
  { state, formId, before, most }: Filter,
): Promise<Lead[]> {
  const older =
    '(created_at, id) < (select b.created_at, b.id from leads b where b.business_id = $1 and b.id = ?)';
  const asked = matching({ state, form_id: formId, [older]: before }, 2);
  return await readable.read(
    sql,
    `select ${readable.columns} from leads where business_id = $1${asked.sql}
     order by created_at desc, id desc limit $2`,
    [businessId, most, ...asked.values],
  );
}
