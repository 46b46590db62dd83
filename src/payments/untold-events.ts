import { rowSet, uuid } from '../base/rows.ts';
import type { Sql } from '../base/sql.ts';
import type { Waiting } from '../businesses/each-by-its-clock.ts';
import type { NewEvent } from './finish-store.ts';

/** Something that happened, and for whom. */
export type Told = {
  readonly id: string;
  readonly businessId: bigint;
  readonly kind: string;
  readonly objectId: bigint;
  readonly at: Date;
  /** Fixed when it happened. */
  // biome-ignore lint/suspicious/noExplicitAny: each kind of event has data of its own.
  readonly data: any;
};

/** The ways on which somebody may have to be told of it. */
export type Channel = NewEvent['untold'][number];

/** The condition of an event that is still to be told on one of these ways; there is an index for each that is asked. */
export function isUntold(channels: readonly Channel[], event = ''): string {
  return `${event}untold && '{${channels.join(',')}}'`;
}

/**
 * Begins a statement: `untold` are the businesses, of $1 or of all, that have something to tell. From one to the
 * next, however much one of them has.
 */
export function businessesToTell(channels: readonly Channel[]): string {
  return `with recursive untold as (
    (select business_id from events
     where ${isUntold(channels)} and ($1::bigint is null or business_id = $1)
     order by business_id limit 1)
    union all
    select n.business_id from untold u cross join lateral (
      select e.business_id from events e
      where ${isUntold(channels, 'e.')} and e.business_id > u.business_id and $1::bigint is null
      order by e.business_id limit 1
    ) n
  )`;
}

const mostBusinesses = 1000;

/** The same, read. Scope: all, or one. */
export async function readBusinessesToTell(
  sql: Sql,
  channels: readonly Channel[],
  only?: bigint,
): Promise<Waiting[]> {
  return await sql.query(
    `${businessesToTell(channels)}
     select b.business_id as id, b.clock_ahead_ms::float8 as "clockAheadMs"
     from untold u join businesses b on b.business_id = u.business_id limit ${mostBusinesses}`,
    [only],
  );
}

type Wish = {
  readonly channels: readonly Channel[];
  readonly limit: number;
  /** Nobody else gets them before the transaction ends, and those that somebody else has are passed over. */
  readonly locks?: boolean;
  /** Of those that are locked: whoever has them is waited for, so that none overtakes another. */
  readonly waits?: boolean;
};

/** What is still to be told, the oldest first. */
export async function readUntoldEvents(
  tx: Sql,
  businessId: bigint,
  { channels, limit, locks = false, waits = false }: Wish,
): Promise<(Told & { readonly untold: readonly Channel[] })[]> {
  const rows = await tx.query<EventRecord & { untold: Channel[] }>(
    `select id, kind, object_id, happened_at, data, untold from events
     where business_id = $1 and ${isUntold(channels)} order by id limit $2
     ${locks ? `for update ${waits ? '' : 'skip locked'}` : ''}`,
    [businessId, limit],
  );
  return rows.map((row) => ({ ...toTold(businessId, row), untold: row.untold }));
}

const ids = rowSet({ id: uuid }, 2);

/** Told, or nobody wants to hear it. Locked in one order: an event is noted by all who tell it, often at once. */
export async function noteTold(
  tx: Sql,
  businessId: bigint,
  events: readonly Pick<Told, 'id'>[],
  channels: readonly Channel[],
): Promise<void> {
  await tx.query(
    `with told as materialized (
       select id from events where business_id = $1 and id in (select id from ${ids.sql}) order by id for update
     )
     update events e set untold = ${without(channels, 'e.')}
     from told t where e.business_id = $1 and e.id = t.id`,
    [businessId, ...ids.encode(events)],
  );
}

/** Of a business where nobody hears it on this way; returns how many. */
export async function noteUnheard(
  sql: Sql,
  businessId: bigint,
  channel: Channel,
  limit: number,
): Promise<number> {
  const rows = await sql.query(
    `with unheard as materialized (
       select id from events where business_id = $1 and ${isUntold([channel])} order by id limit $2
       for update skip locked
     )
     update events e set untold = ${without([channel], 'e.')}
     from unheard u where e.business_id = $1 and e.id = u.id
     returning e.id`,
    [businessId, limit],
  );
  return rows.length;
}

function without(channels: readonly Channel[], event = ''): string {
  return channels.reduce((sql, channel) => `array_remove(${sql}, '${channel}')`, `${event}untold`);
}

export type EventRecord = {
  id: string;
  kind: string;
  object_id: bigint;
  happened_at: Date;
  data: unknown;
};

export function toTold(
  businessId: bigint,
  { id, kind, object_id: objectId, happened_at: at, data }: EventRecord,
): Told {
  return { id, businessId, kind, objectId, at, data };
}
