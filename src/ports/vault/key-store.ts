import { bytea, int4, int8, oneOf, optional, text, timestamptz } from '../../runtime/column.ts';
import type { Sql } from '../../runtime/sql.ts';
import { type RowOf, table } from '../../runtime/table.ts';

/* Scope: reference tables, a handful of rows each. */

const roots = table('vault_roots', {
  version: int4,
  state: oneOf(['active', 'retiring', 'retired']),
  wrapped: bytea,
  kekId: text,
  rotation: int4,
  createdAt: timestamptz,
});
export type RootRow = RowOf<typeof roots>;

export const keyNames = ['fingerprint', 'pepper', 'shuffle'] as const;
export type KeyName = (typeof keyNames)[number];

const namedKeys = table('vault_named_keys', {
  name: oneOf(keyNames),
  version: int4,
  state: oneOf(['active', 'retired']),
  wrapped: bytea,
  rootVersion: int4,
  rotation: int4,
  activeFrom: timestamptz,
  createdAt: timestamptz,
});
export type NamedKeyRow = RowOf<typeof namedKeys>;

export const rotations = table('vault_rotations', {
  which: oneOf(['kek', 'root', 'data', 'fingerprint', 'pepper']),
  number: int4,
  /** The new key-encryption key. */
  target: optional(text),
  moved: int8,
  startedAt: timestamptz,
  finishedAt: optional(timestamptz),
});
export type WhichKey = RowOf<typeof rotations>['which'];

export async function listRoots(sql: Sql): Promise<RootRow[]> {
  return await roots.read(sql, `select ${roots.columns} from vault_roots order by version`);
}

/** True if it was inserted: of several only the first is. */
export async function insertRoot(sql: Sql, root: RootRow): Promise<boolean> {
  return (await roots.insert(sql, [root], 'on conflict do nothing')) === 1;
}

/** True if the root was still wrapped as it was when it was read. */
export async function rewrapRoot(
  sql: Sql,
  old: RootRow,
  next: Pick<RootRow, 'wrapped' | 'kekId'>,
): Promise<boolean> {
  const updated = await sql.query(
    `update vault_roots set wrapped = $1, kek_id = $2
     where version = $3 and kek_id = $4 returning version`,
    [next.wrapped, next.kekId, old.version, old.kekId],
  );
  return updated.length > 0;
}

/** The newest version of a name comes first. */
export async function listNamedKeys(sql: Sql): Promise<NamedKeyRow[]> {
  return await namedKeys.read(
    sql,
    `select ${namedKeys.columns} from vault_named_keys order by name, version desc`,
  );
}

/** True if it was inserted: of several only the first is. */
export async function insertNamedKey(sql: Sql, key: NamedKeyRow): Promise<boolean> {
  return (await namedKeys.insert(sql, [key], 'on conflict do nothing')) === 1;
}

/** True if the key was still wrapped by the same root. */
export async function rewrapNamedKey(
  sql: Sql,
  old: NamedKeyRow,
  next: Pick<NamedKeyRow, 'wrapped' | 'rootVersion'>,
): Promise<boolean> {
  const updated = await sql.query(
    `update vault_named_keys set wrapped = $1, root_version = $2
     where name = $3 and version = $4 and root_version = $5 returning version`,
    [next.wrapped, next.rootVersion, old.name, old.version, old.rootVersion],
  );
  return updated.length > 0;
}
