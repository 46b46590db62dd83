import type { Secret } from '../base/secret.ts';
import type { Sql } from '../base/sql.ts';
import type { World } from '../world.ts';

/*
 * A key lies on what was made under it. Who asks under another key for what is there already is answered with that;
 * and the other key is kept here, or it would be free, and make something new once the first is over.
 */
type Made = { readonly businessId: bigint; readonly kind: 'payment' | 'followup' };

export type KeptKey = {
  readonly madeId: bigint;
  readonly requestFingerprint: Buffer;
  readonly keptAt: Date;
};

const keepMs = 30 * 24 * 3600 * 1000;

/** An Idempotency-Key is kept for 30 days; after that it is free for something else. */
export function isKeyOld({ now }: Pick<World, 'now'>, since: Date): boolean {
  return now().getTime() - since.getTime() > keepMs;
}

/** That no payment is kept under the key of a row that would begin. */
export const keyIsFree = (row: string) => `(${row}.idempotency_key is null or (
    select true from kept_keys k
    where k.business_id = ${row}.business_id and k.kind = 'payment' and k.key = ${row}.idempotency_key
  ) is null)`;

export async function keepKey(
  { now, vault }: Pick<World, 'now' | 'vault'>,
  sql: Sql,
  { businessId, kind, id }: Made & { readonly id: bigint },
  retryKey: { readonly key: string; readonly content: Secret } | undefined,
): Promise<void> {
  if (!retryKey) return;
  await sql.query(
    `insert into kept_keys (business_id, kind, key, made_id, request_fingerprint, kept_at)
     values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
    [businessId, kind, retryKey.key, id, vault.fingerprint(retryKey.content), now()],
  );
}

export async function readKeptKey(
  sql: Sql,
  { businessId, kind }: Made,
  key: string,
): Promise<KeptKey | undefined> {
  const rows = await sql.query<KeptKey>(
    `select made_id as "madeId", request_fingerprint as "requestFingerprint", kept_at as "keptAt"
     from kept_keys where business_id = $1 and kind = $2 and key = $3`,
    [businessId, kind, key],
  );
  return rows[0];
}

/** With an id only where it lies on that. */
export async function forgetKeptKey(
  sql: Sql,
  { businessId, kind, id }: Made & { readonly id?: bigint },
  key: string,
): Promise<void> {
  await sql.query(
    `delete from kept_keys
     where business_id = $1 and kind = $2 and key = $3 and made_id = coalesce($4, made_id)`,
    [businessId, kind, key, id],
  );
}

export async function forgetOldKeys({ db, now }: World): Promise<void> {
  await db.query('delete from kept_keys where kept_at < $1', [new Date(now().getTime() - keepMs)]);
}
