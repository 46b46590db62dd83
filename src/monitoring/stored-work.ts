import { float8, int8, text } from '../runtime/column.ts';
import type { Sample } from '../runtime/metrics.ts';
import type { Sql } from '../runtime/sql.ts';
import { shape } from '../runtime/table.ts';

/*
 * What waits in the database, for /metrics. Each statement reads the rows of a partial index, or of an index range: what
 * is finished is in none of them. Scope: all; reads only.
 */

/** A metric of the database: its statement answers one row for each value of the labels. */
export type StoredWork = {
  readonly name: string;
  readonly help: string;
  readonly labels: readonly string[];
};

export type Found = readonly (readonly [metric: StoredWork, samples: readonly Sample[]])[];

/** One statement, and the metrics that it fills. */
export type Reading = {
  readonly metrics: readonly StoredWork[];
  read(sql: Sql, now: Date): Promise<Found>;
};

const counted = shape({ label: text, other: text, count: int8, oldestSeconds: float8 });

type Plan = {
  /** `$1` is the time. Columns: label, other, count, oldest; `oldest` is when the longest wait began. */
  readonly from: string;
  readonly depth: StoredWork;
  readonly age?: StoredWork;
};

function counting({ from, depth, age }: Plan): Reading {
  // A sandbox business may have its clock ahead: what happens there tomorrow has not waited.
  const statement = `select label, other, count::bigint as count,
    greatest(coalesce(extract(epoch from $1::timestamptz - oldest), 0), 0)::float8 as "oldestSeconds"
    from (${from}) found`;
  return {
    metrics: age ? [depth, age] : [depth],
    async read(sql, now) {
      const rows = await counted.read(sql, statement, [now]);
      const labelsOf = ({ label, other }: (typeof rows)[number]) =>
        [label, other].slice(0, depth.labels.length);
      const counts = rows.map((row): Sample => [labelsOf(row), Number(row.count)]);
      const found: Found = [[depth, counts]];
      if (!age) return found;
      return [...found, [age, rows.map((row): Sample => [labelsOf(row), row.oldestSeconds])]];
    },
  };
}

const channelParts = ['webhook', 'email,sms', 'subscription'].map(
  (channels) => `select '${channels.split(',')[0]}' as label, '' as other, count(*) as count,
    min(happened_at) as oldest from events where untold && '{${channels}}'::text[]`,
);

const outbox = counting({
  from: channelParts.join(' union all '),
  depth: {
    name: 'quittance_outbox_events',
    help: 'Events that a channel has not published yet; email: mails and texts to people.',
    labels: ['channel'],
  },
  age: {
    name: 'quittance_outbox_oldest_seconds',
    help: 'Age of the oldest event that a channel has not published yet.',
    labels: ['channel'],
  },
});

const bucketOf = (since: string) => `case
  when ${since} > $1::timestamptz - interval '1 minute' then 'under_1m'
  when ${since} > $1::timestamptz - interval '10 minutes' then '1m_to_10m'
  when ${since} > $1::timestamptz - interval '1 hour' then '10m_to_1h'
  when ${since} > $1::timestamptz - interval '1 day' then '1h_to_1d'
  else 'over_1d' end`;

const ages = ['under_1m', '1m_to_10m', '10m_to_1h', '1h_to_1d', 'over_1d'];
const doubted = ['payment', 'follow_up', 'batch'];

const unknownOutcomes: Reading = withZeroes(
  counting({
    from: `select label, other, sum(count) as count, null::timestamptz as oldest from (
      select 'payment' as label, ${bucketOf('asked_at')} as other,
        cardinality(payment_ids) as count
      from payment_watches where kind = 'unknown'
      union all
      select 'follow_up', ${bucketOf('created_at')}, 1
      from followups where resolve_at is not null and state = 'unknown'
      union all
      select 'batch', ${bucketOf('created_at')}, 1
      from batches where resolve_at is not null and state = 'unknown') doubts
      group by label, other`,
    depth: {
      name: 'quittance_unknown_outcomes',
      help: 'Requests that move money and whose outcome is not known yet, by age.',
      labels: ['kind', 'age'],
    },
  }),
  doubted.flatMap((kind) => ages.map((age) => [kind, age])),
);

const deliveries = counting({
  from: `select state as label, '' as other, count(*) as count, min(created_at) as oldest
    from deliveries where finished_at is null group by state`,
  depth: {
    name: 'quittance_webhook_deliveries',
    help: 'Webhook deliveries that are not finished; scheduled: failed, and tried again.',
    labels: ['state'],
  },
  age: {
    name: 'quittance_webhook_oldest_seconds',
    help: 'Age of the oldest webhook delivery that is not finished.',
    labels: ['state'],
  },
});

const endpoints = withZeroes(
  counting({
    from: `select 'failing' as label, '' as other, count(*) as count, min(disable_at) as oldest
      from webhook_endpoints where disable_at is not null`,
    depth: {
      name: 'quittance_webhook_endpoints',
      help: 'Receivers of webhooks that fail and will be disabled unless a try succeeds.',
      labels: ['state'],
    },
  }),
  [['failing']],
);

