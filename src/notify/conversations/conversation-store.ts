import { int8, oneOf, optional, text, timestamptz } from '../../runtime/column.ts';
import type { Sql } from '../../runtime/sql.ts';
import { type RowOf, rowSet, shape, table } from '../../runtime/table.ts';
import { messages } from './message.ts';

/** The texts between a number of a business and the phone of a person; consent belongs to this pair. */
export const conversations = table('conversations', {
  businessId: int8,
  id: int8,
  /** '' when the business had none. */
  ownNumber: text,
  phone: text,
  /** The owner of the phone when the last text was written. */
  customerId: optional(int8),
  consent: oneOf(['none', 'opted_in', 'opted_out']),
  createdAt: timestamptz,
  /** When the person wrote last. */
  heardAt: optional(timestamptz),
  /** When it was answered, or marked as read, after the person wrote last. */
  readAt: optional(timestamptz),
  lastAt: timestamptz,
  /** The user who takes care of it. */
  assigneeId: optional(int8),
});

/** True for a conversation `c` that waits for a person: the other side wrote, and it was neither answered nor read. */
export const isWaitingSql = (c: string) => `${c}.heard_at is not null and ${c}.read_at is null`;

export function isWaiting({ heardAt, readAt }: Pick<Conversation, 'heardAt' | 'readAt'>): boolean {
  return heardAt !== undefined && readAt === undefined;
}

/** The phone of a conversation `c` whose person was forgotten: no phone begins so. */
export const forgottenPhoneSql = (c: string) => `lpad(${c}.id::text, 10, '0')`;

export type Conversation = RowOf<typeof conversations>;
export type Consent = Conversation['consent'];

const wanted = rowSet({ id: int8, phone: text, customerId: int8, before: int8 }, 4);
const identified = shape({ id: int8 });
const known = shape({ id: int8, phone: text, before: optional(int8) });

/** `customerId`: whom the text is about, who need not own the phone. */
type Pair = { readonly phone: string; readonly customerId: bigint | undefined };

/** The customer in this column, if the phone is theirs now. */
const ifTheirs = (column: string) =>
  `(select x.id from customers x where x.business_id = $1 and x.id = ${column} and x.phone = r.phone)`;

/*
 * Phones change owners, and people mistype numbers. Among several customers with one phone, the owner is the one the
 * text is about, else the one last written to, else the one that parties/customers/by-phone.ts finds, in whose manner
 * this is written.
 */
const owner = `coalesce(${ifTheirs('r.customer_id')}, ${ifTheirs('r.before')}, (
  select x.id from (
    select coalesce(y.merged_into, y.id) as id, y.phone from customers y
    where y.business_id = $1 and (y.phone, y.email, coalesce(y.external_id, '')) >= (r.phone, '', '')
    order by y.phone, y.email, coalesce(y.external_id, '') limit 1
  ) x where x.phone = r.phone and r.phone <> ''
))`;

/** Finds or makes the conversations with these phones, and locks them. Lock order: by phone. */
export async function openConversations(
  tx: Sql,
  { businessId, ownNumber }: Pick<Conversation, 'businessId' | 'ownNumber'>,
  pairs: readonly Pair[],
  { at, nextId }: { readonly at: Date; nextId(): Promise<bigint> | bigint },
): Promise<Map<string, Conversation>> {
  const byPhone = new Map(pairs.map((pair) => [pair.phone, pair]));
  const found = await known.read(
    tx,
    `select id, phone, customer_id as before from conversations
     where business_id = $1 and own_number = $2 and phone = any($3::text[])`,
    [businessId, ownNumber, [...byPhone.keys()]],
  );
  const earlier = new Map(found.map((one) => [one.phone, one]));
  const rows: (Pair & { readonly id: bigint; readonly before: bigint | undefined })[] = [];
  for (const [phone, pair] of [...byPhone].sort(([one], [other]) => (one < other ? -1 : 1))) {
    const { id = await nextId(), before } = earlier.get(phone) ?? {};
    rows.push({ ...pair, id, before });
  }
  const opened = await conversations.read(
    tx,
    `insert into conversations as c (business_id, id, own_number, phone, customer_id, created_at, last_at)
     select $1, r.id, $2, r.phone, ${owner}, $3, $3 from ${wanted.sql} order by r.phone
     on conflict (business_id, own_number, phone) do update
       set last_at = greatest(c.last_at, excluded.last_at),
         customer_id = excluded.customer_id
     returning ${conversations.columns}`,
    [businessId, ownNumber, at, ...wanted.encode(rows)],
  );
  return new Map(opened.map((conversation) => [conversation.phone, conversation]));
}

