import { int4, int8, jsonb, rowSet, text, timestamptz } from './rows.ts';
import type { Sql } from './sql.ts';

/**
 * Every kind of job and what it carries. `worker/kinds.ts` must offer a handler for each, so a misspelt kind
 * or a wrong payload does not compile on either side.
 */
export type JobPayloads = {
  'ach.read_inbox': null;
  'authorization.expire': { readonly paymentId: string };
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
  'declines.forget': null;
  'deposit.make': null;
  'kept_keys.forget': null;
  'number.assign': { readonly areaCode: string; readonly reference: string };
  'payment.give_back': { readonly paymentId: string };
  'settlement.plan': null;
  'site_requests.forget': null;
  'text_counts.forget': null;
};
export type JobKind = keyof JobPayloads;

export type Job<K extends JobKind = JobKind> = {
  readonly businessId: bigint;
  readonly kind: K;
  readonly key: string;
  readonly payload: JobPayloads[K];
  /** How often it was leased; who finishes it must still hold this number. */
  readonly tries: number;
};

type NewJob<K extends JobKind> = Omit<Job<K>, 'tries'> & { readonly runAt: Date };

const news = rowSet({
  businessId: int8,
  kind: text,
  key: text,
  payload: jsonb,
  runAt: timestamptz,
});

/** Asking twice for the same work is asking once. */
export async function enqueue<K extends JobKind>(
  sql: Sql,
  jobs: readonly NewJob<K>[],
): Promise<void> {
  await sql.query(
    `insert into jobs (business_id, kind, key, payload, run_at)
     select business_id, kind, key, payload, run_at from ${news.sql}
     on conflict do nothing`,
    news.encode(jobs.map((job) => ({ ...job, payload: JSON.stringify(job.payload) }))),
  );
}

/** To another moment. One that is leased says itself when it comes back. */
export async function moveJob(
  sql: Sql,
  { businessId, kind, key, runAt }: Omit<NewJob<JobKind>, 'payload'>,
): Promise<void> {
  await sql.query(
    `update jobs set run_at = $4
     where business_id = $1 and kind = $2 and key = $3 and leased_by is null`,
    [businessId, kind, key, runAt],
  );
}

/** The businesses that have work due: a plain read, so that the claim below stays inside one business. */
export async function businessesWithDueJobs(sql: Sql, now: Date, limit: number): Promise<bigint[]> {
  const rows = await sql.query<{ business_id: bigint }>(
    `select distinct business_id
     from (select business_id from jobs where run_at <= $1 order by run_at limit $2) due`,
    [now, limit],
  );
  return rows.map((row) => row.business_id);
}

/** Leases a set. A lease is a later `run_at`: a worker that dies gives its jobs back by doing nothing. */
export async function leaseJobs(
  sql: Sql,
  lease: { businessId: bigint; worker: string; now: Date; until: Date; limit: number },
): Promise<Job[]> {
  const rows = await sql.query<JobRecord>(
    `update jobs j set run_at = $4, tries = j.tries + 1, leased_by = $2
     from (
       select business_id, kind, key from jobs
       where business_id = $1 and run_at <= $3
       order by run_at limit $5
       for update skip locked
     ) due
     where j.business_id = $1 and j.kind = due.kind and j.key = due.key
     returning j.business_id, j.kind, j.key, j.payload, j.tries`,
    [lease.businessId, lease.worker, lease.now, lease.until, lease.limit],
  );
  return rows.map(({ business_id: businessId, ...job }) => ({ businessId, ...job }));
}

/** What became of leased jobs: done ones go, others come back at their time. */
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

/** A worker whose lease ran out meanwhile changes nothing: somebody else counts the tries now. */
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

type JobRecord = Omit<Job, 'businessId'> & { business_id: bigint };
