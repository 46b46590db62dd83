import { int4, int8, jsonOf, optional, text, textOf, timestamptz } from './column.ts';
import { readBusinessesDue } from './discovery.ts';
import { dueRows } from './lease.ts';
import type { Sql } from './sql.ts';
import { rowSet, table } from './table.ts';

/**
 * Every kind of job and its payload. `worker/kinds.ts` must have a handler for each, so a misspelt kind or a wrong
 * payload does not compile on either side.
 */
export type JobPayloads = {
  /** A digest whose id is the key: its owner, and the news that it lists, each by its business and id. */
  'account_team.mail': {
    readonly owner: string;
    readonly news: readonly (readonly [string, string])[];
  };
  'account_team.tell': null;
  'ach.read_inbox': null;
  'authorization.expire': { readonly paymentId: string };
  /** The key tells if a whole day is closed, or the batches that wait at one processor. */
  'batch.close': null;
  'batch.watch': {
    readonly batchId: string;
    readonly processor: string;
    readonly reference: string;
    readonly decision: 'closed' | 'not_closed';
    readonly count: number;
    readonly cents: string;
    readonly until: string;
  };
  /** The key is a customer that was merged into another: rows that were written for it since are moved. */
  'customer.move_late': { readonly until: string };
  'declines.forget': null;
  'deposit.make': null;
  /** The key is the name of a processor account. */
  'disputes.read': null;
  'figures.store': null;
  /** A capture, void or refund, by its id, that was taken for not done. */
  'followup.watch': { readonly until: string };
  'gateway_conversations.forget': null;
  'kept_keys.forget': null;
  /** A decision about API keys of the business; each moment applies to the keys with these ids. */
  'keys.change': {
    readonly ids: readonly string[];
    readonly endsAt?: string;
    readonly revokedAt?: string;
    /** The key's new name. */
    readonly name?: string;
    /** A new key, by its hash in hexadecimal digits. */
    readonly made?: {
      readonly id: string;
      readonly keyHash: string;
      readonly hint: string;
      readonly createdAt: string;
      readonly name?: string | undefined;
      /** As in the column; undefined: all. */
      readonly rights?: string | undefined;
      readonly madeBy?: string | undefined;
      /** As in the column. */
      readonly origins?: string | undefined;
    };
  };
  'number.assign': { readonly areaCode: string; readonly reference: string };
  'numbers.route_calls': null;
  /** Contains the facts of the approval; earlier versions stored none. */
  'payment.give_back': {
    readonly paymentId: string;
    readonly processorId?: string | undefined;
    readonly cents?: string;
  };
  'processor_account.check': null;
  'processor_account.connect': null;
  'retention.sweep': null;
  'settlement.plan': null;
  'sessions.forget': null;
  /** A link that signs in; its id is the key. */
  'sign_in.mail': {
    readonly kind: 'invitation' | 'reset';
    readonly email: string;
    readonly userId?: string;
  };
  'site_requests.forget': null;
  'text_counts.forget': null;
};
export type JobKind = keyof JobPayloads;

export type Job<K extends JobKind = JobKind> = {
  readonly businessId: bigint;
  readonly kind: K;
  readonly key: string;
  readonly payload: JobPayloads[K];
  /** How often it was leased. Only the owner with the latest number may finish it. */
  readonly tries: number;
};

type NewJob<K extends JobKind> = Omit<Job<K>, 'tries'> & { readonly runAt: Date };

export const jobs = table('jobs', {
  businessId: int8,
  kind: textOf<JobKind>(),
  key: text,
  payload: optional(jsonOf<unknown>()),
  runAt: timestamptz,
  /** Fencing token: counts how often it was leased. */
  tries: int4,
  leasedBy: optional(text),
  lastError: optional(text),
});
const leased = jobs.pick('businessId', 'kind', 'key', 'payload', 'tries');
const newJobs = jobs.pick('businessId', 'kind', 'key', 'payload', 'runAt');

