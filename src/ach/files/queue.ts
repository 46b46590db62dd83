import { mostSameDayCents, type Window } from '../../kernel/ach-windows.ts';
import { int4, int8 } from '../../runtime/column.ts';
import type { Sql } from '../../runtime/sql.ts';
import { shape } from '../../runtime/table.ts';
import { type Entry, entries } from '../entry.ts';
import { allBusinesses, type ClearingFile } from './file.ts';
import type { PartKey } from './part-store.ts';

/*
 * Queued entries `e` for a cut-off. A same-day file takes the entries that may settle on the day; the evening's file
 * takes the rest, including entries that came too late or are too large for the same day.
 */
const waits = `e.state = 'queued' and e.next_at <= $1
  and (not $2::bool or (e.is_same_day and e.amount_cents <= $3))`;

function waiting({ cutoffAt, isSameDay }: Window): unknown[] {
  return [cutoffAt, isSameDay, mostSameDayCents];
}

/*
 * A test payment of a live business never goes to a real bank. A business whose clock is ahead of the world has files
 * of its own, by its own clock.
 */
const ofScope = `($4::bigint = ${allBusinesses} and b.environment = 'live' and not exists (
    select from payments p
    where p.business_id = e.business_id and p.id = e.payment_id and p.is_test)
  or b.business_id = $4 and b.environment = 'sandbox')`;

const scopes = shape({ scope: int8 });

/** The scopes for which a file is to be made. Scope: all; reads only. */
export async function readScopes(
  sql: Sql,
  window: Window,
  only: bigint | undefined,
): Promise<bigint[]> {
  const rows = await scopes.read(
    sql,
    `select distinct s.scope
     from ach_entries e join businesses b using (business_id),
       lateral (select case when b.environment = 'live' then ${allBusinesses} else b.business_id end as scope) s
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

const keys = entries.pick('businessId', 'id');

/** The entries of a scope that wait for a file, by business. Scope: all; reads only. */
export async function readWaiting(
  sql: Sql,
  scope: bigint,
  window: Window,
  limit: number,
): Promise<Map<bigint, bigint[]>> {
  const rows = await keys.read(
    sql,
    `select ${keys.of('e')}
     from ach_entries e join businesses b using (business_id)
     where ${waits} and ${ofScope}
     order by e.next_at, e.business_id, e.id limit $5`,
    [...waiting(window), scope, limit],
  );
  const found = Map.groupBy(rows, ({ businessId }) => businessId);
  return new Map([...found].map(([businessId, own]) => [businessId, own.map(({ id }) => id)]));
}

type FileKey = Pick<ClearingFile, 'scope' | 'id'>;
type FileRound = FileKey & Pick<ClearingFile, 'round'>;

/** A file consists of the parts of its own round: entries that a slow owner of an earlier round added are not in it. */
const inFile = `from ach_file_parts p
     join ach_entries e on e.business_id = p.business_id and e.file_id = p.file_id
     where e.file_id = $1 and p.scope = $2 and p.round = $3`;

/** The entries that are in a file, in the order of their traces. Scope: all; reads only. */
export async function readEntriesOf(sql: Sql, { scope, id, round }: FileRound): Promise<Entry[]> {
  return await entries.read(
    sql,
    `select ${entries.of('e')} ${inFile} order by e.business_id, e.id`,
    [id, scope, round],
  );
}

const counted = shape({ count: int4 });

/** Scope: all; reads only. */
export async function countEntriesOf(sql: Sql, { scope, id, round }: FileRound): Promise<number> {
  const { count } = await counted.readRow(sql, `select count(*)::int4 as count ${inFile}`, [
    id,
    scope,
    round,
  ]);
  return count;
}

/** Entries that were collected into a part and not sent. */
export async function readFiledOf(tx: Sql, { businessId, fileId }: PartKey): Promise<Entry[]> {
  return await entries.read(
    tx,
    `select ${entries.columns} from ach_entries
     where business_id = $1 and file_id = $2 and state = 'filed' order by id`,
    [businessId, fileId],
  );
}

/** The entries that name a file, in a part of it or not. Scope: all; reads only. */
export async function readEntriesNaming(sql: Sql, { scope, id }: FileKey): Promise<Entry[]> {
  return await entries.read(
    sql,
    `select ${entries.of('e')} from ach_entries e join businesses b using (business_id)
     where e.file_id = $1
       and ($2::bigint = ${allBusinesses} and b.environment = 'live' or e.business_id = $2)
     order by e.business_id, e.id`,
    [id, scope],
  );
}
