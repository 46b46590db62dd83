import { text, uuid } from '../../runtime/column.ts';
import type { Sql } from '../../runtime/sql.ts';
import { type NewRowOf, type RowOf, rowSet } from '../../runtime/table.ts';
import { messages } from './message.ts';

const newMessages = messages.omit('businessId', 'tries', 'epoch', 'createdAt', 'sentAt');
const news = newMessages.set(3);
const ids = messages.pick('id');

export type NewMessage = NewRowOf<typeof newMessages>;

/** Returns the texts that were made: one for each event, idempotency key and id at a carrier. */
export async function insertMessages(
  tx: Sql,
  businessId: bigint,
  drafts: readonly NewMessage[],
  at: Date,
): Promise<ReadonlySet<bigint>> {
  const made = await ids.read(
    tx,
    `insert into messages (business_id, created_at, ${newMessages.names})
     select $1, $2::timestamptz, ${newMessages.names} from ${news.sql}
     on conflict do nothing returning id`,
    [businessId, at, ...news.encode(drafts)],
  );
  return new Set(made.map(({ id }) => id));
}

const madeMessages = messages.pick(
  'id',
  'state',
  'eventId',
  'idempotencyKey',
  'requestFingerprint',
  'errorCode',
);

export type MadeMessage = RowOf<typeof madeMessages>;

const wanted = rowSet({ eventId: uuid, idempotencyKey: text }, 2);

/** The texts for these events or idempotency keys. */
export async function findMade(
  tx: Sql,
  businessId: bigint,
  asked: readonly Pick<NewMessage, 'eventId' | 'idempotencyKey'>[],
): Promise<MadeMessage[]> {
  return await madeMessages.read(
    tx,
    `select ${madeMessages.of('m')} from (select distinct event_id from ${wanted.sql}) r
       join messages m on m.business_id = $1 and m.event_id = r.event_id
     union
     select ${madeMessages.of('m')} from (select distinct idempotency_key from ${wanted.sql}) r
       join messages m on m.business_id = $1 and m.idempotency_key = r.idempotency_key`,
    [businessId, ...wanted.encode(asked)],
  );
}

/** The text that has this id at a carrier. */
export async function findCarried(
  tx: Sql,
  businessId: bigint,
  { carrier, carrierId }: { readonly carrier: string; readonly carrierId: string },
): Promise<bigint | undefined> {
  const found = await ids.readOne(
    tx,
    'select id from messages where business_id = $1 and carrier = $2 and carrier_id = $3',
    [businessId, carrier, carrierId],
  );
  return found?.id;
}

/** Frees idempotency keys that are older than their lifetime. */
export async function releaseOldKeys(
  tx: Sql,
  businessId: bigint,
  keys: readonly string[],
  madeBefore: Date,
): Promise<void> {
  await tx.query(
    `update messages set idempotency_key = null, request_fingerprint = null
     where business_id = $1 and idempotency_key = any($2::text[]) and created_at < $3`,
    [businessId, keys, madeBefore],
  );
}

/**
 * `due_at` of a text that is held until its business is resumed. No clock reaches it, so that the search for due texts
 * never reads it.
 */
export const heldUntil = new Date('9999-01-01T00:00:00Z');

/** The condition of such a moment, with room for a clock that is set back. */
export function isHeld(dueAt: string): string {
  return `${dueAt} >= '9000-01-01 00:00:00Z'`;
}

/** Makes held texts due. */
export async function releaseHeld(tx: Sql, businessId: bigint, at: Date): Promise<void> {
  await tx.query(
    `update messages m set due_at = $2
     where m.business_id = $1 and m.state in ('queued', 'scheduled') and ${isHeld('m.due_at')}`,
    [businessId, at],
  );
}
