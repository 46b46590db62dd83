import { Refusal } from '../kernel/refusal.ts';
import type { Secret } from '../kernel/secret.ts';
import { bytea, int4, int8, optional, text, timestamptz, uuid } from './column.ts';
import { readBusinessesDue } from './discovery.ts';
import { keyLifetimeDays, oldestKey, refuseOther } from './idempotency.ts';
import { someAtOnce } from './some-at-once.ts';
import type { Database, Sql } from './sql.ts';
import { table } from './table.ts';

/*
 * Answers of writes under an Idempotency-Key, for flows that do not store the key with the object they create. The row
 * is written before the work begins, under a lease that is extended while the work runs, for ten minutes at most.
 * Another request with the same key is meanwhile told to come again. If the process dies or the work hangs, the lease
 * ends and the same request may begin anew. Each request that begins writes a fencing token of its own: a former holder
 * that comes back late neither stores nor deletes the answer of another. Keys and leases live by the clock of the
 * service, which the time machine does not move.
 */
const keptAnswers = table('kept_answers', {
  businessId: int8,
  key: text,
  requestFingerprint: bytea,
  keptAt: timestamptz,
  leaseUntil: timestamptz,
  /** The fencing token of the holder. */
  token: optional(uuid),
  status: optional(int4),
  headers: optional(text),
  body: optional(text),
});

export type KeptAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};
type Asked = { readonly businessId: bigint; readonly key: string; readonly content: Secret };
type Keeper = {
  readonly db: Database;
  /** By the clock of the service. */
  readonly now: () => Date;
  readonly uuid: () => string;
  readonly vault: {
    fingerprint(content: Secret): Buffer;
    sameFingerprint(stored: Buffer, content: Secret): boolean;
  };
};

const leaseMs = 60_000;
const extendEveryMs = 20_000;
/** Work that takes longer hangs: its lease ends, or its key could not be used again before a restart. */
const longestMs = 10 * 60_000;

/** Does something every so many milliseconds, until it is stopped. */
type Repeat = (ms: number, work: () => Promise<void>) => () => void;

const byTimer: Repeat = (ms, work) => {
  const timer = setInterval(work, ms).unref();
  return () => clearInterval(timer);
};

const found = keptAnswers.omit('businessId', 'key');

/** Runs `work` unless the same request was answered: then its answer is replayed. Refusals are not stored. */
export async function answerOnce(
  world: Keeper,
  asked: Asked,
  work: () => Promise<KeptAnswer>,
  isKept: (answer: KeptAnswer) => boolean,
  repeat = byTimer,
): Promise<{ readonly answer: KeptAnswer; readonly isReplay: boolean }> {
  const begun = await begin(world, asked);
  if ('earlier' in begun) return { answer: begun.earlier, isReplay: true };
  const held = { ...asked, ...begun };
  const extendUntil = world.now().getTime() + longestMs;
  const stop = repeat(extendEveryMs, async () => {
    if (world.now().getTime() >= extendUntil) return stop();
    // One that fails is made up for by the next.
    await extend(world, held).catch(() => {});
  });
  try {
    const answer = await work();
    if (isKept(answer)) await keep(world.db, held, answer);
    else await forget(world.db, held);
    return { answer, isReplay: false };
  } catch (error) {
    if (error instanceof Refusal) await forget(world.db, held);
    throw error;
  } finally {
    stop();
  }
}

/** Only the holder of the lease may write. */
type Held = Pick<Asked, 'businessId' | 'key'> & { readonly token: string };

async function begin(
  world: Keeper,
  { businessId, key, content }: Asked,
): Promise<{ readonly earlier: KeptAnswer } | { readonly token: string }> {
  const now = world.now();
  const leaseUntil = new Date(now.getTime() + leaseMs);
  const requestFingerprint = world.vault.fingerprint(content);
  const token = world.uuid();
  for (let tries = 0; tries < 3; tries += 1) {
    const began = await keptAnswers.insert(
      world.db,
      [{ businessId, key, requestFingerprint, keptAt: now, leaseUntil, token }],
      `on conflict (business_id, key) do update set request_fingerprint = excluded.request_fingerprint,
         kept_at = excluded.kept_at, lease_until = excluded.lease_until, token = excluded.token,
         status = null, headers = null, body = null
       where kept_answers.kept_at < excluded.kept_at - interval '${keyLifetimeDays * 24} hours'`,
    );
    if (began === 1) return { token };
    const row = await found.readOne(
      world.db,
      `select ${found.columns} from kept_answers where business_id = $1 and key = $2`,
      [businessId, key],
    );
    if (!row) continue;
    refuseOther(world, row.requestFingerprint, content);
    if (row.status !== undefined) {
      const headers = JSON.parse(row.headers ?? '{}') as Record<string, string>;
      return { earlier: { status: row.status, headers, body: row.body ?? '' } };
    }
    if (row.leaseUntil > now) throw new Refusal('request_in_progress');
    const taken = await world.db.query(
      `update kept_answers set lease_until = $4, token = $5 where business_id = $1 and key = $2 and lease_until = $3
         and status is null returning 1`,
      [businessId, key, row.leaseUntil, leaseUntil, token],
    );
    if (taken.length === 1) return { token };
  }
  throw new Refusal('request_in_progress');
}

async function extend({ db, now }: Keeper, { businessId, key, token }: Held): Promise<void> {
  await db.query(
    `update kept_answers set lease_until = $4
     where business_id = $1 and key = $2 and token = $3 and status is null`,
    [businessId, key, token, new Date(now().getTime() + leaseMs)],
  );
}

async function keep(sql: Sql, { businessId, key, token }: Held, answer: KeptAnswer): Promise<void> {
  const { status, headers, body } = answer;
  await sql.query(
    `update kept_answers set status = $4, headers = $5, body = $6
     where business_id = $1 and key = $2 and token = $3`,
    [businessId, key, token, status, JSON.stringify(headers), body],
  );
}

async function forget(sql: Sql, { businessId, key, token }: Held): Promise<void> {
  await sql.query('delete from kept_answers where business_id = $1 and key = $2 and token = $3', [
    businessId,
    key,
    token,
  ]);
}

/** Deletes expired answers, until no business has any. Scope: all, each by a statement of its own. */
export async function deleteExpiredAnswers(sql: Sql, now: Date): Promise<void> {
  const last = new Date(oldestKey(now).getTime() - 1);
  const kept = { table: 'kept_answers', dueAt: 'kept_at' };
  for (;;) {
    const businesses = await readBusinessesDue(sql, kept, last);
    if (businesses.length === 0) return;
    await someAtOnce(businesses, async ({ id }) => {
      await sql.query('delete from kept_answers where business_id = $1 and kept_at <= $2', [
        id,
        last,
      ]);
      return 1;
    });
  }
}
