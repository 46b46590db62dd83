import { int8 } from '../runtime/column.ts';
import type { Sample } from '../runtime/metrics.ts';
import { shape } from '../runtime/table.ts';
import { aliveSince } from './processes.ts';
import { counting, type Reading, type StoredWork, withZeroes } from './reading.ts';

/*
 * Work that waits in the database, for /metrics. Each statement reads the rows of a partial index, or of an index
 * range: finished work is in none of them. Scope: all; reads only.
 */

const roles = shape({ serves: int8, works: int8 });

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

/** Rows of a table that wait, by state; overdue since `due`. */
const byState = (table: string, due: string, depth: readonly [string, string], late: string) =>
  counting({
    from: `select state as label, '' as other, count(*) as count,
        min(${due}) filter (where ${due} <= $1::timestamptz) as oldest
      from ${table} where ${due} is not null group by state`,
    depth: { name: `quittance_${depth[0]}`, help: depth[1], labels: ['state'] },
    age: {
      name: `quittance_${depth[0]}_overdue_seconds`,
      help: `How long the ${late} that is due longest is overdue.`,
      labels: ['state'],
    },
  });

const messages = byState(
  'messages',
  'due_at',
  ['texts', 'Texts that are not sent yet; scheduled ones wait for a time.'],
  'text',
);

const mails = byState('mails', 'due_at', ['mails', 'Mails that are not sent yet.'], 'mail');

const achFiles = byState(
  'ach_files',
  'resolve_at',
  ['ach_files', 'ACH files that are not finished: being collected, or written and not delivered.'],
  'ACH file',
);

const achEntries = byState(
  'ach_entries',
  'next_at',
  [
    'ach_entries',
    'Bank transfers that wait for a file, for the bank or for the end of their hold.',
  ],
  'bank transfer',
);

const subscriptions = withZeroes(
  counting({
    from: `select 'begin' as label, '' as other, count(*) as count, min(due_at) as oldest
      from subscriptions where due_at <= $1::timestamptz
      union all
      select 'charge', '', count(*), min(due_at)
      from subscription_periods where due_at <= $1::timestamptz`,
    depth: {
      name: 'quittance_subscriptions_due',
      help: 'Subscriptions whose next period is due to begin, and periods that are due to be charged.',
      labels: ['step'],
    },
    age: {
      name: 'quittance_subscriptions_overdue_seconds',
      help: 'How long the subscription that is due longest is overdue.',
      labels: ['step'],
    },
  }),
  [['begin'], ['charge']],
);

const processes: StoredWork = {
  name: 'quittance_processes',
  help: 'Processes of all hosts that are alive, by what they do.',
  labels: ['role'],
};

const runningRoles: Reading = {
  metrics: [processes],
  async read(sql, now) {
    const { serves, works } = await roles.readRow(
      sql,
      `select count(*) filter (where serves) as serves, count(*) filter (where works) as works
       from processes where seen_at > $1`,
      [aliveSince(now)],
    );
    const samples: Sample[] = [
      [['serve'], Number(serves)],
      [['work'], Number(works)],
    ];
    return [[processes, samples]];
  },
};

const jobs = withZeroes(
  counting({
    // A failed job comes back within an hour.
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
  subscriptions,
  jobs,
  cases,
  runningRoles,
  sizes,
  connections,
];
