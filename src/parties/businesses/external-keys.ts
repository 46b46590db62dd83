import type { Secret } from '../../kernel/secret.ts';
import { slowHash } from '../../ports/vault/slow-hash.ts';
import { bytea, int8, optional, text, timestamptz } from '../../runtime/column.ts';
import type { Sql } from '../../runtime/sql.ts';
import { type RowOf, table } from '../../runtime/table.ts';

/** Keys that callers chose: they may have little entropy, so guessing at the hash must be slow. */
const externalKeys = table('external_keys', {
  businessId: int8,
  id: int8,
  salt: bytea,
  slowHash: bytea,
  createdAt: timestamptz,
  expiresAt: optional(timestamptz),
  revokedAt: optional(timestamptz),
  madeBy: optional(text),
  origins: optional(text),
});
export type ExternalKey = Pick<RowOf<typeof externalKeys>, 'salt' | 'slowHash'>;

/** The maker of a key, and the key's origins (`principal.ts`). */
export type MadeBy = {
  readonly madeBy?: string | undefined;
  readonly origins?: string | undefined;
};

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
  key: ExternalKey,
  createdAt: Date,
  made: MadeBy = {},
): Promise<void> {
  await externalKeys.insert(sql, [{ ...key, businessId, id, createdAt, ...made }]);
}

const listed = externalKeys.omit('businessId', 'salt', 'slowHash');

export async function readExternalKeys(
  sql: Sql,
  businessId: bigint,
): Promise<RowOf<typeof listed>[]> {
  return await listed.read(
    sql,
    `select ${listed.columns} from external_keys where business_id = $1`,
    [businessId],
  );
}

const ids = externalKeys.pick('id');

/** Ends one key, or all keys without an id. Returns those that would be valid at `endsAt`. */
export async function endExternalKeys(
  tx: Sql,
  businessId: bigint,
  endsAt: Date,
  only?: bigint,
): Promise<bigint[]> {
  const ended = await ids.read(
    tx,
    `update external_keys set expires_at = $2
     where business_id = $1 and revoked_at is null and (expires_at is null or expires_at > $2)
       and ($3::bigint is null or id = $3)
     returning id`,
    [businessId, endsAt, only],
  );
  return ended.map(({ id }) => id);
}

/** Without an id: all keys. Returns the keys that were not revoked before. */
export async function revokeExternalKeys(
  tx: Sql,
  businessId: bigint,
  id: bigint | undefined,
  at: Date,
): Promise<bigint[]> {
  const revoked = await ids.read(
    tx,
    `update external_keys set revoked_at = $3
     where business_id = $1 and revoked_at is null and ($2::bigint is null or id = $2)
     returning id`,
    [businessId, id, at],
  );
  return revoked.map((row) => row.id);
}

const stored = externalKeys.pick('id', 'salt', 'slowHash', 'origins');
export type StoredExternalKey = RowOf<typeof stored>;

/** The key that the business was made with, if it is valid and was never used. */
export async function readUnusedKey(
  sql: Sql,
  businessId: bigint,
  now: Date,
): Promise<StoredExternalKey | undefined> {
  return await stored.readOne(
    sql,
    `select ${stored.of('e')} from external_keys e
     where e.business_id = $1 and e.revoked_at is null
       and (e.expires_at is null or e.expires_at > $2)
       and not exists (
         select 1 from api_keys k where k.business_id = e.business_id and k.id = e.id
       )
     order by e.id desc limit 1`,
    [businessId, now],
  );
}

/**
 * Stores the fast hash of a key that was found valid, with the key's expiry. False: it was revoked or expired meanwhile.
 * The lock makes a concurrent revocation wait, so that it revokes the copy too.
 */
export async function storeFastHash(
  sql: Sql,
  { businessId, id, keyHash }: { businessId: bigint; id: bigint; keyHash: Buffer },
  now: Date,
): Promise<boolean> {
  const rows = await sql.query(
    `with good as (
       select business_id, id, created_at, expires_at, made_by, origins from external_keys
       where business_id = $1 and id = $2 and revoked_at is null
         and (expires_at is null or expires_at > $4)
       for share
     ),
     kept as (
       insert into api_keys (key_hash, business_id, id, hint, created_at, expires_at, made_by, origins)
       select $3, business_id, id, '', created_at, expires_at, made_by, origins from good
       on conflict do nothing
     )
     select id from good`,
    [businessId, id, keyHash, now],
  );
  return rows.length === 1;
}
