import {
  int4,
  int8,
  json,
  jsonOf,
  listOf,
  named,
  oneOf,
  text,
  textOf,
  timestamptz,
  uuid,
} from './column.ts';
import { findInPages, rangeOf, rowsOfPage, waiting } from './discovery.ts';
import {
  type DisputeEventKind,
  disputeKinds,
  type EventKind,
  type EventPayloads,
  type PaymentEventKind,
  paymentKinds,
} from './event-kinds.ts';
import { knownKinds } from './known-kinds.ts';
import type { Sql } from './sql.ts';
import { type Fields, type RowOf, rowSet, type Shape, table } from './table.ts';

/*
 * The outbox: events are written in the transaction in which they happen. Webhooks, mail, texts and subscriptions read
 * it, each on its own channel; an event is pending on a channel until its reader has handled it.
 */

const channels = ['webhook', 'email', 'sms', 'subscription'] as const;
export type Channel = (typeof channels)[number];

/** An event; `kind` determines the type of `data`. */
export type AnyEvent = {
  [kind in EventKind]: Omit<EventRow, 'kind' | 'data' | 'pending'> & {
    readonly kind: kind;
    readonly data: EventPayloads[kind];
  };
}[EventKind];
export type EventOf<K extends EventKind> = Extract<AnyEvent, { readonly kind: K }>;
export type PendingEvent = AnyEvent & { readonly pending: readonly Channel[] };

/** Handlers of the named kinds; `handleEvent` calls them. */
export type Handlers<K extends EventKind, Rest extends readonly unknown[], Result> = {
  readonly [kind in K]: (event: EventOf<kind>, ...rest: Rest) => Result;
};

export function isHandled<K extends EventKind>(
  event: AnyEvent,
  handlers: Readonly<Record<K, unknown>>,
): event is EventOf<K> {
  return event.kind in handlers;
}

export function handleEvent<K extends EventKind, Rest extends readonly unknown[], Result>(
  handlers: Handlers<K, Rest, Result>,
  event: EventOf<K>,
  ...rest: Rest
): Result {
  const handle = handlers[event.kind] as (event: EventOf<K>, ...rest: Rest) => Result;
  return handle(event, ...rest);
}

const paymentEvents: ReadonlySet<EventKind> = new Set(paymentKinds);
export function isOfPayment(event: AnyEvent): event is EventOf<PaymentEventKind> {
  return paymentEvents.has(event.kind);
}

const disputeEvents: ReadonlySet<EventKind> = new Set(disputeKinds);
export function isOfDispute(event: AnyEvent): event is EventOf<DisputeEventKind> {
  return disputeEvents.has(event.kind);
}

/** An event without its business, object and time. */
export type NewEvent<K extends EventKind = EventKind> = {
  [kind in K]: {
    readonly id: string;
    readonly kind: kind;
    readonly data: EventPayloads[kind];
    /** Without `webhook` if the business has no endpoint. */
    readonly pending: readonly Channel[];
  };
}[K];

const events = table('events', {
  businessId: int8,
  id: uuid,
  kind: textOf<EventKind>(),
  objectId: int8,
  at: named('happened_at', timestamptz),
  /** The data has the type of its kind: only this file writes it. */
  data: jsonOf<unknown>(json),
  pending: named('untold', listOf(oneOf(channels))),
});
type EventRow = RowOf<typeof events>;

/** An event as it happened, without who must still publish it. */
export const storedEvents = events.omit('pending');

/** Reads events; `where` may also order, limit and lock them. */
export async function readEvents(
  sql: Sql,
  where: string,
  values: readonly unknown[],
): Promise<AnyEvent[]> {
  return await eventsWith({}).read(
    sql,
    `select ${storedEvents.columns} from events where ${where}`,
    values,
  );
}

export async function readEvent(
  sql: Sql,
  businessId: bigint,
  id: string,
): Promise<AnyEvent | undefined> {
  const [found] = await readEvents(sql, 'business_id = $1 and id = $2', [businessId, id]);
  return found;
}

/** For a statement that joins more columns to events `e`: `columns` lists only the event's. */
export function eventsWith<More extends Fields>(more: More) {
  const joined = storedEvents.with(more);
  return {
    columns: storedEvents.of('e'),
    async read(sql: Sql, text: string, values: readonly unknown[]) {
      return (await joined.read(sql, text, values)) as (AnyEvent & RowOf<Shape<More>>)[];
    },
  };
}

type DataField = { [kind in EventKind]: keyof EventPayloads[kind] & string }[EventKind];

/** In SQL: a field of the data, as text; null if events of that kind have none. */
export function dataField(field: DataField, alias = ''): string {
  return `${alias}data ->> '${field}'`;
}

/**
 * Inserts events as a part of a larger statement. `source` has `business_id`, `event_id`, `object_id`, `happened_at`,
 * `event_data` and `pending`; and `event_kind`, unless `kind` is given.
 */