const messages = counting({
  from: `select state as label, '' as other, count(*) as count,
      min(due_at) filter (where due_at <= $1::timestamptz) as oldest
    from messages where due_at is not null group by state`,
  depth: {
    name: 'quittance_texts',
    help: 'Texts that are not sent yet; scheduled ones wait for a time.',
    labels: ['state'],
  },
  age: {
    name: 'quittance_texts_overdue_seconds',
    help: 'How long the text that is due longest is overdue.',
    labels: ['state'],
  },
});

const mails = counting({
  from: `select state as label, '' as other, count(*) as count,
      min(due_at) filter (where due_at <= $1::timestamptz) as oldest
    from mails where due_at is not null group by state`,
  depth: { name: 'quittance_mails', help: 'Mails that are not sent yet.', labels: ['state'] },
  age: {
    name: 'quittance_mails_overdue_seconds',
    help: 'How long the mail that is due longest is overdue.',
    labels: ['state'],
  },
});

const achFiles = counting({
  from: `select state as label, '' as other, count(*) as count,
      min(resolve_at) filter (where resolve_at <= $1::timestamptz) as oldest
    from ach_files where resolve_at is not null group by state`,
  depth: {
    name: 'quittance_ach_files',
    help: 'ACH files that are not finished: being collected, or written and not delivered.',
    labels: ['state'],
  },
  age: {
    name: 'quittance_ach_files_overdue_seconds',
    help: 'How long the ACH file that is due longest is overdue.',
    labels: ['state'],
  },
});

const achEntries = counting({
  from: `select state as label, '' as other, count(*) as count,
      min(next_at) filter (where next_at <= $1::timestamptz) as oldest
    from ach_entries where next_at is not null group by state`,
  depth: {
    name: 'quittance_ach_entries',
    help: 'Bank transfers that wait for a file, for the bank or for the end of their hold.',
    labels: ['state'],
  },
  age: {
    name: 'quittance_ach_entries_overdue_seconds',
    help: 'How long the bank transfer that is due longest is overdue.',
    labels: ['state'],
  },
});

const jobs = withZeroes(
  counting({
    // What failed comes back within an hour.
    from: `select 'due' as label, '' as other, count(*) as count, min(run_at) as oldest
      from jobs where run_at <= $1::timestamptz
      union all
      select 'failed', '', count(*), min(run_at) filter (where run_at <= $1::timestamptz)
      from jobs where run_at <= $1::timestamptz + interval '1 hour' and last_error is not null`,
    depth: {
      name: 'quittance_jobs',
      help: 'Jobs that are due, and jobs that failed and are tried again.',
      labels: ['state'],
    },
    age: {
      name: 'quittance_jobs_overdue_seconds',
      help: 'How long the job that is due longest is overdue.',
      labels: ['state'],
    },
  }),
  [['due'], ['failed']],
);

const cases = counting({
  from: `select kind as label, '' as other, count(*) as count, min(created_at) as oldest
    from open_questions where state <> 'closed' group by kind`,
  depth: {
    name: 'quittance_cases',
    help: 'Cases that need the decision of a person.',
    labels: ['kind'],
  },
  age: {
    name: 'quittance_cases_oldest_seconds',
    help: 'Age of the oldest case that needs the decision of a person.',
    labels: ['kind'],
  },
});

const sizes = counting({
  from: `select '' as label, '' as other, pg_database_size(current_database()) as count,
    null::timestamptz as oldest`,
  depth: {
    name: 'quittance_database_bytes',
    help: 'Size of the database.',
    labels: [],
  },
});

const connections = counting({
  from: `select 'open' as label, '' as other, count(*) as count,
      min(xact_start) as oldest
    from pg_stat_activity where datname = current_database() and backend_type = 'client backend'
    union all
    select 'limit', '', current_setting('max_connections')::bigint, null::timestamptz`,
  depth: {
    name: 'quittance_database_connections',
    help: 'Connections to this database, of all processes, and the limit of the server.',
    labels: ['state'],
  },
  age: {
    name: 'quittance_database_oldest_transaction_seconds',
    help: 'Age of the oldest transaction that is open.',
    labels: ['state'],
  },
});

export const readings: readonly Reading[] = [
  outbox,
  unknownOutcomes,
  deliveries,
  endpoints,
  messages,
  mails,
  achFiles,
  achEntries,
  jobs,
  cases,
  sizes,
  connections,
];

/** Each of these label values has a sample, so that an alert finds a 0 and not nothing. */
function withZeroes(reading: Reading, all: readonly (readonly string[])[]): Reading {
  return {
    metrics: reading.metrics,
    async read(sql, now) {
      const found = await reading.read(sql, now);
      return found.map(([metric, samples]) => {
        const known = new Set(samples.map(([labels]) => labels.join()));
        const missing = all.filter((labels) => !known.has(labels.join()));
        return [metric, [...samples, ...missing.map((labels): Sample => [labels, 0])]];
      });
    },
  };
}
