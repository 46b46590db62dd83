import { forgottenPhoneSql } from '../../notify/conversations/conversation-store.ts';
import { customers } from '../../parties/customers/customer.ts';
import { int8, text, uuid } from '../../runtime/column.ts';
import type { Sql } from '../../runtime/sql.ts';
import { rowSet, shape } from '../../runtime/table.ts';

/** The person, as stored before it is forgotten. */
export type Person = {
  readonly businessId: bigint;
  readonly id: bigint;
  readonly email: string;
  readonly phone: string;
};

/**
 * Replaces the e-mail address, so that no caller's contact is ever equal: a customer is found by phone and e-mail.
 * `.invalid` is never delivered to (RFC 2606).
 */
function forgottenAddress(id: bigint): string {
  return `forgotten-${id}@quittance.invalid`;
}

/** True for a person that is forgotten: nobody else has its address. */
export function isForgotten({ id, email }: Pick<Person, 'id' | 'email'>): boolean {
  return email === forgottenAddress(id);
}

const named = customers.pick('email', 'phone', 'mergedInto');
const merged = customers.pick('id', 'email', 'phone');

/** Locked until the transaction ends. `mergedInto`: it is no person of its own. */
export async function lockPerson(
  tx: Sql,
  businessId: bigint,
  id: bigint,
): Promise<(Person & { readonly mergedInto: bigint | undefined }) | undefined> {
  const row = await named.readOne(
    tx,
    `select ${named.columns} from customers where business_id = $1 and id = $2 for update`,
    [businessId, id],
  );
  return row && { businessId, id, ...row };
}

/** The customers that were merged into this one, locked until the transaction ends. */
export async function lockMerged(tx: Sql, businessId: bigint, id: bigint): Promise<Person[]> {
  const rows = await merged.read(
    tx,
    `select ${merged.columns} from customers where business_id = $1 and merged_into = $2 order by id for update`,
    [businessId, id],
  );
  return rows.map((row) => ({ businessId, ...row }));
}

export async function blankCustomer(tx: Sql, { businessId, id }: Person, at: Date): Promise<void> {
  await tx.query(
    `update customers set external_id = null, phone = '', email = $3, first_name = '', last_name = '',
       address1 = '', address2 = '', city = '', state_code = '', postal_code = '', details = '{}',
       language = null, status = 'do_not_contact', updated_at = $4
     where business_id = $1 and id = $2`,
    [businessId, id, forgottenAddress(id), at],
  );
}

const heard = shape({ id: uuid });
const eventIds = rowSet({ id: uuid }, 2);

const personalFields = [
  'email',
  'phone',
  'firstName',
  'lastName',
  'address1',
  'address2',
  'city',
  'stateCode',
  'postalCode',
  'from',
  'to',
  'text',
];

/** The data of an event `e`, without the person. */
const blankData = `(
  select json_object_agg(f.key,
    case when f.key = any ($3::text[]) or e.kind in ('customer.added', 'message.created') and f.key = 'externalId'
      then '""'::json else f.value end)
  from json_each(e.data) f
)`;

/** Blanks the personal fields of events. Returns the ids of the events. */
export async function blankEvents(tx: Sql, { businessId, id }: Person): Promise<string[]> {
  const rows = await heard.read(
    tx,
    `update events e set data = ${blankData}
     where business_id = $1 and data ->> 'customerId' = $2::text returning id`,
    [businessId, id, personalFields],
  );
  return rows.map((row) => row.id);
}

/** Does so with the events of all texts of conversations: a text that came before its customer names none. */
export async function blankTextEvents(
  tx: Sql,
  businessId: bigint,
  conversations: readonly bigint[],
): Promise<string[]> {
  const rows = await heard.read(
    tx,
    `update events e set data = ${blankData}
     where business_id = $1 and kind = 'message.created' and object_id in (
       select id from messages where business_id = $1 and conversation_id = any ($2::bigint[]))
     returning id`,
    [businessId, conversations, personalFields],
  );
  return rows.map((row) => row.id);
}

/** Bodies of webhooks contain the data of the events. */
export async function dropDeliveries(
  tx: Sql,
  businessId: bigint,
  events: readonly string[],
): Promise<void> {
  await tx.query(
    `with gone as (
       delete from deliveries where business_id = $1 and finished_at is not null
         and event_id in (select id from ${eventIds.sql}) returning id
     )
     delete from delivery_tries where business_id = $1 and delivery_id in (select id from gone)`,
    [businessId, ...eventIds.encode(events.map((id) => ({ id })))],
  );
}

/** Mails follow from their events; their row has the address. They may have gone to any, which is the person's too. */
export async function blankMails(tx: Sql, { businessId, id }: Person): Promise<void> {
  await tx.query('update mails set recipient = $3 where business_id = $1 and customer_id = $2', [
    businessId,
    id,
    forgottenAddress(id),
  ]);
}

