import type { Secret } from '../base/secret.ts';
import type { Sql } from '../base/sql.ts';
import { slowHash } from '../vault/slow-hash.ts';

/** A key that a caller chose: it may be little random, so guessing at its hash must be slow. */
export type ExternalKey = { readonly salt: Buffer; readonly slowHash: Buffer };

export async function hashExternalKey(
  key: Secret,
  randomBytes: (count: number) => Buffer,
): Promise<ExternalKey> {
  const salt = randomBytes(16);
  return { salt, slowHash: await slowHash(key, salt) };
}

export async function insertExternalKey(
  sql: Sql,
  businessId: bigint,
  id: bigint,
  { salt, slowHash: hashed }: ExternalKey,
  now: Date,
): Promise<void> {
  await sql.query(
    `insert into external_keys (business_id, id, salt, slow_hash, created_at)
     values ($1, $2, $3, $4, $5)`,
    [businessId, id, salt, hashed, now],
  );
}

export type StoredExternalKey = ExternalKey & { readonly id: bigint };

/** Those of the business with this username that still work, and never were used before. */
export async function readUnusedKeys(
  sql: Sql,
  businessId: bigint,
  now: Date,
): Promise<StoredExternalKey[]> {
  const rows = await sql.query<{ id: bigint; salt: Buffer; slow_hash: Buffer }>(
    `select e.id, e.salt, e.slow_hash from external_keys e
     where e.business_id = $1 and e.revoked_at is null
       and (e.expires_at is null or e.expires_at > $2)
       and not exists (
         select 1 from api_keys k where k.business_id = e.business_id and k.id = e.id
       )`,
    [businessId, now],
  );
  return rows.map(({ id, salt, slow_hash: hashed }) => ({ id, salt, slowHash: hashed }));
}
