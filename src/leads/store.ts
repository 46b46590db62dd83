import { matching } from '../base/matching.ts';
import { bytea, int8, json, rowSet } from '../base/rows.ts';
import type { Sql } from '../base/sql.ts';
import type { Contact, Customer } from '../customers/customer.ts';
import { contactColumns, contactRows, findOrMake } from '../customers/find-or-make.ts';
import type { Acknowledgement } from './acknowledge.ts';
import type { Lead, LeadDetails } from './lead.ts';

const inputs = rowSet({ ...contactColumns, formId: int8, details: json, submission: bytea });

export type FormLead = {
  readonly businessId: bigint;
  readonly id: bigint;
  readonly formId: bigint;
  readonly contact: Contact;
  readonly details: LeadDetails;
  /** Of the page and all that was told on it. */
  readonly submission: Buffer;
  readonly createdAt: Date;
};

/** With the customer, in one statement. False: sent before, or its customer was made just now by somebody else. */
export async function insertFormLead(sql: Sql, lead: FormLead): Promise<boolean> {
  const { contact, businessId, id, createdAt, formId, submission } = lead;
  const [asked] = contactRows([lead], () => ({
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
    inputs.encode([{ ...asked!, formId, details, submission }]),
  );
  return rows.length > 0;
}

export async function findBySubmission(
  sql: Sql,
  { businessId, formId, submission }: Pick<FormLead, 'businessId' | 'formId' | 'submission'>,
): Promise<bigint | undefined> {
  const [row] = await sql.query<{ id: bigint }>(
    'select id from leads where business_id = $1 and form_id = $2 and submission = $3',
    [businessId, formId, submission],
  );
  return row?.id;
}

/** Whoever asks the same of this customer waits until the transaction ends. */
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
  const [row] = await sql.query<{ id: bigint }>(
    `select id from leads where business_id = $1 and customer_id = $2 and state = 'waiting'
     order by created_at, id limit 1`,
    [businessId, customerId],
  );
  return row?.id;
}

export async function insertContactLead(
  tx: Sql,
  lead: Pick<Lead, 'businessId' | 'id' | 'customerId' | 'details' | 'createdAt'>,
): Promise<void> {
  await tx.query(
    `insert into leads (business_id, id, customer_id, source, state, details, created_at)
     values ($1, $2, $3, 'contact_insert', 'waiting', $4, $5)`,
    [lead.businessId, lead.id, lead.customerId, JSON.stringify(lead.details), lead.createdAt],
  );
}

const columns = `business_id as "businessId", id, customer_id as "customerId", form_id as "formId", source,
  state, details, return_message as "returnMessage", created_at as "createdAt", answered_at as "answeredAt"`;

/** What is known of who a lead is, beside what they told. */
export type LeadCustomer = Omit<Contact, 'externalId'> & Pick<Customer, 'details'>;

/** The oldest first. */
export async function readWaiting(
  sql: Sql,
  businessId: bigint,
  most: number,
): Promise<{ lead: Lead; customer: LeadCustomer }[]> {
  const rows = await sql.query<LeadRecord & { readonly customer: LeadCustomer }>(
    `select ${columns}, (
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
  return rows.map(({ customer, ...row }) => ({ lead: toLead(row), customer }));
}

export type LeadName = Pick<Lead, 'id' | 'customerId' | 'returnMessage'>;

const nameColumns = `id, customer_id as "customerId", return_message as "returnMessage"`;

/**
 * The one that is named, also when it was taken before, or all of a customer that wait. Locked in order, so that
 * two who say the same at once do not wait for each other.
 */
export async function answerRows(
  sql: Sql,
  { businessId, leadId, customerId, isTaken, message }: Acknowledgement,
  at: Date,
): Promise<LeadName[]> {
  const state = leadId === undefined ? 'waiting' : undefined;
  const asked = matching({ id: leadId, customer_id: customerId, state }, 4);
  const rows = await sql.query<NameRecord>(
    `with meant as materialized (
       select id from leads
       where business_id = $1${asked.sql}
       order by id for update
     ),
     answered as (
       update leads set state = case when $2::boolean then 'acknowledged' else state end,
         return_message = coalesce($3, return_message), answered_at = $4
       where business_id = $1 and id in (select id from meant)
       returning ${nameColumns}
     )
     select * from answered order by id`,
    [businessId, isTaken, message, at, ...asked.values],
  );
  return rows.map(toName);
}

export async function latestOf(
  sql: Sql,
  businessId: bigint,
  customerId: bigint,
): Promise<LeadName | undefined> {
  const rows = await sql.query<NameRecord>(
    `select ${nameColumns} from leads where business_id = $1 and customer_id = $2
     order by created_at desc, id desc limit 1`,
    [businessId, customerId],
  );
  return rows.map(toName)[0];
}

type NameRecord = Omit<LeadName, 'returnMessage'> & { readonly returnMessage: string | null };

function toName(row: NameRecord): LeadName {
  return { ...row, returnMessage: row.returnMessage ?? undefined };
}

export async function readLead(
  sql: Sql,
  businessId: bigint,
  id: bigint,
): Promise<Lead | undefined> {
  const rows = await sql.query<LeadRecord>(
    `select ${columns} from leads where business_id = $1 and id = $2`,
    [businessId, id],
  );
  return rows.map(toLead)[0];
}

type Wish = {
  readonly state?: Lead['state'] | undefined;
  readonly formId?: bigint | undefined;
  readonly most: number;
};

/** The latest first. */
export async function listLeads(
  sql: Sql,
  businessId: bigint,
  { state, formId, most }: Wish,
): Promise<Lead[]> {
  const asked = matching({ state, form_id: formId }, 2);
  const rows = await sql.query<LeadRecord>(
    `select ${columns} from leads where business_id = $1${asked.sql}
     order by created_at desc, id desc limit $2`,
    [businessId, most, ...asked.values],
  );
  return rows.map(toLead);
}

type LeadRecord = Omit<Lead, 'formId' | 'returnMessage' | 'answeredAt'> & {
  readonly formId: bigint | null;
  readonly returnMessage: string | null;
  readonly answeredAt: Date | null;
};

function toLead(row: LeadRecord): Lead {
  return {
    ...row,
    formId: row.formId ?? undefined,
    returnMessage: row.returnMessage ?? undefined,
    answeredAt: row.answeredAt ?? undefined,
  };
}
