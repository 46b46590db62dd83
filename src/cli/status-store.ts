import { int4, int8, optional, text, timestamptz } from '../runtime/column.ts';
import type { Sql } from '../runtime/sql.ts';
import { shape } from '../runtime/table.ts';

/** Work that waits in the database, of all businesses. */

const database = shape({ version: text, bytes: int8, migration: text, migrations: int4 });
const waiting = shape({ what: text, count: int8, oldest: optional(timestamptz) });

export async function readDatabaseStatus(sql: Sql) {
  return await database.readRow(
    sql,
    `select current_setting('server_version') as version,
       pg_database_size(current_database()) as bytes,
       (select name from migrations order by number desc limit 1) as migration,
       (select count(*)::integer from migrations) as migrations`,
  );
}

/** Scope: all. Each kind of work that waits, with the moment of the oldest. */
export async function readWaiting(sql: Sql, now: Date) {
  return await waiting.read(
    sql,
    `select 'events to publish' as what, count(*) as count, min(happened_at) as oldest
     from events where untold <> '{}'
     union all
     select 'payments of unknown outcome', count(*), min(created_at)
     from payments where state = 'unknown'
     union all
     select 'captures, voids, refunds of unknown outcome', count(*), min(created_at)
     from followups where state = 'unknown' and resolve_at is not null
     union all
     select 'batches of unknown outcome', count(*), min(created_at)
     from batches where state = 'unknown' and resolve_at is not null
     union all
     select 'open cases', count(*), min(created_at) from open_questions where state <> 'closed'
     union all
     select 'webhook deliveries', count(*), min(created_at)
     from deliveries where state in ('pending', 'scheduled')
     union all
     select 'mails', count(*), min(created_at) from mails where state = 'queued'
     union all
     select 'texts', count(*), min(created_at) from messages where state = 'queued'
     union all
     select 'subscriptions that are due', count(*), min(due_at) from subscriptions where due_at <= $1
     union all
     select 'files to the bank that are due', count(*), min(resolve_at)
     from ach_files where resolve_at <= $1
     union all
     select 'jobs that are due', count(*), min(run_at) from jobs where run_at <= $1`,
    [now],
  );
}
