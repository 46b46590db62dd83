import { mostSameDayCents } from '../ach/windows.ts';
import type { Sql } from '../base/sql.ts';
import { accountNow } from '../payments/account-now.ts';
import type { Entry } from './entry.ts';
import { allBusinesses, type ClearingFile } from './file.ts';
import type { EntryKey } from './individual-id.ts';
import type { Window } from './open-window.ts';
import { type EntryRecord, toEntry } from './store.ts';

/*
 * What waits for a cut-off. A same-day file takes what may settle on the day; the evening's file takes all that
 * is left, also what came too late or is too much for the same day.
 */
const waits = `e.state = 'queued' and e.next_at <= $1
  and (not $2::bool or (e.is_same_day and e.amount_cents <= $3))`;

function waiting({ cutoffAt, isSameDay }: Window): unknown[] {
  return [cutoffAt, isSameDay, mostSameDayCents];
}

/*
 * Of a test payment of a live business nothing goes to a real bank. Every business that is ahead of the world has
 * its own turn, by its own clock.
 */
const ofScope = `($4::bigint = ${allBusinesses} and b.environment = 'live' and not exists (
    select from payments p
    where p.business_id = e.business_id and p.id = e.payment_id and p.is_test)
  or b.business_id = $4 and b.environment = 'sandbox')`;

/** The scopes for which a file is to be made. Scope: all; reads only. */
export async function readScopes(
  sql: Sql,
  window: Window,
  only: bigint | undefined,
): Promise<bigint[]> {
  const rows = await sql.query<{ scope: bigint }>(
    `select distinct s.scope
     from ach_entries e join businesses b using (business_id),
       lateral (select case b.environment when 'live' then ${allBusinesses} else b.business_id end as scope) s
     where ${waits} and ($4::bigint is null or (s.scope = $4 and b.environment = 'sandbox'))
       and ($4 is not null or b.clock_ahead_ms = 0)
       and not exists (
         select from payments p
         where p.business_id = e.business_id and p.id = e.payment_id and p.is_test)
     order by s.scope`,
    [...waiting(window), only],
  );
  return rows.map(({ scope }) => scope);
}

/** What of a scope waits, by business. Scope: all; reads only. */
export async function readWaiting(
  sql: Sql,
  scope: bigint,
  window: Window,
  limit: number,
): Promise<Map<bigint, bigint[]>> {
  const rows = await sql.query<EntryKey>(
    `select e.business_id as "businessId", e.id
     from ach_entries e join businesses b using (business_id)
     where ${waits} and ${ofScope}
     order by e.next_at, e.business_id, e.id limit $5`,
    [...waiting(window), scope, limit],
  );
  const found = new Map<bigint, bigint[]>();
  for (const { businessId, id } of rows) {
    const ids = found.get(businessId);
    if (ids) ids.push(id);
    else found.set(businessId, [id]);
  }
  return found;
}

/** Everything that stands in a file, in the order of its traces. Scope: all; reads only. */
export async function readEntriesOf(
  sql: Sql,
  { scope, id }: Pick<ClearingFile, 'scope' | 'id'>,
): Promise<Entry[]> {
  const rows = await sql.query<EntryRecord>(
    `select e.* from ach_entries e join businesses b using (business_id)
     where e.file_id = $1
       and ($2::bigint = ${allBusinesses} and b.environment = 'live' or e.business_id = $2)
     order by e.business_id, e.id`,
    [id, scope],
  );
  return rows.map(toEntry);
}

export async function countEntriesOf(
  sql: Sql,
  { scope, id }: Pick<ClearingFile, 'scope' | 'id'>,
): Promise<number> {
  const rows = await sql.query<{ count: number }>(
    `select count(*)::int4 as count from ach_entries e join businesses b using (business_id)
     where e.file_id = $1
       and ($2::bigint = ${allBusinesses} and b.environment = 'live' or e.business_id = $2)`,
    [id, scope],
  );
  return rows[0]!.count;
}

/**
 * Puts entries into a file that is collecting; returns how many nobody took out before. What a bank corrected
 * while they waited is in them from here on.
 */
export async function fileEntries(
  tx: Sql,
  businessId: bigint,
  ids: readonly bigint[],
  { id: fileId }: Pick<ClearingFile, 'id'>,
): Promise<number> {
  // A statement of its own: what it waited for, a correction perhaps, is seen only by the next one.
  const held = await tx.query<{ id: bigint }>(
    `select id from ach_entries
     where business_id = $1 and id = any($2::int8[]) and state = 'queued' order by id for update`,
    [businessId, ids],
  );
  const heldIds = held.map(({ id }) => id);
  await tx.query(
    `update ach_entries f set state = 'filed', file_id = $3, next_at = null,
       routing_number = ${accountNow.routingNumber}, account_kind = ${accountNow.kind}, last4 = ${accountNow.last4}
     from ach_entries e ${accountNow.joins}
     where f.business_id = $1 and f.id = any($2::int8[]) and e.business_id = f.business_id and e.id = f.id
       and e.business_id = $1`,
    [businessId, heldIds, fileId],
  );
  return held.length;
}

/** Takes entries out of a file that was not sent; they wait for another cut-off. */
export async function unfileEntries(
  tx: Sql,
  businessId: bigint,
  ids: readonly bigint[],
  nextAt: Date,
): Promise<void> {
  await tx.query(
    `update ach_entries set state = 'queued', file_id = null, next_at = $3
     where business_id = $1 and id = any($2::int8[]) and state = 'filed'`,
    [businessId, ids, nextAt],
  );
}

/** What waits goes on waiting, for a later cut-off. */
export async function putOff(
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
