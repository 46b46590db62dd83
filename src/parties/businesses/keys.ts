import { bytea, int4, int8, optional, text, timestamptz } from '../../runtime/column.ts';
import type { Flush } from '../../runtime/gather.ts';
import type { Sql } from '../../runtime/sql.ts';
import { type NewRowOf, type RowOf, rowSet, table } from '../../runtime/table.ts';
import { readExternalKeys } from './external-keys.ts';
import { originsOf } from './principal.ts';
import { type Right, rights } from './rights.ts';

const apiKeys = table('api_keys', {
  keyHash: bytea,
  businessId: int8,
  /** The first characters. Empty for a key of `external_keys`. */
  hint: text,
  createdAt: timestamptz,
  expiresAt: optional(timestamptz),
  revokedAt: optional(timestamptz),
  id: int8,
  /** The owner's name for it. */
  name: optional(text),
  /** Its rights, as words with blanks between them; undefined: all rights. */
  rights: optional(text),
  /** To the minute or so. */
  lastUsedAt: optional(timestamptz),
  /** The key, person or account that made it. */
  madeBy: optional(text),
  /** Its origins (`principal.ts`), separated by blanks. */
  origins: optional(text),
});

/** The key that a caller showed. */
export type KeyFacts = {
  readonly id: bigint;
  /** Undefined: everything that its business may. */
  readonly rights: readonly Right[] | undefined;
  /** Its origins (`principal.ts`); never empty. */
  readonly origins: readonly string[];
};

export function mayDo(key: Pick<KeyFacts, 'rights'>, right: Right): boolean {
  return key.rights === undefined || key.rights.includes(right);
}

export function mayGrant(
  { rights: own }: Pick<KeyFacts, 'rights'>,
  granted: readonly Right[],
): boolean {
  return own === undefined || granted.every((right) => own.includes(right));
}

export function rightsIn(words: string | undefined): readonly Right[] | undefined {
  const found = words?.split(' ');
  return found && rights.filter((right) => found.includes(right));
}

/** Inserting a key again is no error: one that its owner chose may be found valid twice at once. */
export async function insertApiKey(sql: Sql, key: NewRowOf<typeof apiKeys>): Promise<void> {
  await apiKeys.insert(sql, [key], 'on conflict do nothing');
}

type Shown = { readonly keyHashes: readonly Buffer[]; readonly at: Date };
const shown = rowSet({ n: int4, keyHash: bytea, at: timestamptz });
const owners = apiKeys.pick('businessId', 'id', 'rights', 'origins').with({ n: int4 });
export type KeyOwner = { readonly businessId: bigint; readonly key: KeyFacts };

/** The businesses in which a key is valid: several may have chosen the same one. Scope: lookup. */
export const readKeyOwners: Flush<Shown, readonly KeyOwner[]> = async (sql, keys) => {
  const rows = keys.flatMap(({ keyHashes, at }, n) =>
    keyHashes.map((keyHash) => ({ n, keyHash, at })),
  );
  const found = await owners.read(
    sql,
    `select r.n, ${owners.of('k')} from ${shown.sql} join api_keys k on k.key_hash = r.key_hash
     where k.revoked_at is null and (k.expires_at is null or k.expires_at > r.at)`,
    shown.encode(rows),
  );
  const byKey = Map.groupBy(found, ({ n }) => n);
  return keys.map(
    (_, n) =>
      byKey.get(n)?.map(({ businessId, id, rights: words, origins }) => ({
        businessId,
        key: { id, rights: rightsIn(words), origins: originsOf({ businessId, id, origins }) },
      })) ?? [],
  );
};

type Use = { readonly businessId: bigint; readonly id: bigint; readonly at: Date };
const uses = rowSet({ businessId: int8, id: int8, at: timestamptz });

/** Scope: lookup. */
export const recordKeyUses: Flush<Use, undefined> = async (sql, rows) => {
  await sql.query(
    `update api_keys k set last_used_at = r.at from ${uses.sql}
     where k.business_id = r.business_id and k.id = r.id and (k.last_used_at is null or k.last_used_at < r.at)`,
    uses.encode(rows),
  );
  return rows.map(() => undefined);
};

export const listedKeys = apiKeys.omit('keyHash', 'businessId');
export type ListedKey = RowOf<typeof listedKeys>;

/** The keys of a business, except keys of `external_keys` that were never used. Scope: lookup. */
async function readApiKeys(sql: Sql, businessId: bigint): Promise<ListedKey[]> {
  return await listedKeys.read(
    sql,
    `select ${listedKeys.columns} from api_keys where business_id = $1 order by created_at, id`,
    [businessId],
  );
}

/** One of them, by its number. Scope: lookup. */
export async function readApiKey(
  sql: Sql,
  businessId: bigint,
  id: bigint,
): Promise<ListedKey | undefined> {
  return await listedKeys.readOne(
    sql,
    `select ${listedKeys.columns} from api_keys where business_id = $1 and id = $2
     order by created_at desc limit 1`,
    [businessId, id],
  );
}

/**
 * Every key of a business, without the key itself, which is stored nowhere. `db`: not in a transaction; `tx`: may be in one
 * of the business.
 */
export async function readKeys(db: Sql, businessId: bigint, tx: Sql = db): Promise<ListedKey[]> {
  const used = await readApiKeys(db, businessId);
  const known = new Set(used.map(({ id }) => id));
  const chosen = await readExternalKeys(tx, businessId);
  const nothing = { hint: '', name: undefined, rights: undefined, lastUsedAt: undefined };
  const unused = chosen.filter(({ id }) => !known.has(id)).map((key) => ({ ...key, ...nothing }));
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

/** Doing it again changes nothing. Scope: lookup. */
export async function renameApiKey(
  sql: Sql,
  businessId: bigint,
  ids: readonly bigint[],
  name: string,
): Promise<void> {
  await sql.query('update api_keys set name = $3 where business_id = $1 and id = any($2::int8[])', [
    businessId,
    ids,
    name,
  ]);
}
