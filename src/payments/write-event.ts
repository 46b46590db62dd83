import { int8, json, rowSet, text, timestamptz, uuid } from '../base/rows.ts';
import type { Sql } from '../base/sql.ts';
import { heardBy } from '../businesses/heard-by.ts';
import type { NewEvent } from './finish-store.ts';

const rows = rowSet({
  businessId: int8,
  id: uuid,
  kind: text,
  objectId: int8,
  at: timestamptz,
  data: json,
  untold: text,
});

/** What happened, written in the transaction in which it happened. */
export async function writeEvents(
  tx: Sql,
  events: readonly (NewEvent & {
    readonly businessId: bigint;
    readonly objectId: bigint;
    readonly at: Date;
  })[],
): Promise<void> {
  if (events.length === 0) return;
  await tx.query(
    `insert into events (business_id, id, kind, object_id, happened_at, data, untold)
     select business_id, id, kind, object_id, at, data, ${heardBy('r')} from ${rows.sql}`,
    rows.encode(events.map((event) => ({ ...event, untold: `{${event.untold.join(',')}}` }))),
  );
}