/** Enqueuing the same job twice has the effect of once. */
export async function enqueue<K extends JobKind>(
  sql: Sql,
  wanted: readonly NewJob<K>[],
): Promise<void> {
  const rows = wanted.map((job) => ({ ...job, payload: JSON.stringify(job.payload) }));
  await newJobs.insert(sql, rows, 'on conflict do nothing');
}

/**
 * Inserts jobs of one kind as a part of a larger statement. `source` has `business_id`, `key`, `payload` and `run_at`.
 */
export function insertJobs(kind: JobKind, source: string): string {
  return `insert into jobs (business_id, kind, key, payload, run_at)
  select j.business_id, '${kind}', j.key, j.payload, j.run_at from (${source}) j
  on conflict do nothing`;
}

/** Changes the time of a job, or only if it gets earlier. A leased job gets its next time from its owner. */
export async function moveJob(
  sql: Sql,
  { businessId, kind, key, runAt }: Omit<NewJob<JobKind>, 'payload'>,
  { onlyEarlier = false } = {},
): Promise<void> {
  await sql.query(
    `update jobs set run_at = $4
     where business_id = $1 and kind = $2 and key = $3 and leased_by is null
       and (not $5 or run_at > $4)`,
    [businessId, kind, key, runAt, onlyEarlier],
  );
}

/** The businesses with due jobs: a plain read, so that the claim below stays inside one business. */
export async function businessesWithDueJobs(
  sql: Sql,
  now: Date,
  kinds: readonly JobKind[],
): Promise<bigint[]> {
  const where = `kind in (${kinds.map((kind) => `'${kind}'`).join(', ')})`;
  const due = await readBusinessesDue(sql, { table: 'jobs', dueAt: 'run_at', where }, now);
  return due.map(({ id }) => id);
}

const due = dueRows({
  table: 'jobs',
  columns: 'business_id, kind, key',
  where: 'business_id = $1 and kind = any($6)',
  dueAt: 'run_at',
  now: '$3',
  limit: '$5',
});

/** Leases a set. A lease is a later `run_at`: the jobs of a worker that dies come back without any action. */
export async function leaseJobs(
  sql: Sql,
  lease: {
    businessId: bigint;
    kinds: readonly JobKind[];
    worker: string;
    now: Date;
    until: Date;
    limit: number;
  },
): Promise<Job[]> {
  const rows = await leased.read(
    sql,
    `update jobs j set run_at = $4, tries = j.tries + 1, leased_by = $2
     from (
       ${due}
     ) due
     where j.business_id = $1 and j.kind = due.kind and j.key = due.key
     returning ${leased.of('j')}`,
    [lease.businessId, lease.worker, lease.now, lease.until, lease.limit, lease.kinds],
  );
  // Only `enqueue` and `insertJobs` write payloads, so each payload has the type of its kind.
  return rows as Job[];
}

/** The end of a leased job: it is deleted, or comes back at its time. */
export type JobEnd = {
  readonly job: Job;
  readonly runAt: Date | undefined;
  readonly error?: string;
};

const ends = rowSet({
  businessId: int8,
  kind: text,
  key: text,
  tries: int4,
  runAt: timestamptz,
  lastError: text,
});

/** A worker whose lease has expired changes nothing: another owner has raised the count. */
export async function endJobs(sql: Sql, jobEnds: readonly JobEnd[]): Promise<void> {
  await sql.query(
    `with ended as (select * from ${ends.sql}),
     done as (
       delete from jobs j using ended e
       where j.business_id = e.business_id and j.kind = e.kind and j.key = e.key
         and j.tries = e.tries and e.run_at is null
     )
     update jobs j set run_at = e.run_at, leased_by = null, last_error = e.last_error
     from ended e
     where j.business_id = e.business_id and j.kind = e.kind and j.key = e.key
       and j.tries = e.tries and e.run_at is not null`,
    ends.encode(
      jobEnds.map(({ job, runAt, error }) => ({ ...job, runAt, lastError: error?.slice(0, 500) })),
    ),
  );
}
