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
  readonly customerId: bigint | undefined;
  readonly consent: Consent;
  readonly createdAt: Date;
  readonly heardAt: Date | undefined;
  readonly lastAt: Date;
};

const wanted = rowSet({ id: int8, phone: text, customerId: int8 }, 4);

type Pair = { readonly phone: string; readonly customerId: bigint | undefined };

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
  const known = await tx.query<{ id: bigint; phone: string }>(
    `select id, phone from conversations
     where business_id = $1 and own_number = $2 and phone = any($3::text[])`,
    [businessId, ownNumber, [...byPhone.keys()]],
  );
  const ids = new Map(known.map(({ id, phone }) => [phone, id]));
  const rows: (Pair & { id: bigint })[] = [];
  for (const phone of [...byPhone.keys()].sort()) {
    rows.push({ ...byPhone.get(phone)!, id: ids.get(phone) ?? (await nextId()) });
  }
  const found = await tx.query<ConversationRecord>(
    `insert into conversations as c (business_id, id, own_number, phone, customer_id, created_at, last_at)
     select $1, id, $2, phone, customer_id, $3, $3 from ${wanted.sql}
     on conflict (business_id, own_number, phone) do update
       set last_at = greatest(c.last_at, excluded.last_at),
         customer_id = coalesce(c.customer_id, excluded.customer_id)
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
