import type { Sql } from '../base/sql.ts';
import {
  businessesToTell,
  type EventRecord,
  type Told,
  toTold,
} from '../payments/untold-events.ts';
import type { About } from './bodies.ts';

const whole = 1000;

/** The businesses of which something is to be told to webhooks, and whether they have any. Scope: all, or one; reads only. */
export async function readUntold(
  sql: Sql,
  only?: bigint,
): Promise<{ id: bigint; clockAheadMs: number; hears: boolean }[]> {
  return await sql.query(
    `${businessesToTell(['webhook'])}
     select b.business_id as id, b.clock_ahead_ms::float8 as "clockAheadMs",
       exists (select from webhook_endpoints w where w.business_id = b.business_id) as hears
     from untold u join businesses b on b.business_id = u.business_id limit ${whole}`,
    [only],
  );
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
