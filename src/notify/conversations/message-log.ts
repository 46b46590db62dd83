import { optional, timestamptz } from '../../runtime/column.ts';
import { matching } from '../../runtime/matching.ts';
import type { Sql } from '../../runtime/sql.ts';
import type { RowOf } from '../../runtime/table.ts';
import { conversations } from './conversation-store.ts';
import { messages } from './message.ts';
import { isHeld } from './message-store.ts';

const shown = messages.omit(
  'businessId',
  'conversationId',
  'idempotencyKey',
  'requestFingerprint',
  'dueAt',
  'epoch',
);
const pairs = conversations.pick('ownNumber', 'phone', 'customerId');
const logged = shown.with({ ...pairs.fields, dueAt: optional(timestamptz) });

/** A message with its conversation, for people to look at. */
export type LoggedMessage = RowOf<typeof logged>;

const selected = `
  select ${shown.of('m')}, ${pairs.of('c')}, case when not ${isHeld('m.due_at')} then m.due_at end as "dueAt"
  from messages m
  join conversations c on c.business_id = m.business_id and c.id = m.conversation_id`;

type Filter = {
  readonly phone?: string | undefined;
  /** Lists messages before this one. */
  readonly before?: bigint | undefined;
  readonly limit: number;
};

/*
 * Each process draws ids in blocks, so the latest message need not have the highest id. No index is in the order of
 * the moments: every sent text would pay for it, and people look here rarely. So all messages of the business are read.
 */
/** The latest first. */
export async function listMessages(
  sql: Sql,
  businessId: bigint,
  { phone, before, limit }: Filter,
): Promise<LoggedMessage[]> {
  const asked = matching({ 'c.phone': phone }, 3);
  return await logged.read(
    sql,
    `${selected}
     where m.business_id = $1 and ($2::bigint is null or (m.created_at, m.id) < (
         select b.created_at, b.id from messages b where b.business_id = $1 and b.id = $2
       ))${asked.sql}
     order by m.created_at desc, m.id desc limit $3`,
    [businessId, before, limit, ...asked.values],
  );
}

export async function readMessage(
  sql: Sql,
  businessId: bigint,
  id: bigint,
): Promise<LoggedMessage | undefined> {
  return await logged.readOne(sql, `${selected} where m.business_id = $1 and m.id = $2`, [
    businessId,
    id,
  ]);
}
