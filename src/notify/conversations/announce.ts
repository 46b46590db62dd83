import { int8, json, uuid } from '../../runtime/column.ts';
import type { ConversationData, MessageData } from '../../runtime/event-kinds.ts';
import { insertEvents, writeEvents } from '../../runtime/events.ts';
import type { Sql } from '../../runtime/sql.ts';
import { rowSet } from '../../runtime/table.ts';
import type { World } from '../../world.ts';

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

type ConversationChange = {
  readonly conversationId: bigint;
  readonly what: ConversationData['what'];
  readonly customerId?: bigint | undefined;
  readonly messageId?: bigint | undefined;
};

/** Nobody waits at a screen for a receipt or a notice: the page shows it within seconds by itself. */
const kindsOfTalk = ['chat', 'pay_link', 'answer'] as const;

export function isOfTalk(kind: string): boolean {
  return kindsOfTalk.some((one) => one === kind);
}

/** Writes what changed in conversations, for every business: pages that show them read them anew. */
export async function announceChanges(
  { uuid: newId }: Pick<World, 'uuid'>,
  tx: Sql,
  businessId: bigint,
  changes: readonly ConversationChange[],
  at: Date,
): Promise<void> {
  const kind = 'conversation.changed';
  await writeEvents(
    tx,
    changes.map(({ conversationId: objectId, what, customerId, messageId }) => {
      const data = { customerId: customerId?.toString(), messageId: messageId?.toString(), what };
      return { id: newId(), kind, businessId, objectId, at, data, pending: [] };
    }),
  );
}

/**
 * In SQL, as a part of the statement that ends texts: the same for those in their final state. `source` has
 * `business_id`, `id`, `kind`, `conversation_id`, `finished_at` and `event_id`.
 */
export function announceEnds(source: string): string {
  return `${insertEvents(
    `select business_id, event_id, conversation_id as object_id, finished_at as happened_at,
       json_build_object('messageId', id::text, 'what', 'state') as event_data, '{}' as pending
     from ${source}
     where finished_at is not null and kind in (${kindsOfTalk.map((kind) => `'${kind}'`).join(', ')})`,
    'conversation.changed',
  )} on conflict do nothing`;
}
