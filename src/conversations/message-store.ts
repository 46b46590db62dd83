import { bytea, int2, int8, rowSet, text, timestamptz, uuid } from '../base/rows.ts';
import type { Sql } from '../base/sql.ts';
import type { MessageKind, MessageState } from './message.ts';

export type NewMessage = {
  readonly id: bigint;
  readonly conversationId: bigint;
  readonly direction: 'in' | 'out';
  readonly kind: MessageKind;
  readonly state: MessageState;
  readonly body: string;
  readonly linkId: bigint | undefined;
  readonly eventId: string | undefined;
  readonly mediaCount: number;
  readonly idempotencyKey: string | undefined;
  readonly requestFingerprint: Buffer | undefined;
  readonly carrier: string | undefined;
  readonly carrierId: string | undefined;
  readonly segments: number;
  readonly dueAt: Date | undefined;
  readonly errorCode: string | undefined;
  readonly finishedAt: Date | undefined;
};

const news = rowSet(
  {
    id: int8,
    conversationId: int8,
    direction: text,
    kind: text,
    state: text,
    body: text,
    linkId: int8,
    eventId: uuid,
    mediaCount: int2,
    idempotencyKey: text,
    requestFingerprint: bytea,
    carrier: text,
    carrierId: text,
    segments: int2,
    dueAt: timestamptz,
    errorCode: text,
    finishedAt: timestamptz,
  },
  3,
);

/** Those that were made: what is there already for its event, its key or under its name at the carrier is not. */
export async function insertMessages(
  tx: Sql,
  businessId: bigint,
  messages: readonly NewMessage[],
  at: Date,
): Promise<ReadonlySet<bigint>> {
  const rows = await tx.query<{ id: bigint }>(
    `insert into messages (business_id, id, conversation_id, direction, kind, state, body, link_id, event_id,
       media_count, idempotency_key, request_fingerprint, carrier, carrier_id, segments, due_at, error_code,
       created_at, finished_at)
     select $1, id, conversation_id, direction, kind, state, body, link_id, event_id,
       media_count, idempotency_key, request_fingerprint, carrier, carrier_id, segments, due_at, error_code,
       $2, finished_at
     from ${news.sql}
     on conflict do nothing returning id`,
    [businessId, at, ...news.encode(messages)],
  );
  return new Set(rows.map(({ id }) => id));
}

export type Made = {
  readonly id: bigint;
  readonly state: MessageState;
  readonly errorCode: string | undefined;
  readonly eventId: string | undefined;
  readonly idempotencyKey: string | undefined;
  readonly requestFingerprint: Buffer | undefined;
};

const wanted = rowSet({ eventId: uuid, idempotencyKey: text }, 2);

const madeColumns = `m.id, m.state, m.error_code as "errorCode", m.event_id as "eventId",
  m.idempotency_key as "idempotencyKey", m.request_fingerprint as "requestFingerprint"`;

/** What there is for these events or under these keys. */
export async function findMade(
  tx: Sql,
  businessId: bigint,
  asked: readonly Pick<NewMessage, 'eventId' | 'idempotencyKey'>[],
): Promise<Made[]> {
  const rows = await tx.query<{ [K in keyof Made]: Exclude<Made[K], undefined> | null }>(
    `select ${madeColumns} from (select distinct event_id from ${wanted.sql}) r
       join messages m on m.business_id = $1 and m.event_id = r.event_id
     union
     select ${madeColumns} from (select distinct idempotency_key from ${wanted.sql}) r
       join messages m on m.business_id = $1 and m.idempotency_key = r.idempotency_key`,
    [businessId, ...wanted.encode(asked)],
  );
  return rows.map((row) => ({
    id: row.id!,
    state: row.state!,
    errorCode: row.errorCode ?? undefined,
    eventId: row.eventId ?? undefined,
    idempotencyKey: row.idempotencyKey ?? undefined,
    requestFingerprint: row.requestFingerprint ?? undefined,
  }));
}

/** What came in under this name already. */
export async function findCarried(
  tx: Sql,
  businessId: bigint,
  { carrier, carrierId }: { readonly carrier: string; readonly carrierId: string },
): Promise<bigint | undefined> {
  const [row] = await tx.query<{ id: bigint }>(
    'select id from messages where business_id = $1 and carrier = $2 and carrier_id = $3',
    [businessId, carrier, carrierId],
  );
  return row?.id;
}

/** An Idempotency-Key is kept for 30 days; after that it is free for something else. */
export async function forgetKeys(
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
