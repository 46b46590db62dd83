import { bytea, int4, int8, optional, text, timestamptz } from '../../runtime/column.ts';
import type { Flush } from '../../runtime/gather.ts';
import type { Sql } from '../../runtime/sql.ts';
import { type NewRowOf, type RowOf, rowSet, table } from '../../runtime/table.ts';
import { readExternalKeys } from './external-keys.ts';

const apiKeys = table('api_keys', {
  keyHash: bytea,
  businessId: int8,
  /** The first characters. Empty for a key of `external_keys`. */
  hint: text,
  createdAt: timestamptz,
  expiresAt: optional(timestamptz),
  revokedAt: optional(timestamptz),
  id: int8,
});

/** Inserting a key again is no error: one that its owner chose may be found valid twice at once. */
export async function insertApiKey(sql: Sql, key: NewRowOf<typeof apiKeys>): Promise<void> {
  await apiKeys.insert(sql, [key], 'on conflict do nothing');
}

type Shown = { readonly keyHashes: readonly Buffer[]; readonly at: Date };
const shown = rowSet({ n: int4, keyHash: bytea, at: timestamptz });
const owners = apiKeys.pick('businessId').with({ n: int4 });

/** The businesses in which a key is valid: several may have chosen the same one. Scope: lookup. */
export const readKeyOwners: Flush<Shown, readonly bigint[]> = async (sql, keys) => {
  const rows = keys.flatMap(({ keyHashes, at }, n) =>
    keyHashes.map((keyHash) => ({ n, keyHash, at })),
  );
  const found = await owners.read(
    sql,
    `select distinct r.n, ${owners.of('k')} from ${shown.sql} join api_keys k on k.key_hash = r.key_hash
     where k.revoked_at is null and (k.expires_at is null or k.expires_at > r.at)`,
    shown.encode(rows),
  );
  const byKey = Map.groupBy(found, ({ n }) => n);
  return keys.map((_, n) => byKey.get(n)?.map(({ businessId }) => businessId) ?? []);
};

const listed = apiKeys.omit('keyHash', 'businessId');
export type ListedKey = RowOf<typeof listed>;

/** The keys of a business, without those of `external_keys` that were never used. Scope: lookup. */
export async function readApiKeys(sql: Sql, businessId: bigint): Promise<ListedKey[]> {
  return await listed.read(
    sql,
    `select ${listed.columns} from api_keys where business_id = $1 order by created_at`,
    [businessId],
  );
}

/** Every key of a business, without the key itself, which is stored nowhere. Not in a transaction. */
export async function readKeys(db: Sql, businessId: bigint): Promise<ListedKey[]> {
  const used = await readApiKeys(db, businessId);
  const known = new Set(used.map(({ id }) => id));
  const chosen = await readExternalKeys(db, businessId);
  const unused = chosen.filter(({ id }) => !known.has(id)).map((key) => ({ ...key, hint: '' }));
  return [...used, ...unused].sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
}

/** True for a key that is valid at this moment, as far as is known now. */
export function isValidAt({ revokedAt, expiresAt }: ListedKey, at: Date): boolean {
  return !revokedAt && !(expiresAt && expiresAt <= at);
}

/** Doing it again changes nothing. Scope: lookup. */
export async function endApiKeys(
  sql: Sql,
  businessId: bigint,
  ids: readonly bigint[],
  endsAt: Date,
): Promise<void> {
  await sql.query(
    `update api_keys set expires_at = $3
     where business_id = $1 and id = any($2::int8[]) and revoked_at is null
       and (expires_at is null or expires_at > $3)`,
    [businessId, ids, endsAt],
  );
}

/** Doing it again changes nothing. Scope: lookup. */
export async function revokeApiKeys(
  sql: Sql,
  businessId: bigint,
  ids: readonly bigint[],
  at: Date,
): Promise<void> {
  await sql.query(
    `update api_keys set revoked_at = $3
     where business_id = $1 and id = any($2::int8[]) and revoked_at is null`,
    [businessId, ids, at],
  );
}
