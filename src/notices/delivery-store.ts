import { bool, int4, int8, rowSet, text, timestamptz, uuid } from '../base/rows.ts';
import type { Sql } from '../base/sql.ts';
import type { WebhookKind } from '../businesses/new-business.ts';
import { isUntold } from '../payments/untold-events.ts';
import type { Delivery, DeliveryState } from './delivery.ts';
import type { EndpointKey } from './endpoint.ts';

/** What becomes due for whom: an endpoint with the clock of its business. */
export type DueEndpoint = EndpointKey & {
  readonly clockAheadMs: number;
  readonly environment: 'sandbox' | 'live';
};

/*
 * From one endpoint with unfinished deliveries to the next, however many those are: a receiver that is down for
 * days must not stand before the others. Scope: all, or one business.
 */
const dueEndpoints = (whose: string) => `
with recursive endpoint as (
  (select d.business_id, d.kind from deliveries d where d.finished_at is null ${whose}
   order by d.business_id, d.kind limit 1)
  union all
  select n.business_id, n.kind from endpoint e cross join lateral (
    select d.business_id, d.kind from deliveries d
    where d.finished_at is null and (d.business_id, d.kind) > (e.business_id, e.kind) ${whose}
    order by d.business_id, d.kind limit 1
  ) n
)
select e.business_id as "businessId", e.kind, b.clock_ahead_ms::float8 as "clockAheadMs", b.environment
from endpoint e join businesses b on b.business_id = e.business_id
where exists (
  select from deliveries d
  where d.business_id = e.business_id and d.kind = e.kind and d.finished_at is null and d.due_at <= $1
)`;
const dueOfAll = dueEndpoints('');
const dueOfOne = dueEndpoints('and d.business_id = $2');

const look = (dueThere: string, whose: string) => `
select exists (select from events where ${isUntold(['webhook'])} ${whose}) as untold,
  exists (${dueThere}) as deliveries,
  exists (select from webhook_endpoints where disable_at <= $1 ${whose}) as silent`;
const lookAtAll = look(dueOfAll, '');
const lookAtOne = look(dueOfOne, 'and business_id = $2');

/** Whether there is anything to do at all. Scope: all, or one business. */
export async function whatIsDue(sql: Sql, now: Date, only?: bigint): Promise<Due> {
  const rows =
    only === undefined
      ? await sql.query<Due>(lookAtAll, [now])
      : await sql.query<Due>(lookAtOne, [now, only]);
  return rows[0]!;
}

/** What happened and is told nobody yet, what is to be posted, and who had no success for long. */
type Due = { untold: boolean; deliveries: boolean; silent: boolean };

export async function readDueEndpoints(sql: Sql, now: Date, only?: bigint): Promise<DueEndpoint[]> {
  return only === undefined
    ? await sql.query<DueEndpoint>(dueOfAll, [now])
    : await sql.query<DueEndpoint>(dueOfOne, [now, only]);
}

/** Takes what is due, and writes down that it is tried. Whoever takes it holds it by its epoch. */
export async function takeDue(
  sql: Sql,
  { businessId, kind }: EndpointKey,
  lease: { readonly now: Date; readonly until: Date; readonly limit: number },
): Promise<Delivery[]> {
  const rows = await sql.query<DeliveryRecord>(
    `with due as materialized ( -- Once: within a join it could be asked again, and give others.
       select id from deliveries
       where business_id = $1 and kind = $2 and finished_at is null and due_at <= $3
       order by due_at, id limit $5
       for update skip locked
     ),
     taken as (
       update deliveries d set state = 'in_flight', epoch = d.epoch + 1, due_at = $4
       from due
       where d.business_id = $1 and d.id = due.id
       returning d.id, d.event_id, d.object_id, d.body, d.tries, d.epoch
     ),
     logged as (
       insert into delivery_tries (business_id, delivery_id, n, sent_at)
       select $1, id, epoch, $3 from taken
     )
     select * from taken order by id`,
    [businessId, kind, lease.now, lease.until, lease.limit],
  );
  return rows.map(({ id, event_id: eventId, object_id: objectId, body, tries, epoch }) => ({
    ...{ businessId, kind, id, eventId, objectId, body, tries, epoch },
  }));
}

type DeliveryRecord = {
  id: bigint;
  event_id: string;
  object_id: bigint;
  body: string;
  tries: number;
  epoch: number;
};

/** How a try ended, and what becomes of its delivery. */
export type TryEnd = {
  readonly state: DeliveryState;
  readonly dueAt: Date | undefined;
  readonly isFinished: boolean;
  readonly at: Date;
  readonly succeeded: boolean;
  readonly status: number | undefined;
  readonly error: string | undefined;
  readonly address: string | undefined;
  readonly answer: string | undefined;
};