export function insertEvents(source: string, kind?: EventKind): string {
  return `insert into events (business_id, id, kind, object_id, happened_at, data, untold)
  select e.business_id, e.event_id, ${kind === undefined ? 'e.event_kind' : `'${kind}'`}, e.object_id, e.happened_at,
    e.event_data, coalesce(
      (select e.pending::text[] from webhook_endpoints w where w.business_id = e.business_id limit 1),
      array_remove(e.pending::text[], 'webhook'))
  from (${source}) e`;
}

/** The columns that `insertEvents` reads, for a set of rows. */
export const eventFields = {
  eventId: uuid,
  eventKind: text,
  objectId: int8,
  happenedAt: timestamptz,
  eventData: json,
  pending: text,
};

/** Their values; undefined if no event is to be written. */
export function eventValues(event: NewEvent | undefined) {
  return {
    eventId: event?.id,
    eventKind: event?.kind,
    eventData: event && JSON.stringify(event.data),
    pending: event && `{${event.pending.join(',')}}`,
  };
}

const rows = rowSet({ businessId: int8, ...eventFields });

type WrittenEvent = NewEvent & Pick<EventRow, 'businessId' | 'objectId' | 'at'>;

/** Returns how many were new: an event whose id exists already is not written again. */
export async function writeEvents(tx: Sql, written: readonly WrittenEvent[]): Promise<number> {
  if (written.length === 0) return 0;
  const inserted = await tx.query(
    `${insertEvents(`select * from ${rows.sql}`)} on conflict do nothing returning id`,
    rows.encode(
      written.map((event) => {
        const { businessId, objectId, at: happenedAt } = event;
        return { ...eventValues(event), businessId, objectId, happenedAt };
      }),
    ),
  );
  return inserted.length;
}

/** Condition: an event is pending on one of these channels. Each channel has an index for it. */
export function isPending(wanted: readonly Channel[], alias = ''): string {
  return `${alias}untold && '{${wanted.join(',')}}'`;
}

/**
 * Begins a statement: `pending` has the businesses above $1, up to $2, with pending events, and how many of their
 * events were read.
 */
export function businessesPending(wanted: readonly Channel[]): string {
  return `with pending as (
    select business_id, count(*)::int4 as rows from (
      select business_id from events
      where ${isPending(wanted)} and business_id > $1 and business_id <= $2
      order by business_id limit ${rowsOfPage}
    ) e group by business_id
  )`;
}

const dueBusinesses = waiting.with({ rows: int4 });

/** The businesses with pending events. Scope: all, or one; reads only. */
export async function readBusinessesPending(sql: Sql, wanted: readonly Channel[], only?: bigint) {
  const text = `${businessesPending(wanted)}
     select b.business_id as id, b.clock_ahead_ms::float8 as "clockAheadMs", u.rows
     from pending u join businesses b using (business_id) order by business_id`;
  return await findInPages((last?: RowOf<typeof dueBusinesses>) =>
    dueBusinesses.read(sql, text, rangeOf(only, last?.id)),
  );
}

type Reading = {
  readonly channels: readonly Channel[];
  readonly limit: number;
  /** True to lock them until the transaction ends, and to skip those that another transaction has locked. */
  readonly locks?: boolean;
};

/**
 * The oldest first. A newer version that runs beside this one may write kinds that are unknown here: they stay pending
 * until its reader has them, perhaps after later events about the same object.
 */
export async function readPendingEvents(
  tx: Sql,
  businessId: bigint,
  { channels: wanted, limit, locks = false }: Reading,
): Promise<PendingEvent[]> {
  const found = await events.read(
    tx,
    `select ${events.columns} from events
     where business_id = $1 and ${isPending(wanted)} and kind = any ($3::text[]) order by id limit $2
     ${locks ? 'for update skip locked' : ''}`,
    [businessId, limit, knownKinds],
  );
  return found as PendingEvent[];
}

const ids = rowSet({ id: uuid }, 2);

/**
 * Marks events as handled on these channels. Lock order: by id, since the readers of all channels may mark the same
 * events at once.
 */
export async function markDone(
  tx: Sql,
  businessId: bigint,
  done: readonly Pick<AnyEvent, 'id'>[],
  on: readonly Channel[],
): Promise<void> {
  await tx.query(
    `with done as materialized (
       select id from events where business_id = $1 and id in (select id from ${ids.sql}) order by id for update
     )
     update events e set untold = ${without(on, 'e.')}
     from done t where e.business_id = $1 and e.id = t.id`,
    [businessId, ...ids.encode(done)],
  );
}

/** Marks events as handled for a business without endpoints; returns how many. */
export async function dropPending(
  sql: Sql,
  businessId: bigint,
  channel: Channel,
  limit: number,
): Promise<number> {
  const dropped = await sql.query(
    `with dropped as materialized (
       select id from events where business_id = $1 and ${isPending([channel])} order by id limit $2
       for update skip locked
     )
     update events e set untold = ${without([channel], 'e.')}
     from dropped u where e.business_id = $1 and e.id = u.id
     returning e.id`,
    [businessId, limit],
  );
  return dropped.length;
}

function without(on: readonly Channel[], alias: string): string {
  return on.reduce((sql, channel) => `array_remove(${sql}, '${channel}')`, `${alias}untold`);
}
