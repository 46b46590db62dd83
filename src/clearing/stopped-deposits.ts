import type { Sql } from '../base/sql.ts';
import type { Business } from '../businesses/business.ts';
import { isPaidOut } from '../businesses/paid-out.ts';
import { recordAct } from '../trail/trail.ts';
import type { World } from '../world.ts';
import { type EntryRecord, moveEntry, toEntry } from './store.ts';

/**
 * A deposit that still waits when its business is not to be paid any more is taken out, and what it was to pay waits
 * for another. The rest of what may go into a file.
 */
export async function withoutStopped(
  { now }: World,
  tx: Sql,
  business: Business,
  ids: readonly bigint[],
): Promise<readonly bigint[]> {
  const { id: businessId } = business;
  const rows = await tx.query<EntryRecord>(
    `select * from ach_entries
     where business_id = $1 and id = any($2::int8[]) and kind = 'deposit' and state = 'queued' for update`,
    [businessId, ids],
  );
  if (rows.length === 0 || (await isPaidOut(tx, business))) return ids;
  for (const entry of rows.map(toEntry)) {
    await moveEntry(tx, entry, 'canceled', { nextAt: undefined });
    await tx.query(
      `update batches set state = 'reconciled', deposit_id = null
       where business_id = $1 and deposit_id = $2 and state = 'funded'`,
      [businessId, entry.id],
    );
    const act = { actor: 'system', act: 'deposit.stopped', object: `ach_entry:${entry.id}` };
    const facts = { reason: `its business is ${business.state}` };
    await recordAct(tx, { businessId, ...act, facts, at: now() });
  }
  const gone = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => !gone.has(id));
}
