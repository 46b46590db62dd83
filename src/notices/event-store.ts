import { rowSet, uuid } from '../base/rows.ts';
import type { Sql } from '../base/sql.ts';
import type { About, Told } from './bodies.ts';

const whole = 1000;

/**
 * The businesses of which something is to be told to webhooks, and whether they have any. From one to the next,
 * however much one of them has. Scope: all, or one; reads only.
 */
export async function readUntold(
  sql: Sql,
  only?: bigint,
): Promise<{ id: bigint; clockAheadMs: number; hears: boolean }[]> {
  return await sql.query(
    `with recursive untold as (
       (select business_id from events
        where untold <> '{}' and 'webhook' = any (untold) and ($1::bigint is null or business_id = $1)
        order by business_id limit 1)
       union all
       select n.business_id from untold u cross join lateral (
         select e.business_id from events e
         where e.untold <> '{}' and 'webhook' = any (e.untold) and e.business_id > u.business_id and $1::bigint is null
         order by e.business_id limit 1
       ) n
     )
     select b.business_id as id, b.clock_ahead_ms::float8 as "clockAheadMs",
       exists (select from webhook_endpoints w where w.business_id = b.business_id) as hears
     from untold u join businesses b on b.business_id = u.business_id limit ${whole}`,
    [only],
  );
}

export async function readUntoldEvents(
  tx: Sql,
  businessId: bigint,
  limit: number,
): Promise<Told[]> {
  const rows = await tx.query<EventRecord>(
    `select id, kind, object_id, happened_at, data from events
     where business_id = $1 and untold <> '{}' and 'webhook' = any (untold) order by id limit $2`,
    [businessId, limit],
  );
  return rows.map((row) => toTold(businessId, row));
}

const ids = rowSet({ id: uuid }, 2);

/** Told, or nobody wants to hear it. */
export async function noteTold(
  tx: Sql,
  businessId: bigint,
  events: readonly Pick<Told, 'id'>[],
): Promise<void> {
  await tx.query(
    `update events set untold = array_remove(untold, 'webhook')
     where business_id = $1 and id in (select id from ${ids.sql})`,
    [businessId, ...ids.encode(events)],
  );
}

/** Of a business that has no webhook at all; returns how many. */
export async function noteUnheard(sql: Sql, businessId: bigint, limit: number): Promise<number> {
  const rows = await sql.query(
    `with unheard as materialized (
       select id from events where business_id = $1 and untold <> '{}' and 'webhook' = any (untold) order by id limit $2
       for update skip locked
     )
     update events e set untold = array_remove(e.untold, 'webhook')
     from unheard u where e.business_id = $1 and e.id = u.id
     returning e.id`,
    [businessId, limit],
  );
  return rows.length;
}

/** What happened since and was told already, the oldest first; behind `after` where that is given. */
export async function readEventsSince(
  sql: Sql,
  businessId: bigint,
  { pattern, since, after, limit }: Since,
): Promise<Told[]> {
  const rows = await sql.query<EventRecord>(
    `select id, kind, object_id, happened_at, data from events
     where business_id = $1 and kind like $2 and happened_at >= $3 and ($4::uuid is null or id > $4)
       and not 'webhook' = any (untold)
     order by id limit $5`,
    [businessId, pattern, since, after, limit],
  );
  return rows.map((row) => toTold(businessId, row));
}

type Since = {
  readonly pattern: string;
  readonly since: Date;
  readonly after: string | undefined;
  readonly limit: number;
};

export async function readEvent(
  sql: Sql,
  businessId: bigint,
  id: string,
): Promise<Told | undefined> {
  const rows = await sql.query<EventRecord>(
    'select id, kind, object_id, happened_at, data from events where business_id = $1 and id = $2',
    [businessId, id],
  );
  return rows[0] && toTold(businessId, rows[0]);
}

export async function readAbout(sql: Sql, businessId: bigint): Promise<About> {
  const rows = await sql.query<About & { externalId: string | null }>(
    `select b.environment, b.time_zone as "timeZone", x.external_id as "externalId"
     from businesses b
     left join external_sites x on x.parent_id = coalesce(b.parent_id, 0) and x.business_id = b.business_id
     where b.business_id = $1`,
    [businessId],
  );
  const about = rows[0]!;
  return { ...about, externalId: about.externalId ?? undefined };
}

type EventRecord = {
  id: string;
  kind: string;
  object_id: bigint;
  happened_at: Date;
  data: unknown;
};

function toTold(
  businessId: bigint,
  { id, kind, object_id: objectId, happened_at: at, data }: EventRecord,
): Told {
  return { id, businessId, kind, objectId, at, data };
}
