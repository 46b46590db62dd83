import type { Sql } from '../runtime/sql.ts';
import { type Entry, type EntryKey, type EntryState, entries } from './entry.ts';

export async function readEntry(
  sql: Sql,
  { businessId, id }: EntryKey,
): Promise<Entry | undefined> {
  return await entries.readOne(
    sql,
    `select ${entries.columns} from ach_entries where business_id = $1 and id = $2`,
    [businessId, id],
  );
}

/** Locks an entry until the transaction ends. Lock order: payment, then entry. */
export async function lockEntry(tx: Sql, { businessId, id }: EntryKey): Promise<Entry | undefined> {
  return await entries.readOne(
    tx,
    `select ${entries.columns} from ach_entries where business_id = $1 and id = $2 for update`,
    [businessId, id],
  );
}

/** Notes that the bank corrected something about a locked entry. */
export async function recordCorrection(
  tx: Sql,
  entry: Entry,
  correctionCode: string,
  fingerprint: Buffer,
): Promise<Entry> {
  await tx.query(
    `update ach_entries set correction_code = $3, corrections = corrections || $4::bytea
     where business_id = $1 and id = $2`,
    [entry.businessId, entry.id, correctionCode, fingerprint],
  );
  return { ...entry, correctionCode, corrections: [...entry.corrections, fingerprint] };
}

/** Queued entries wait for a later cut-off. */
export async function postpone(
  tx: Sql,
  businessId: bigint,
  ids: readonly bigint[],
  nextAt: Date,
): Promise<void> {
  await tx.query(
    `update ach_entries set next_at = $3
     where business_id = $1 and id = any($2::int8[]) and state = 'queued'`,
    [businessId, ids, nextAt],
  );
}

/**
 * The originated and settled entries whose next move is due, of one business or of all whose clock is the world's.
 * Scope: all; reads only.
 */
export async function readDueEntries(
  sql: Sql,
  now: Date,
  limit: number,
  only: bigint | undefined,
): Promise<Entry[]> {
  return await entries.read(
    sql,
    `select ${entries.of('e')} from ach_entries e join businesses b using (business_id)
     where e.next_at <= $1 and e.state in ('originated', 'settled')
       and ($3::bigint is null or e.business_id = $3) and ($3 is not null or b.clock_ahead_ms = 0)
     order by e.next_at, e.business_id, e.id limit $2`,
    [now, limit, only],
  );
}

/** The latest first; `before` is the last one that was seen. */
export async function listEntries(
  sql: Sql,
  businessId: bigint,
  {
    state,
    before,
    limit,
  }: { state?: EntryState | undefined; before?: bigint | undefined; limit: number },
): Promise<Entry[]> {
  return await entries.read(
    sql,
    `select ${entries.columns} from ach_entries
     where business_id = $1 and ($2::text is null or state = $2) and id < coalesce($3, 9223372036854775807)
     order by id desc limit $4`,
    [businessId, state, before, limit],
  );
}

/** Entries of a business that came back since then, the latest first. */
export async function listReturned(
  sql: Sql,
  businessId: bigint,
  since: Date,
  limit: number,
  before?: bigint,
): Promise<Entry[]> {
  return await entries.read(
    sql,
    `select ${entries.columns} from ach_entries
     where business_id = $1 and returned_at >= $2
       and ($4::bigint is null or (returned_at, id) < (
         select b.returned_at, b.id from ach_entries b where b.business_id = $1 and b.id = $4))
     order by returned_at desc, id desc limit $3`,
    [businessId, since, limit, before],
  );
}
