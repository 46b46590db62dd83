import { dayMs, hourMs } from '../kernel/duration.ts';
import { int8, oneOf, optional, text, timestamptz } from '../runtime/column.ts';
import type { Sql } from '../runtime/sql.ts';
import { type RowOf, shape } from '../runtime/table.ts';
import { aliveSince } from './processes.ts';
import { unknownOutcomesSql } from './unknown-outcomes.ts';

/*
 * Overdue work, by business: for an operator who is called by an alert, which names no business. Each part reads the
 * rows of a partial index or of a small table.
 */

/** A worker takes due rows within seconds: a row that has waited for less is not late. */
const graceMs = 60_000;

/**
 * `$1` is the latest moment at which a late row was due, `$2` the latest at which a failed job comes back, `$3` the
 * earliest failure of a mail or text that is reported, `$4` the latest sign of a process that died. Columns:
 * business_id, id, since, why.
 */
const parts = {
  outcomes: `select "businessId" as business_id, id::text as id, since, processor::text as why
    from (${unknownOutcomesSql}) doubts where since <= $1`,
  webhooks: `select business_id, id::text, created_at, coalesce(last_status::text, last_error)
    from deliveries where finished_at is null and (due_at <= $1 or state = 'scheduled')`,
  receivers: `select business_id, kind, failing_since,
      'disabled on ' || to_char(disable_at at time zone 'UTC', 'YYYY-MM-DD')
    from webhook_endpoints where disable_at is not null`,
  mails: `select business_id, id::text, created_at, error_code
    from mails where due_at is not null and (due_at <= $1 or error_code is not null)`,
  'failed-mails': `select business_id, id::text, finished_at, error_code
    from mails where state = 'failed' and finished_at > $3`,
  texts: `select business_id, id::text, created_at, error_code
    from messages where due_at is not null and (due_at <= $1 or error_code is not null)`,
  'failed-texts': `select business_id, id::text, finished_at, error_code
    from messages where state = 'failed' and finished_at > $3`,
  transfers: `select business_id, id::text, next_at, state
    from ach_entries where next_at <= $1`,
  files: `select business_id, id::text, resolve_at, state
    from ach_files where resolve_at <= $1`,
  subscriptions: `select business_id, id::text, due_at, state
    from subscriptions where due_at <= $1
    union all
    select business_id, subscription_id::text, due_at, coalesce(last_code, state)
    from subscription_periods where due_at <= $1`,
  jobs: `select business_id, kind || ' ' || key, run_at, last_error
    from jobs where run_at <= $1 or (run_at <= $2 and last_error is not null)`,
  accounts: `select business_id, name, checked_at, stopped_because
    from processor_accounts where state = 'stopped'`,
  circuits: `select business_id, name, since, string_agg(name || ' in ' || places, '; ') over (
      partition by business_id order by since, name rows between unbounded preceding and unbounded following)
    from (select c.business_id, c.name, min(c.since) as since, string_agg(p.name, ', ' order by p.name) as places
      from processes p
      cross join lateral jsonb_to_recordset(p.open_circuits)
        as c(business_id bigint, name text, since timestamptz)
      where p.seen_at > $4 group by 1, 2) open_circuits`,
} as const;

export type OverdueKind = keyof typeof parts;
export const overdueKinds = Object.keys(parts) as readonly OverdueKind[];

const overdue = shape({
  kind: oneOf(overdueKinds),
  businessId: int8,
  count: int8,
  /** Since when the one that waits longest waits. */
  since: timestamptz,
  /** The one that waits longest, by its name within its business. */
  first: text,
  /** The error of the last of them; of circuits, all accounts with the processes that leave them alone. */
  why: optional(text),
});
export type Overdue = RowOf<typeof overdue>;

/** The one that waits longest first. Scope: all. */
export async function readOverdue(
  sql: Sql,
  now: Date,
  { kinds = overdueKinds, limit }: { kinds?: readonly OverdueKind[]; limit: number },
): Promise<Overdue[]> {
  const from = kinds
    .map(
      (kind) =>
        `select '${kind}' as kind, part.* from (${parts[kind]}) part (business_id, id, since, why)`,
    )
    .join(' union all ');
  return await overdue.read(
    sql,
    `select kind, business_id as "businessId", count(*) as count, min(since) as since,
       (array_agg(id order by since, id))[1] as first,
       (array_agg(why order by since desc, id) filter (where why is not null))[1] as why
     from (${from}) found, (select $1::timestamptz, $2::timestamptz, $3::timestamptz, $4::timestamptz) moments
     group by kind, business_id order by since, kind, "businessId" limit $5`,
    [
      ...[new Date(now.getTime() - graceMs), new Date(now.getTime() + hourMs)],
      ...[new Date(now.getTime() - dayMs), aliveSince(now), limit],
    ],
  );
}
