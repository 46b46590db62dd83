import type { Sql } from '../base/sql.ts';
import { type Channel, type EventRecord, isUntold, toTold } from '../payments/untold-events.ts';

export const channels = ['subscription'] as const satisfies Channel[];

/** What an event is about: a subscription, or a token that subscriptions are charged to. */
const subject = `coalesce(data ->> 'subscriptionId', data ->> 'token', '')`;

export type Unheard = {
  readonly limit: number;
  /** Those of one subject alone. */
  readonly only?: string;
  /** Not those of these subjects. */
  readonly except?: readonly string[];
};

/**
 * What no subscription has heard of yet, the oldest first, locked. Who has it is waited for, so that facts of one
 * period do not overtake each other. Whatever is of a subject is passed over together, for the same reason.
 */
export async function lockUnfollowed(tx: Sql, businessId: bigint, wish: Unheard) {
  const rows = await tx.query<EventRecord>(
    `select id, kind, object_id, happened_at, data from events where ${which} order by id limit $2 for update`,
    valuesOf(businessId, wish),
  );
  return rows.map((row) => toTold(businessId, row));
}

/** What the oldest of them are about. */
export async function readSubjects(sql: Sql, businessId: bigint, wish: Unheard): Promise<string[]> {
  const rows = await sql.query<{ subject: string }>(
    `select distinct subject from (
       select ${subject} as subject from events where ${which} order by id limit $2
     ) oldest`,
    valuesOf(businessId, wish),
  );
  return rows.map((row) => row.subject);
}

const which = `business_id = $1 and ${isUntold(channels)} and ($3::text is null or ${subject} = $3)
  and ${subject} <> all($4::text[])`;

function valuesOf(businessId: bigint, { limit, only, except = [] }: Unheard): unknown[] {
  return [businessId, limit, only, except];
}
