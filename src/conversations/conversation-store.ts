import { int8, rowSet, text } from '../base/rows.ts';
import type { Sql } from '../base/sql.ts';

export type Consent = 'none' | 'opted_in' | 'opted_out';

/** What is written between a number of a business and the phone of somebody. */
export type Conversation = {
  readonly businessId: bigint;
  readonly id: bigint;
  /** '' when the business had none. */
  readonly ownNumber: string;
  readonly phone: string;
  /** Whose phone it was when something was last written or heard. */
  readonly customerId: bigint | undefined;
  readonly consent: Consent;
  readonly createdAt: Date;
  readonly heardAt: Date | undefined;
  readonly lastAt: Date;
};

const wanted = rowSet({ id: int8, phone: text, customerId: int8, before: int8 }, 4);

/** `customerId`: whom it is about, who need not be whoever has the phone. */
type Pair = { readonly phone: string; readonly customerId: bigint | undefined };

/** The customer in this column, if the phone is theirs now. */
const ifTheirs = (column: string) =>
  `(select x.id from customers x where x.business_id = $1 and x.id = ${column} and x.phone = r.phone)`;

/*
 * Numbers change hands, and people type those of others. Of several who share one, whoever it is about, else whoever
 * was written to last, else the one whom customers/by-phone.ts finds, in whose manner this is written.
 */
const owner = `coalesce(${ifTheirs('r.customer_id')}, ${ifTheirs('r.before')}, (
  select x.id from (
    select y.id, y.phone from customers y
    where y.business_id = $1 and (y.phone, y.email, coalesce(y.external_id, '')) >= (r.phone, '', '')
    order by y.phone, y.email, coalesce(y.external_id, '') limit 1
  ) x where x.phone = r.phone and r.phone <> ''
))`;

/**
 * The conversations with these phones, found or made, and locked until the transaction ends: in the order of the
 * phones, so that nobody waits crosswise.
 */
export async function openConversations(
  tx: Sql,
  { businessId, ownNumber }: Pick<Conversation, 'businessId' | 'ownNumber'>,
  pairs: readonly Pair[],
  { at, nextId }: { readonly at: Date; nextId(): Promise<bigint> | bigint },
): Promise<Map<string, Conversation>> {
  const byPhone = new Map(pairs.map((pair) => [pair.phone, pair]));
  const known = await tx.query<{ id: bigint; phone: string; before: bigint | null }>(
    `select id, phone, customer_id as before from conversations
     where business_id = $1 and own_number = $2 and phone = any($3::text[])`,
    [businessId, ownNumber, [...byPhone.keys()]],
  );
  const earlier = new Map(known.map((one) => [one.phone, one]));
  const rows: (Pair & { id: bigint; before: bigint | null | undefined })[] = [];
  for (const phone of [...byPhone.keys()].sort()) {
    const { id = await nextId(), before } = earlier.get(phone) ?? {};
    rows.push({ ...byPhone.get(phone)!, id, before });
  }
  const found = await tx.query<ConversationRecord>(
    `insert into conversations as c (business_id, id, own_number, phone, customer_id, created_at, last_at)
     select $1, r.id, $2, r.phone, ${owner}, $3, $3 from ${wanted.sql} order by r.phone
     on conflict (business_id, own_number, phone) do update
       set last_at = greatest(c.last_at, excluded.last_at),
         customer_id = excluded.customer_id
     returning *`,
    [businessId, ownNumber, at, ...wanted.encode(rows)],
  );
  return new Map(found.map((row) => [row.phone, toConversation(row)]));
}

/** With this phone, from whichever number of the business. */
export async function conversationsWith(
  sql: Sql,
  businessId: bigint,
  phone: string,
): Promise<Conversation[]> {
  const rows = await sql.query<ConversationRecord>(
    'select * from conversations where business_id = $1 and phone = $2 order by id',
    [businessId, phone],
  );
  return rows.map(toConversation);
}

/** That the other side wrote. */
export async function noteHeard(
  tx: Sql,
  { businessId, id }: Pick<Conversation, 'businessId' | 'id'>,
  at: Date,
): Promise<void> {
  await tx.query('update conversations set heard_at = $3 where business_id = $1 and id = $2', [
    businessId,
    id,
    at,
  ]);
}

type ConversationRecord = {
  business_id: bigint;
  id: bigint;
  own_number: string;
  phone: string;
  customer_id: bigint | null;
  consent: Consent;
  created_at: Date;
  heard_at: Date | null;
  last_at: Date;
};

function toConversation(row: ConversationRecord): Conversation {
  return {
    businessId: row.business_id,
    id: row.id,
    ownNumber: row.own_number,
    phone: row.phone,
    customerId: row.customer_id ?? undefined,
    consent: row.consent,
    createdAt: row.created_at,
    heardAt: row.heard_at ?? undefined,
    lastAt: row.last_at,
  };
}
