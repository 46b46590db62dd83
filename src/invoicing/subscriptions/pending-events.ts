import { text } from '../../runtime/column.ts';
import { type Channel, dataField, isPending, readEvents } from '../../runtime/events.ts';
import type { Sql } from '../../runtime/sql.ts';
import { shape } from '../../runtime/table.ts';

export const channels = ['subscription'] as const satisfies Channel[];

/** The subject of an event: a subscription, or a token that subscriptions are charged to. */
const subject = `coalesce(${dataField('subscriptionId')}, ${dataField('token')}, '')`;

export type Reading = {
  readonly limit: number;
  /** Only this subject. */
  readonly only?: string;
  /** All but these subjects. */
  readonly except?: readonly string[];
};

/**
 * Pending events of subscriptions, the oldest first, locked. Waits for locked rows, so that facts of one period stay in
 * order. A subject is skipped as a whole, for the same reason.
 */
export async function lockPending(tx: Sql, businessId: bigint, reading: Reading) {
  const oldest = `${which} order by id limit $2 for update`;
  return await readEvents(tx, oldest, valuesOf(businessId, reading));
}

const subjects = shape({ subject: text });

/** The subjects of the oldest. */
export async function readSubjects(
  sql: Sql,
  businessId: bigint,
  reading: Reading,
): Promise<string[]> {
  const rows = await subjects.read(
    sql,
    `select distinct subject from (
       select ${subject} as subject from events where ${which} order by id limit $2
     ) oldest`,
    valuesOf(businessId, reading),
  );
  return rows.map((row) => row.subject);
}

const which = `business_id = $1 and ${isPending(channels)} and ($3::text is null or ${subject} = $3)
  and ${subject} <> all($4::text[])`;

function valuesOf(businessId: bigint, { limit, only, except = [] }: Reading): unknown[] {
  return [businessId, limit, only, except];
}
