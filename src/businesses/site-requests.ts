import { hash } from 'node:crypto';
import type { Sql } from '../base/sql.ts';

/** A call under an Idempotency-Key, and what it made. */
export type SiteRequest = {
  readonly callerId: bigint;
  readonly key: string;
  readonly businessId: bigint;
  readonly fingerprint: Buffer;
  readonly at: Date;
};

const keepMs = 30 * 24 * 3600 * 1000;

type Earlier = Pick<SiteRequest, 'businessId' | 'fingerprint'>;

/** Undefined: this call is the first under its key. Else the one that was. */
export async function claimRequest(tx: Sql, request: SiteRequest): Promise<Earlier | undefined> {
  const { callerId, key, businessId, fingerprint, at } = request;
  const claimed = await tx.query(
    `insert into site_requests (caller_id, key_hash, business_id, request_fingerprint, created_at)
     values ($1, $2, $3, $4, $5)
     on conflict (caller_id, key_hash) do update
       set business_id = $3, request_fingerprint = $4, created_at = $5
       where site_requests.created_at < $6
     returning business_id`,
    [callerId, hashOf(key), businessId, fingerprint, at, oldest(at)],
  );
  return claimed.length === 1 ? undefined : await readRequest(tx, callerId, key, at);
}

/** What was made under this key, as long as keys are kept. */
export async function readRequest(
  sql: Sql,
  callerId: bigint,
  key: string,
  now: Date,
): Promise<Earlier | undefined> {
  const rows = await sql.query<{ business_id: bigint; request_fingerprint: Buffer }>(
    `select business_id, request_fingerprint from site_requests
     where caller_id = $1 and key_hash = $2 and created_at >= $3`,
    [callerId, hashOf(key), oldest(now)],
  );
  const row = rows[0];
  return row && { businessId: row.business_id, fingerprint: row.request_fingerprint };
}

/** Nothing was made after all, so the key is free. */
export async function dropRequest(tx: Sql, callerId: bigint, key: string): Promise<void> {
  await tx.query('delete from site_requests where caller_id = $1 and key_hash = $2', [
    callerId,
    hashOf(key),
  ]);
}

/** Scope: all. */
export async function forgetRequests(sql: Sql, now: Date): Promise<void> {
  await sql.query('delete from site_requests where created_at < $1', [oldest(now)]);
}

/** The API key of the new business follows from the Idempotency-Key, so that is not written down. */
function hashOf(key: string): Buffer {
  return hash('sha256', key, 'buffer');
}

function oldest(now: Date): Date {
  return new Date(now.getTime() - keepMs);
}
