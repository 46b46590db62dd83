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

/**
 * Keeps the fast hash of a key that was found good, with the end that the key has. False: it was revoked or
 * ended meanwhile. The lock makes whoever revokes it see the copy.
 */
export async function keepFastHash(
  sql: Sql,
  { businessId, id, keyHash }: { businessId: bigint; id: bigint; keyHash: Buffer },
  now: Date,
): Promise<boolean> {
  const rows = await sql.query(
    `with good as (
       select business_id, id, created_at, expires_at from external_keys
       where business_id = $1 and id = $2 and revoked_at is null
         and (expires_at is null or expires_at > $4)
       for share
     ),
     kept as (
       insert into api_keys (key_hash, business_id, id, hint, created_at, expires_at)
       select $3, business_id, id, '', created_at, expires_at from good
       on conflict do nothing
     )
     select id from good`,
    [businessId, id, keyHash, now],
  );
  return rows.length === 1;
}
