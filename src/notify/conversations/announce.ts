import { int8, json, uuid } from '../../runtime/column.ts';
import type { MessageData } from '../../runtime/event-kinds.ts';
import { insertEvents } from '../../runtime/events.ts';
import type { Sql } from '../../runtime/sql.ts';
import { rowSet } from '../../runtime/table.ts';

type Announced = {
  readonly eventId: string;
  readonly messageId: bigint;
  readonly facts: MessageData;
};

const events = rowSet({ eventId: uuid, messageId: int8, eventData: json }, 3);

/** Writes the events of new messages, where the business has an endpoint for them. */
export async function announce(
  tx: Sql,
  businessId: bigint,
  made: readonly Announced[],
  at: Date,
): Promise<void> {
  if (made.length === 0) return;
  const rows = made.map(({ facts, ...one }) => ({ ...one, eventData: JSON.stringify(facts) }));
  await tx.query(
    insertEvents(
      `select $1::bigint as business_id, event_id, message_id as object_id, $2::timestamptz as happened_at,
         event_data, '{webhook}' as pending from ${events.sql}
       where exists (
         select from webhook_endpoints w where w.business_id = $1 and w.kind = 'messages'
       )`,
      'message.created',
    ),
    [businessId, at, ...events.encode(rows)],
  );
}
