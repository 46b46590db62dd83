import { hash } from 'node:crypto';
import { bytea, int8, timestamptz } from '../../runtime/column.ts';
import { type IdempotencyKey, oldestKey, refuseOther } from '../../runtime/idempotency.ts';
import type { Sql } from '../../runtime/sql.ts';
import { table } from '../../runtime/table.ts';
import type { World } from '../../world.ts';

/** The key of a call that makes a business: it belongs to the caller, who is there before the business is. */
export type CallerKey = IdempotencyKey & { readonly callerId: bigint };

type Reader = Pick<World, 'now' | 'vault'>;

const siteRequests = table('site_requests', {
  callerId: int8,
  keyHash: bytea,
  businessId: int8,
  requestFingerprint: bytea,
  createdAt: timestamptz,
});
const earlier = siteRequests.pick('businessId', 'requestFingerprint');
const input = siteRequests.set(2);

const changed = siteRequests.omit('callerId', 'keyHash').changesFrom('excluded');

/**
 * Undefined: this call is the first under its key, which now belongs to the new business. Otherwise the business that
 * an equal call made.
 */
export async function claimRequest(
  world: Reader,
  tx: Sql,
  request: CallerKey,
  businessId: bigint,
): Promise<bigint | undefined> {
  const { callerId, key, content } = request;
  const createdAt = world.now();
  const requestFingerprint = world.vault.fingerprint(content);
  const row = { callerId, keyHash: hashOf(key), businessId, requestFingerprint, createdAt };
  const claimed = await tx.query(
    `insert into site_requests as s (${siteRequests.names}) select ${siteRequests.names} from ${input.sql}
     on conflict (caller_id, key_hash) do update set ${changed} where s.created_at < $1
     returning business_id`,
    [oldestKey(createdAt), ...input.encode([row])],
  );
  return claimed.length === 1 ? undefined : await findRequested(world, tx, request, createdAt);
}

/** The business that an equal call made under this key, within its lifetime; refuses another call. */
export async function findRequested(
  world: Reader,
  sql: Sql,
  { callerId, key, content }: CallerKey,
  now = world.now(),
): Promise<bigint | undefined> {
  const found = await earlier.readOne(
    sql,
    `select ${earlier.columns} from site_requests
     where caller_id = $1 and key_hash = $2 and created_at >= $3`,
    [callerId, hashOf(key), oldestKey(now)],
  );
  if (found) refuseOther(world, found.requestFingerprint, content);
  return found?.businessId;
}

/** Nothing was made: the key is free again. */
export async function dropRequest(tx: Sql, { callerId, key }: CallerKey): Promise<void> {
  await tx.query('delete from site_requests where caller_id = $1 and key_hash = $2', [
    callerId,
    hashOf(key),
  ]);
}

/** Scope: all. */
export async function deleteOldRequests(sql: Sql, now: Date): Promise<void> {
  await sql.query('delete from site_requests where created_at < $1', [oldestKey(now)]);
}

/** The API key of the new business is derived from the Idempotency-Key, so only a hash of that is stored. */
function hashOf(key: string): Buffer {
  return hash('sha256', key, 'buffer');
}
