import { bytea, int4, int8, oneOf, optional, timestamptz } from '../../runtime/column.ts';
import type { Database, Sql } from '../../runtime/sql.ts';
import { type RowOf, table } from '../../runtime/table.ts';

export const dataKeys = table('vault_keys', {
  businessId: int8,
  version: int4,
  state: oneOf(['active', 'retiring', 'retired', 'destroyed']),
  /** Undefined: destroyed. */
  wrapped: optional(bytea),
  rootVersion: int4,
  rotation: int4,
  createdAt: timestamptz,
});

/** The columns that are needed to open a data key. */
export const dataKey = dataKeys.pick('version', 'state', 'wrapped', 'rootVersion');
export type DataKeyRow = RowOf<typeof dataKey>;

export type WrappedDataKey = Pick<DataKeyRow, 'version' | 'rootVersion'> & {
  readonly wrapped: Buffer;
};

/** Scope: tenant. */
export async function newestDataKey(sql: Sql, businessId: bigint): Promise<DataKeyRow | undefined> {
  return await dataKey.readOne(
    sql,
    `select ${dataKey.columns} from vault_keys
     where business_id = $1 order by version desc limit 1`,
    [businessId],
  );
}

/** Scope: tenant. Of several processes one inserts; all read the inserted key. */
export async function insertFirstDataKey(
  sql: Sql,
  businessId: bigint,
  { version, wrapped, rootVersion }: WrappedDataKey,
  createdAt: Date,
): Promise<void> {
  await sql.query(
    // A key made during a rotation counts as rotated; otherwise the rotation of a growing service would never end.
    `insert into vault_keys
       (business_id, version, state, wrapped, root_version, rotation, created_at)
     select $1::bigint, $2::integer, 'active', $3::bytea, $4::integer, coalesce(max(number), 0),
       $5::timestamptz
     from vault_rotations where which = 'data'
     on conflict do nothing`,
    [businessId, version, wrapped, rootVersion, createdAt],
  );
}

/** Scope: tenant. Does nothing if the old key was destroyed, or another run was faster. */
export async function replaceDataKey(
  sql: Database,
  businessId: bigint,
  oldVersion: number,
  next: WrappedDataKey & { readonly rotation: number; readonly createdAt: Date },
): Promise<void> {
  await sql.begin(async (tx) => {
    const replaced = await tx.query(
      `update vault_keys set state = 'retiring'
       where business_id = $1 and version = $2 and state = 'active' returning version`,
      [businessId, oldVersion],
    );
    if (replaced.length === 0) return;
    await dataKeys.insert(tx, [{ ...next, businessId, state: 'active' }]);
  });
}

/** Scope: tenant. Retires old keys without records; returns whether one with records is left. */
export async function retireDataKeysBefore(
  sql: Sql,
  businessId: bigint,
  version: number,
): Promise<boolean> {
  await sql.query(
    `update vault_keys k set state = 'retired'
     where k.business_id = $1 and k.version < $2 and k.state = 'retiring' and not exists (
       select 1 from vault_records v where v.business_id = $1 and v.key_version = k.version
     )`,
    [businessId, version],
  );
  const left = await sql.query(
    `select version from vault_keys where business_id = $1 and state = 'retiring' limit 1`,
    [businessId],
  );
  return left.length > 0;
}

/**
 * Scope: tenant. Shreds a business. A row stays, or is inserted, that records this for ever: no new key is made. The
 * rows are locked first, so that a concurrent rotation adds no version unnoticed.
 */
export async function destroyDataKeys(sql: Database, businessId: bigint, now: Date): Promise<void> {
  await sql.begin(async (tx) => {
    const none = { version: 1, state: 'destroyed', rootVersion: 0, rotation: 0 } as const;
    await dataKeys.insert(tx, [{ ...none, businessId, createdAt: now }], 'on conflict do nothing');
    await tx.query(
      'select version from vault_keys where business_id = $1 order by version for update',
      [businessId],
    );
    await tx.query(
      `update vault_keys set state = 'destroyed', wrapped = null where business_id = $1`,
      [businessId],
    );
  });
}
