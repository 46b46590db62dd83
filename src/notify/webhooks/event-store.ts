import { businesses } from '../../parties/businesses/business.ts';
import { readExternalIds } from '../../parties/businesses/claims.ts';
import { bool, float8, int4 } from '../../runtime/column.ts';
import { findInPages, rangeOf } from '../../runtime/discovery.ts';
import { type AnyEvent, businessesPending, readEvents } from '../../runtime/events.ts';
import type { Sql } from '../../runtime/sql.ts';
import type { RowOf } from '../../runtime/table.ts';
import type { BusinessFacts } from './bodies.ts';

const saidOfBusiness = businesses.pick('id', 'parentId', 'environment', 'timeZone');
const pendingBusinesses = saidOfBusiness.with({
  clockAheadMs: float8,
  hasEndpoints: bool,
  rows: int4,
});
export type PendingBusiness = RowOf<typeof pendingBusinesses>;

/** The businesses with events that are pending for webhooks. Scope: all, or one; reads only. */
export async function readPendingBusinesses(sql: Sql, only?: bigint): Promise<PendingBusiness[]> {
  const text = `${businessesPending(['webhook'])}
     select ${saidOfBusiness.of('b')}, b.clock_ahead_ms::float8 as "clockAheadMs", u.rows,
       exists (select from webhook_endpoints w where w.business_id = b.business_id) as "hasEndpoints"
     from pending u join businesses b using (business_id) order by business_id`;
  return await findInPages((last?: PendingBusiness) =>
    pendingBusinesses.read(sql, text, rangeOf(only, last?.id)),
  );
}

type Since = {
  readonly patterns: readonly string[];
  readonly since: Date;
  /** Reads events after this one. */
  readonly after: string | undefined;
  readonly limit: number;
};

/** Published events, the oldest first. */
export async function readEventsSince(
  sql: Sql,
  businessId: bigint,
  { patterns, since, after, limit }: Since,
): Promise<AnyEvent[]> {
  return await readEvents(
    sql,
    `business_id = $1 and kind like any ($2::text[]) and happened_at >= $3 and ($4::uuid is null or id > $4)
       and not 'webhook' = any (untold)
     order by id limit $5`,
    [businessId, patterns, since, after, limit],
  );
}

/** Not in a transaction: the ExternalID is a lookup, read by a statement of its own. */
export async function readBusinessFacts(db: Sql, id: bigint): Promise<BusinessFacts> {
  const said = await saidOfBusiness.readOne(
    db,
    `select ${saidOfBusiness.columns} from businesses where business_id = $1`,
    [id],
  );
  if (!said) throw new Error('a business that does not exist');
  const externalIds = await readExternalIds(db, [said]);
  return { ...said, externalId: externalIds.get(id) };
}
