import type { Sql } from '../base/sql.ts';

/* Scope: reference tables, a handful of rows each. */

export type RootRow = {
  readonly version: number;
  readonly state: 'active' | 'retiring' | 'retired';
  readonly wrapped: Buffer;
  readonly kek_id: string;
  readonly rotation: number;
  readonly created_at: Date;
};

export type KeyName = 'fingerprint' | 'pepper' | 'shuffle';

export type NamedKeyRow = {
  readonly name: KeyName;
  readonly version: number;
  readonly state: 'active' | 'retired';
  readonly wrapped: Buffer;
  readonly root_version: number;
  readonly rotation: number;
  readonly active_from: Date;
  readonly created_at: Date;
};

export async function listRoots(sql: Sql): Promise<RootRow[]> {
  return await sql.query<RootRow>(
    `select version, state, wrapped, kek_id, rotation, created_at
     from vault_roots order by version`,
  );
}

/** Says whether it was inserted: only the first of several wins. */
export async function insertRoot(sql: Sql, root: RootRow): Promise<boolean> {
  const inserted = await sql.query(
    `insert into vault_roots (version, state, wrapped, kek_id, rotation, created_at)
     values ($1, $2, $3, $4, $5, $6)
     on conflict do nothing returning version`,
    [root.version, root.state, root.wrapped, root.kek_id, root.rotation, root.created_at],
  );
  return inserted.length > 0;
}

/** Says whether the root was still wrapped as it was when it was read. */
export async function rewrapRoot(
  sql: Sql,
  old: RootRow,
  next: Pick<RootRow, 'wrapped' | 'kek_id'>,
): Promise<boolean> {
  const updated = await sql.query(
    `update vault_roots set wrapped = $1, kek_id = $2
     where version = $3 and kek_id = $4 returning version`,
    [next.wrapped, next.kek_id, old.version, old.kek_id],
  );
  return updated.length > 0;
}

/** The newest version of a name comes first. */
export async function listNamedKeys(sql: Sql): Promise<NamedKeyRow[]> {
  return await sql.query<NamedKeyRow>(
    `select name, version, state, wrapped, root_version, rotation, active_from, created_at
     from vault_named_keys order by name, version desc`,
  );
}

/** Says whether it was inserted: only the first of several wins. */
export async function insertNamedKey(sql: Sql, key: NamedKeyRow): Promise<boolean> {
  const inserted = await sql.query(
    `insert into vault_named_keys
       (name, version, state, wrapped, root_version, rotation, active_from, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict do nothing returning version`,
    [
      key.name,
      key.version,
      key.state,
      key.wrapped,
      key.root_version,
      key.rotation,
      key.active_from,
      key.created_at,
    ],
  );
  return inserted.length > 0;
}

/** Says whether the key was still wrapped by the same root. */
export async function rewrapNamedKey(
  sql: Sql,
  old: NamedKeyRow,
  next: Pick<NamedKeyRow, 'wrapped' | 'root_version'>,
): Promise<boolean> {
  const updated = await sql.query(
    `update vault_named_keys set wrapped = $1, root_version = $2
     where name = $3 and version = $4 and root_version = $5 returning version`,
    [next.wrapped, next.root_version, old.name, old.version, old.root_version],
  );
  return updated.length > 0;
}