/** Conversations with this phone, from any number of the business. */
export async function conversationsWith(
  sql: Sql,
  businessId: bigint,
  phone: string,
): Promise<Conversation[]> {
  return await conversations.read(
    sql,
    `select ${conversations.columns} from conversations
     where business_id = $1 and phone = $2 order by id`,
    [businessId, phone],
  );
}

/** Records that the person wrote. `waits`: false for a text such as STOP, which nobody has to answer. */
export async function recordInbound(
  tx: Sql,
  { businessId, id }: Pick<Conversation, 'businessId' | 'id'>,
  { at, waits }: { readonly at: Date; readonly waits: boolean },
): Promise<void> {
  await tx.query(
    `update conversations c set heard_at = $3::timestamptz,
       read_at = case when $4 or ${isWaitingSql('c')} then null else $3::timestamptz end
     where business_id = $1 and id = $2`,
    [businessId, id, at, waits],
  );
}

/** Records that the business answered in these conversations, which are locked. */
export async function recordAnswers(
  tx: Sql,
  businessId: bigint,
  ids: readonly bigint[],
  at: Date,
): Promise<void> {
  if (ids.length === 0) return;
  await tx.query(
    `update conversations c set read_at = $3
     where business_id = $1 and id = any($2::bigint[]) and ${isWaitingSql('c')}`,
    [businessId, ids, at],
  );
}

/** Marks a conversation as read at a moment, or as not read. False: there is none. */
export async function markRead(
  sql: Sql,
  { businessId, id }: Pick<Conversation, 'businessId' | 'id'>,
  at: Date | undefined,
): Promise<boolean> {
  const marked = await identified.read(
    sql,
    `update conversations set read_at = case when $3::timestamptz is not null then coalesce(read_at, $3::timestamptz) end
     where business_id = $1 and id = $2 returning id`,
    [businessId, id, at],
  );
  return marked.length > 0;
}

/** The state of a conversation. */
export type Standing = {
  /** The last text that was exchanged, or is to go out. */
  readonly messageId: bigint | undefined;
  readonly disposition: Disposition;
};

/** The side that wrote last; `new`: nobody yet. */
export type Disposition = 'new' | 'they_wrote' | 'we_wrote' | 'opted_out';

const lastMessages = messages.pick('id', 'direction').outer();
const standings = lastMessages.with(conversations.pick('consent').fields);

export async function readStanding(
  sql: Sql,
  pair: Pick<Conversation, 'businessId' | 'ownNumber' | 'phone'>,
): Promise<Standing> {
  const standing = await standings.readOne(
    sql,
    `select c.consent, ${lastMessages.of('m')}
     from conversations c
     left join lateral (
       select id, direction from messages
       where business_id = c.business_id and conversation_id = c.id
         and state not in ('blocked', 'canceled')
       order by created_at desc, id desc limit 1
     ) m on true
     where c.business_id = $1 and c.own_number = $2 and c.phone = $3`,
    [pair.businessId, pair.ownNumber, pair.phone],
  );
  return { messageId: standing?.id, disposition: dispositionOf(standing) };
}

function dispositionOf(standing: RowOf<typeof standings> | undefined): Disposition {
  if (standing?.consent === 'opted_out') return 'opted_out';
  if (!standing?.direction) return 'new';
  return standing.direction === 'in' ? 'they_wrote' : 'we_wrote';
}
