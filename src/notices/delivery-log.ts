import { rowSet, uuid } from '../base/rows.ts';
import type { Sql } from '../base/sql.ts';
import type { WebhookKind } from '../businesses/new-business.ts';
import type { DeliveryState } from './delivery.ts';

/** A delivery as a person looks at it. */
export type LoggedDelivery = {
  readonly id: bigint;
  readonly kind: WebhookKind;
  readonly event: string;
  readonly eventId: string;
  readonly objectId: bigint;
  readonly state: DeliveryState;
  readonly isReplay: boolean;
  readonly tries: number;
  readonly dueAt: Date | null;
  readonly lastStatus: number | null;
  readonly lastError: string | null;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
  readonly body: string;
};

const columns = `d.id, d.kind, e.kind as event, d.event_id as "eventId", d.object_id as "objectId", d.state,
  d.is_replay as "isReplay", d.tries, d.due_at as "dueAt", d.last_status as "lastStatus",
  d.last_error as "lastError", d.created_at as "createdAt", d.finished_at as "finishedAt", d.body`;
const withEvent = 'join events e on e.business_id = d.business_id and e.id = d.event_id';

export type DeliveryFilter = {
  readonly kind: WebhookKind | undefined;
  readonly state: DeliveryState | undefined;
  /** Those before this one. */
  readonly before: bigint | undefined;
  readonly limit: number;
};

/** The newest first, by their moments: see conversations/message-log.ts. */
export async function listDeliveries(
  sql: Sql,
  businessId: bigint,
  { kind, state, before, limit }: DeliveryFilter,
): Promise<LoggedDelivery[]> {
  return await sql.query<LoggedDelivery>(
    `select ${columns} from (
       select * from deliveries d
       where d.business_id = $1 and ($2::text is null or d.kind = $2) and ($3::text is null or d.state = $3)
         and ($4::bigint is null or (d.created_at, d.id) < (
           select b.created_at, b.id from deliveries b where b.business_id = $1 and b.id = $4
         ))
       order by d.created_at desc, d.id desc limit $5
     ) d ${withEvent}
     order by d.created_at desc, d.id desc`,
    [businessId, kind, state, before, limit],
  );
}

export async function readDelivery(
  sql: Sql,
  businessId: bigint,
  id: bigint,
): Promise<LoggedDelivery | undefined> {
  const rows = await sql.query<LoggedDelivery>(
    `select ${columns} from deliveries d ${withEvent} where d.business_id = $1 and d.id = $2`,
    [businessId, id],
  );
  return rows[0];
}

export type LoggedTry = {
  readonly n: number;
  readonly sentAt: Date;
  readonly endedAt: Date | null;
  readonly outcome: 'succeeded' | 'failed' | null;
  readonly status: number | null;
  readonly error: string | null;
  readonly address: string | null;
  readonly answer: string | null;
};

export async function readTries(sql: Sql, businessId: bigint, id: bigint): Promise<LoggedTry[]> {
  return await sql.query<LoggedTry>(
    `select n, sent_at as "sentAt", ended_at as "endedAt", outcome, status, error, address, answer
     from delivery_tries where business_id = $1 and delivery_id = $2 order by n`,
    [businessId, id],
  );
}

/** How many deliveries of each endpoint are not finished, and how many were given up. */
export async function countDeliveries(
  sql: Sql,
  businessId: bigint,
): Promise<{ kind: WebhookKind; state: DeliveryState; count: bigint }[]> {
  return await sql.query(
    `select kind, state, count(*) as count from deliveries where business_id = $1 group by kind, state`,
    [businessId],
  );
}

const wanted = rowSet({ id: uuid }, 2);

/** In which words these events were told, and whether they are on their way still. */
export async function readBodies(
  sql: Sql,
  businessId: bigint,
  eventIds: readonly string[],
): Promise<{ eventId: string; body: string; isUnderWay: boolean }[]> {
  return await sql.query(
    `select event_id as "eventId", min(body) as body, bool_or(finished_at is null) as "isUnderWay"
     from deliveries where business_id = $1 and event_id in (select id from ${wanted.sql})
     group by event_id`,
    [businessId, ...wanted.encode(eventIds.map((id) => ({ id })))],
  );
}
