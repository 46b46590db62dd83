import type { Sql } from '../base/sql.ts';
import type { Entry } from './entry.ts';
import { type EntryRecord, toEntry } from './store.ts';

/** What came back to a business since then, the latest first. */
export async function listReturned(
  sql: Sql,
  businessId: bigint,
  since: Date,
  limit: number,
): Promise<Entry[]> {
  const rows = await sql.query<EntryRecord>(
    `select * from ach_entries
     where business_id = $1 and returned_at >= $2 order by returned_at desc, id desc limit $3`,
    [businessId, since, limit],
  );
  return rows.map(toEntry);
}