/** False: somebody else took it meanwhile, and only the log hears of this try. */
export async function endTry(
  tx: Sql,
  { businessId, id, epoch }: Delivery,
  end: TryEnd,
): Promise<boolean> {
  const rows = await tx.query(
    `with logged as (
       update delivery_tries set ended_at = $7, outcome = $10, status = $8, error = $9, address = $11,
         answer = $12
       where business_id = $1 and delivery_id = $2 and n = $3
     )
     update deliveries set state = $4, due_at = $5, finished_at = case when $6 then $7::timestamptz end,
       tries = tries + 1, last_status = $8, last_error = $9
     where business_id = $1 and id = $2 and epoch = $3 and state = 'in_flight'
     returning id`,
    [
      businessId,
      id,
      epoch,
      end.state,
      end.dueAt,
      end.isFinished,
      end.at,
      end.status,
      end.error,
      end.succeeded ? 'succeeded' : 'failed',
      end.address,
      end.answer,
    ],
  );
  return rows.length > 0;
}

/** The next one of the same object need not wait any longer. */
export async function releaseNext(
  tx: Sql,
  { businessId, kind, objectId }: Delivery,
  now: Date,
): Promise<void> {
  await tx.query(
    `update deliveries set due_at = $4
     where business_id = $1 and kind = $2 and object_id = $3 and state = 'pending' and due_at is null
       and sequence = (
         select min(sequence) from deliveries
         where business_id = $1 and kind = $2 and object_id = $3 and finished_at is null
       )`,
    [businessId, kind, objectId, now],
  );
}

/** Whatever waits for it will not be posted any more; what is in flight sees to itself, while somebody holds it. */
export async function discardWaiting(
  tx: Sql,
  { businessId, kind }: EndpointKey,
  at: Date,
): Promise<number> {
  const rows = await tx.query(
    `update deliveries set state = 'discarded', due_at = null, finished_at = $3
     where business_id = $1 and kind = $2 and finished_at is null
       and (state in ('pending', 'scheduled') or due_at <= $3)
     returning id`,
    [businessId, kind, at],
  );
  return rows.length;
}

export type NewDelivery = {
  readonly id: bigint;
  readonly eventId: string;
  readonly kind: WebhookKind;
  readonly objectId: bigint;
  readonly body: string;
  readonly isReplay: boolean;
};

const objects = rowSet({ kind: text, objectId: int8 }, 2);
const news = rowSet(
  {
    id: int8,
    eventId: uuid,
    kind: text,
    objectId: int8,
    sequence: int4,
    body: text,
    isReplay: bool,
    dueAt: timestamptz,
  },
  3,
);

/**
 * Writes them behind those that there are of the same objects. The endpoints of the business are locked, so that
 * nobody else does so; what is unfinished is locked here, so that its end comes before us or sees what we write.
 */
export async function insertDeliveries(
  tx: Sql,
  businessId: bigint,
  deliveries: readonly NewDelivery[],
  { inOrder, now }: { readonly inOrder: ReadonlySet<WebhookKind>; readonly now: Date },
): Promise<void> {
  if (deliveries.length === 0) return;
  const wanted = [businessId, ...objects.encode(deliveries)];
  const unfinished = await tx.query<Place>(
    `select d.kind, d.object_id, d.sequence from deliveries d
     join (select distinct kind, object_id from ${objects.sql}) o
       on o.kind = d.kind and o.object_id = d.object_id
     where d.business_id = $1 and d.finished_at is null order by d.id for update of d`,
    wanted,
  );
  const last = await tx.query<Place>(
    `select d.kind, d.object_id, max(d.sequence) as sequence from deliveries d
     join (select distinct kind, object_id from ${objects.sql}) o
       on o.kind = d.kind and o.object_id = d.object_id
     where d.business_id = $1 group by d.kind, d.object_id`,
    wanted,
  );
  const waiting = new Set(unfinished.map(nameOf));
  const reached = new Map(last.map((place) => [nameOf(place), place.sequence]));
  const rows = deliveries.map((delivery) => {
    const name = nameOf({ kind: delivery.kind, object_id: delivery.objectId });
    const sequence = (reached.get(name) ?? 0) + 1;
    const mustWait = inOrder.has(delivery.kind) && waiting.has(name);
    reached.set(name, sequence);
    waiting.add(name);
    return { ...delivery, sequence, dueAt: mustWait ? undefined : now };
  });
  await tx.query(
    `insert into deliveries (business_id, id, event_id, kind, object_id, sequence, state, body, is_replay,
       due_at, created_at)
     select $1, id, event_id, kind, object_id, sequence, 'pending', body, is_replay, due_at, $2
     from ${news.sql}`,
    [businessId, now, ...news.encode(rows)],
  );
}

type Place = { readonly kind: WebhookKind; readonly object_id: bigint; readonly sequence: number };

function nameOf({ kind, object_id }: Pick<Place, 'kind' | 'object_id'>): string {
  return `${kind} ${object_id}`;
}
