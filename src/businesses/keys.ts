import type { Sql } from '../base/sql.ts';

/** A key as people tell it from others; the key itself is nowhere. */
export type KeyFacts = {
  readonly id: bigint;
  readonly hint: string;
  readonly created_at: Date;
  readonly expires_at: Date | null;
  readonly revoked_at: Date | null;
};

type NewKey = {
  readonly keyHash: Buffer;
  readonly businessId: bigint;
  readonly id: bigint;
  readonly hint: string;
};

/** Again is not a fault: a key that its owner chose may be found good twice at once. */
export async function insertApiKey(sql: Sql, key: NewKey, now: Date): Promise<void> {
  await sql.query(
    `insert into api_keys (key_hash, business_id, id, hint, created_at) values ($1, $2, $3, $4, $5)
     on conflict do nothing`,
    [key.keyHash, key.businessId, key.id, key.hint, now],
  );
}

export async function readKeys(sql: Sql, businessId: bigint): Promise<KeyFacts[]> {
  return await sql.query<KeyFacts>(
    `select id, hint, created_at, expires_at, revoked_at from api_keys where business_id = $1
     union
     select id, '', created_at, expires_at, revoked_at from external_keys e
     where e.business_id = $1 and not exists (
       select 1 from api_keys k where k.business_id = e.business_id and k.id = e.id
     )
     order by created_at`,
    [businessId],
  );
}

// In this order: whoever uses a chosen key for the first time locks it in external_keys while it is copied.
const tables = ['external_keys', 'api_keys'];

/** Every key that works now goes on working until then, and no longer; answers how many those are. */
export async function endKeys(sql: Sql, businessId: bigint, now: Date, at: Date): Promise<number> {
  const ended = new Set<bigint>();
  for (const table of tables) {
    const rows = await sql.query<{ id: bigint }>(
      `update ${table} set expires_at = $3
       where business_id = $1 and revoked_at is null and (expires_at is null or expires_at > $3)
         and $3 >= $2
       returning id`,
      [businessId, now, at],
    );
    for (const row of rows) ended.add(row.id);
  }
  return ended.size;
}

/** At once, and for good. Without an id: all of them. */
export async function revokeKeys(
  sql: Sql,
  businessId: bigint,
  id: bigint | undefined,
  now: Date,
): Promise<number> {
  const revoked = new Set<bigint>();
  for (const table of tables) {
    const rows = await sql.query<{ id: bigint }>(
      `update ${table} set revoked_at = $3
       where business_id = $1 and revoked_at is null and ($2::bigint is null or id = $2)
       returning id`,
      [businessId, id, now],
    );
    for (const row of rows) revoked.add(row.id);
  }
  return revoked.size;
}
