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

/** Undefined: this call is the first under its key. Else the one that was. */
export async function claimRequest(
  tx: Sql,
  { callerId, key, businessId, fingerprint, at }: SiteRequest,
): Promise<Pick<SiteRequest, 'businessId' | 'fingerprint'> | undefined> {
  const claimed = await tx.query(
    `insert into site_requests (caller_id, idempotency_key, business_id, request_fingerprint, created_at)
     values ($1, $2, $3, $4, $5)
     on conflict (caller_id, idempotency_key) do update
       set business_id = $3, request_fingerprint = $4, created_at = $5
       where site_requests.created_at < $6
     returning business_id`,
    [callerId, key, businessId, fingerprint, at, new Date(at.getTime() - keepMs)],
  );
  if (claimed.length === 1) return undefined;
  const rows = await tx.query<{ business_id: bigint; request_fingerprint: Buffer }>(
    `select business_id, request_fingerprint from site_requests
     where caller_id = $1 and idempotency_key = $2`,
    [callerId, key],
  );
  const { business_id: earlier, request_fingerprint: stored } = rows[0]!;
  return { businessId: earlier, fingerprint: stored };
}

/** Nothing was made after all, so the key is free. */
export async function dropRequest(tx: Sql, callerId: bigint, key: string): Promise<void> {
  await tx.query('delete from site_requests where caller_id = $1 and idempotency_key = $2', [
    callerId,
    key,
  ]);
}
