import type { WebhookKind } from '../../parties/businesses/new-business.ts';
import { bool, int8, text, uuid } from '../../runtime/column.ts';
import type { Sql } from '../../runtime/sql.ts';
import { type RowOf, rowSet, shape } from '../../runtime/table.ts';
import { type DeliveryState, deliveries, deliveryTries } from './delivery.ts';

const shown = deliveries.omit('businessId', 'sequence', 'epoch');
export const logged = shown.with({ event: text });

/** A delivery with the kind of its event, or `test`, for people to look at. */
export type LoggedDelivery = RowOf<typeof logged>;

export const loggedColumns = `${shown.of('d')}, coalesce(e.kind, 'test') as event`;
/** Joins the event of a delivery `d`. A sample (`trigger.ts`) has no event. */
export const withEvent =
  'left join events e on e.business_id = d.business_id and e.id = d.event_id';

export type DeliveryFilter = {
  readonly kind: WebhookKind | undefined;
  readonly state: DeliveryState | undefined;
  /** Lists deliveries before this one. */
  readonly before: bigint | undefined;
  readonly limit: number;
};

/** The latest first, by moment: see notify/conversations/message-log.ts. */
export async function listDeliveries(
  sql: Sql,
  businessId: bigint,
  { kind, state, before, limit }: DeliveryFilter,
): Promise<LoggedDelivery[]> {
  return await logged.read(
    sql,
    `select ${loggedColumns} from (
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
  return await logged.readOne(
    sql,
    `select ${loggedColumns} from deliveries d ${withEvent} where d.business_id = $1 and d.id = $2`,
    [businessId, id],
  );
}

export const loggedTries = deliveryTries.omit('businessId', 'deliveryId');

export async function readTries(
  sql: Sql,
  businessId: bigint,
  id: bigint,
): Promise<RowOf<typeof loggedTries>[]> {
  return await loggedTries.read(
    sql,
    `select ${loggedTries.columns} from delivery_tries
     where business_id = $1 and delivery_id = $2 order by n`,
    [businessId, id],
  );
}

const counts = deliveries.pick('kind', 'state').with({ count: int8 });

/** Deliveries of a business by endpoint and state. */
export async function countDeliveries(
  sql: Sql,
  businessId: bigint,
): Promise<RowOf<typeof counts>[]> {
  return await counts.read(
    sql,
    `select kind, state, count(*) as count from deliveries where business_id = $1 group by kind, state`,
    [businessId],
  );
}

const wanted = rowSet({ id: uuid }, 2);
const bodies = shape({ eventId: uuid, body: text, isUnderWay: bool });

/** The bodies under which these events were delivered, and whether a delivery is under way. */
export async function readBodies(
  sql: Sql,
  businessId: bigint,
  eventIds: readonly string[],
): Promise<RowOf<typeof bodies>[]> {
  return await bodies.read(
    sql,
    `select event_id as "eventId", min(body) as body, bool_or(finished_at is null) as "isUnderWay"
     from deliveries where business_id = $1 and event_id in (select id from ${wanted.sql})
     group by event_id`,
    [businessId, ...wanted.encode(eventIds.map((id) => ({ id })))],
  );
}

const failed = shape({ id: uuid });

/** Events with a delivery to an endpoint that was given up since a moment, and none that arrived or is under way. */
export async function readFailedEvents(
  sql: Sql,
  businessId: bigint,
  {
    since,
    kind,
    after,
    limit,
  }: {
    readonly since: Date;
    readonly kind: WebhookKind;
    readonly after: string | undefined;
    readonly limit: number;
  },
): Promise<string[]> {
  const rows = await failed.read(
    sql,
    `select d.event_id as id from deliveries d
     where d.business_id = $1 and d.kind = $2 and d.created_at >= $3
       and ($4::uuid is null or d.event_id > $4)
       and d.state in ('exhausted', 'discarded')
       and not exists (
         select from deliveries o where o.business_id = d.business_id and o.event_id = d.event_id
           and o.kind = d.kind and o.state not in ('exhausted', 'discarded')
       )
     group by d.event_id order by d.event_id limit $5`,
    [businessId, kind, since, after, limit],
  );
  return rows.map(({ id }) => id);
}
