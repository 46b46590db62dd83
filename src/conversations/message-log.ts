import { matching } from '../base/matching.ts';
import type { Sql } from '../base/sql.ts';
import { isHeld } from './held.ts';
import type { MessageKind, MessageState } from './message.ts';

/** A message for people to look at, with the conversation that it belongs to. */
export type LoggedMessage = {
  readonly id: bigint;
  readonly direction: 'in' | 'out';
  readonly kind: MessageKind;
  readonly state: MessageState;
  readonly ownNumber: string;
  readonly phone: string;
  readonly customerId: bigint | null;
  readonly body: string;
  readonly segments: number;
  readonly mediaCount: number;
  readonly linkId: bigint | null;
  readonly eventId: string | null;
  readonly carrier: string | null;
  readonly carrierId: string | null;
  readonly tries: number;
  readonly errorCode: string | null;
  readonly createdAt: Date;
  readonly dueAt: Date | null;
  readonly sentAt: Date | null;
  readonly finishedAt: Date | null;
};

const messages = `
  select m.id, m.direction, m.kind, m.state, c.own_number as "ownNumber", c.phone,
    c.customer_id as "customerId", m.body, m.segments, m.media_count as "mediaCount",
    m.link_id as "linkId", m.event_id as "eventId", m.carrier, m.carrier_id as "carrierId", m.tries,
    m.error_code as "errorCode", m.created_at as "createdAt",
    case when not ${isHeld('m.due_at')} then m.due_at end as "dueAt", m.sent_at as "sentAt",
    m.finished_at as "finishedAt"
  from messages m
  join conversations c on c.business_id = m.business_id and c.id = m.conversation_id`;

type Wish = {
  readonly phone?: string | undefined;
  /** Those before this one. */
  readonly before?: bigint | undefined;
  readonly limit: number;
};

/*
 * Ids are drawn in blocks by each process, so that the latest has not the highest. No index is in the order of the
 * moments: whatever is sent would pay for it, and people look here now and then. So all that could be listed is read.
 */
/** The latest first. */
export async function listMessages(
  sql: Sql,
  businessId: bigint,
  { phone, before, limit }: Wish,
): Promise<LoggedMessage[]> {
  const asked = matching({ 'c.phone': phone }, 3);
  return await sql.query<LoggedMessage>(
    `${messages}
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
  const [row] = await sql.query<LoggedMessage>(
    `${messages} where m.business_id = $1 and m.id = $2`,
    [businessId, id],
  );
  return row;
}
