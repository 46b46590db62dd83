import { int8, json, rowSet, uuid } from '../base/rows.ts';
import type { Sql } from '../base/sql.ts';
import type { MessageFacts } from './message.ts';

type Announced = {
  readonly eventId: string;
  readonly messageId: bigint;
  readonly facts: MessageFacts;
};

const events = rowSet({ eventId: uuid, messageId: int8, data: json }, 3);

/** That there are new messages, in the transaction that makes them; only where a business wants to hear of it. */
export async function announce(
  tx: Sql,
  businessId: bigint,
  made: readonly Announced[],
  at: Date,
): Promise<void> {
  if (made.length === 0) return;
  const rows = made.map(({ facts, ...one }) => ({ ...one, data: JSON.stringify(facts) }));
  await tx.query(
    `insert into events (business_id, id, kind, object_id, happened_at, data, untold)
     select $1, event_id, 'message.created', message_id, $2, data, '{webhook}' from ${events.sql}
     where exists (
       select from webhook_endpoints w where w.business_id = $1 and w.kind = 'messages'
     )`,
    [businessId, at, ...events.encode(rows)],
  );
}