/** Amounts, lines and order numbers stay; the names, addresses and numbers of persons go. */
export async function blankInvoices(tx: Sql, { businessId, id }: Person): Promise<void> {
  await tx.query(
    `update invoices v set details = (
       (case when d.now ? 'account' then jsonb_set(d.now, '{account,name}', '""') else d.now end
         #- '{bill,to}' #- '{bill,accountNumber}' #- '{bill,accountNumber2}')
       || jsonb_build_object('email', '', 'phone', '', 'billTo', (
         select coalesce(jsonb_object_agg(f.key, ''), '{}') from jsonb_each(d.now -> 'billTo') f))
     )::json
     from (
       select id, details::jsonb as now from invoices where business_id = $1 and customer_id = $2
     ) d
     where v.business_id = $1 and v.customer_id = $2 and v.id = d.id`,
    [businessId, id],
  );
}

export async function dropLeads(tx: Sql, { businessId, id }: Person): Promise<void> {
  await tx.query('delete from leads where business_id = $1 and customer_id = $2', [businessId, id]);
}

const own = shape({ id: int8 });

/**
 * The conversations of these persons, locked until the transaction ends. One whose phone had no customer when the last
 * text was written is theirs if nobody else has the phone. Lock order: by phone.
 */
export async function lockConversations(
  tx: Sql,
  businessId: bigint,
  persons: readonly Person[],
): Promise<readonly bigint[]> {
  const phones = persons.flatMap(({ phone }) => (phone === '' ? [] : [phone]));
  const found = await own.read(
    tx,
    `select id from conversations c
     where business_id = $1 and (customer_id = any ($2::bigint[]) or phone = any ($3::text[]) and customer_id is null
       and not exists (
         select from customers o where o.business_id = $1 and o.phone = c.phone and o.id <> all ($2::bigint[])))
     order by phone for no key update`,
    [businessId, persons.map(({ id }) => id), phones],
  );
  return found.map((one) => one.id);
}

/**
 * The words of all texts, and the notes about them. A phone that sent STOP stays in its conversation, with nothing else: it
 * must not be texted again. Any other phone becomes the id of the conversation, with zeros before it, which is no phone.
 */
export async function blankTexts(
  tx: Sql,
  businessId: bigint,
  conversations: readonly bigint[],
): Promise<void> {
  await tx.query(
    `update messages set body = '' where business_id = $1 and conversation_id = any ($2::bigint[])`,
    [businessId, conversations],
  );
  await tx.query(
    'delete from conversation_notes where business_id = $1 and conversation_id = any ($2::bigint[])',
    [businessId, conversations],
  );
  await tx.query(
    `update conversations c set customer_id = null,
       phone = case when consent = 'opted_out' then phone else ${forgottenPhoneSql('c')} end
     where business_id = $1 and id = any ($2::bigint[])`,
    [businessId, conversations],
  );
}

/** The phones and mailboxes of a sandbox; a mail there is named by its Message-ID. */
export async function dropInbox(tx: Sql, { businessId, id, email, phone }: Person): Promise<void> {
  await tx.query(
    `delete from sandbox_inbox
     where business_id = $1 and (
       recipient <> '' and lower(recipient) in ($2, $3) or sender = $3 and sender <> ''
       or channel = 'mail' and split_part(reference, '@', 1) in (
         select format('<%s.%s', business_id, id) from mails where business_id = $1 and customer_id = $4))`,
    [businessId, email, phone, id],
  );
}

const reference = shape({ reference: text });

/** Deletes the conversations with gateways about the payments; `first` are the references of their charges. */
export async function dropConversations(
  tx: Sql,
  { businessId }: Person,
  payments: readonly bigint[],
  first: readonly string[],
): Promise<void> {
  const afterwards = await reference.read(
    tx,
    'select reference from followups where business_id = $1 and payment_id = any ($2::bigint[])',
    [businessId, payments],
  );
  const all = [...first, ...afterwards.map((one) => one.reference)];
  await tx.query(
    'delete from gateway_conversations where business_id = $1 and reference = any ($2::text[])',
    [businessId, all],
  );
}

type Named = { readonly payments: readonly bigint[]; readonly conversations: readonly bigint[] };

/**
 * Deletes answers that a repeated request would get. Without one, such a request is carried out as a new one; not if the
 * row that it made has its key, such as a text, which is not sent again. The answers of `resendReceipt` name a payment
 * and any address, those of notes a conversation.
 */
export async function dropKeptAnswers(
  tx: Sql,
  { businessId, id, email, phone }: Person,
  { payments, conversations }: Named,
): Promise<void> {
  // Ids are unique in a business: an object with this one is the customer, also under a former mail address.
  const marks = [
    ...[`"customerId":"${id}"`, `"id":"${id}"`, email, phone].filter((mark) => mark !== ''),
    ...conversations.map((one) => `"conversationId":"${one}"`),
  ];
  await tx.query(
    `delete from kept_answers where business_id = $1 and status is not null and (
       exists (select from unnest($2::text[]) mark where position(mark in body) > 0)
       or substring(body from '^{"paymentId":"([0-9]+)","email":') = any ($3::text[]))`,
    [businessId, marks, payments.map(String)],
  );
}
