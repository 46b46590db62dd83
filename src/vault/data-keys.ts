import type { KeyObject } from 'node:crypto';
import type { Database, Sql } from '../base/sql.ts';
import { contexts, keyBytes, nonceBytes, seal, takeKey, unseal } from './cipher.ts';
import type { Keyring, RootKey } from './keyring.ts';
import { VaultError } from './vault-error.ts';

export type DataKey = { readonly version: number; readonly key: KeyObject };

/** A row of vault_keys as far as it is needed to open it. */
export type DataKeyRow = {
  readonly version: number;
  readonly state: 'active' | 'retiring' | 'retired' | 'destroyed';
  /** null: destroyed. */
  readonly wrapped: Buffer | null;
  readonly root_version: number;
};

export type DataKeys = {
  /** The key that seals for this business, when this process knows it. */
  known(businessId: bigint): DataKey | undefined;
  /** The same, read or made when it is not known. */
  active(businessId: bigint): Promise<DataKey>;
  /** The key of a row that was just read. The row decides, not the cache: a destroyed key stays shut. */
  of(sql: Sql, businessId: bigint, row: DataKeyRow): Promise<KeyObject>;
  /** From now on asks the database again which key seals. */
  forget(businessId?: bigint): void;
};

/** Per kind; the eldest leaves first. A key read again costs one look at an index. */
const mostKept = 10_000;

type DataKeysOptions = {
  readonly sql: Database;
  readonly keyring: Keyring;
  readonly randomBytes: (count: number) => Buffer;
  readonly now: () => Date;
};

export function createDataKeys({ sql, keyring, randomBytes, now }: DataKeysOptions): DataKeys {
  const active = new Map<bigint, DataKey>();
  const unwrapped = new Map<string, KeyObject>();
  const loading = new Map<bigint, Promise<DataKey>>();

  return {
    known: (businessId) => active.get(businessId),
    active: load,
    of: keyOf,
    forget(businessId) {
      // What is under way may have looked too early: its result is used, but not kept.
      if (businessId === undefined) {
        active.clear();
        loading.clear();
        return;
      }
      active.delete(businessId);
      loading.delete(businessId);
    },
  };

  async function load(businessId: bigint): Promise<DataKey> {
    const under = loading.get(businessId);
    if (under) return await under;
    const mine = readOrMake(businessId);
    loading.set(businessId, mine);
    try {
      const found = await mine;
      if (loading.get(businessId) === mine) remember(active, businessId, found);
      return found;
    } finally {
      if (loading.get(businessId) === mine) loading.delete(businessId);
    }
  }

  async function readOrMake(businessId: bigint): Promise<DataKey> {
    let row = await newestDataKey(sql, businessId);
    if (!row) {
      await keyring.refresh(); // A new key should not begin its life under a root on its way out.
      const root = keyring.activeRoot();
      await insertFirstDataKey(
        sql,
        businessId,
        newDataKey(businessId, 1, root, randomBytes),
        now(),
      );
      row = (await newestDataKey(sql, businessId))!;
    }
    return { version: row.version, key: await keyOf(sql, businessId, row) };
  }

  async function keyOf(from: Sql, businessId: bigint, row: DataKeyRow): Promise<KeyObject> {
    if (!row.wrapped) {
      throw new VaultError(
        'business_destroyed',
        `The data key of business ${businessId} was destroyed, and all its secrets with it.`,
      );
    }
    const id = `${businessId} ${row.version}`;
    const kept = unwrapped.get(id);
    if (kept) return kept;
    const key = unwrapDataKey(
      businessId,
      { ...row, wrapped: row.wrapped },
      await keyring.root(from, row.root_version),
    );
    remember(unwrapped, id, key);
    return key;
  }
}

function remember<K, V>(map: Map<K, V>, key: K, value: V): void {
  if (map.size >= mostKept) map.delete(map.keys().next().value as K);
  map.set(key, value);
}

export type WrappedDataKey = Pick<DataKeyRow, 'version' | 'root_version'> & {
  readonly wrapped: Buffer;
};

export function newDataKey(
  businessId: bigint,
  version: number,
  root: RootKey,
  randomBytes: (count: number) => Buffer,
): WrappedDataKey {
  return wrapDataKey(businessId, version, takeKey(randomBytes(keyBytes)), root, randomBytes);
}

export function wrapDataKey(
  businessId: bigint,
  version: number,
  key: KeyObject,
  root: RootKey,
  randomBytes: (count: number) => Buffer,
): WrappedDataKey {
  const context = contexts.dataKey(businessId, version, root.version);
  const wrapped = seal(root.key, randomBytes(nonceBytes), context, key.export());
  return { version, root_version: root.version, wrapped };
}

export function unwrapDataKey(businessId: bigint, row: WrappedDataKey, root: RootKey): KeyObject {
  const context = contexts.dataKey(businessId, row.version, row.root_version);
  const what = `Data key ${row.version} of business ${businessId}`;
  return takeKey(unseal(root.key, context, row.wrapped, what));
}

/** Scope: tenant. */
async function newestDataKey(sql: Sql, businessId: bigint): Promise<DataKeyRow | undefined> {
  const rows = await sql.query<DataKeyRow>(
    `select version, state, wrapped, root_version from vault_keys
     where business_id = $1 order by version desc limit 1`,
    [businessId],
  );
  return rows[0];
}

/** Scope: tenant. Of several processes one wins; all read what won. */
async function insertFirstDataKey(
  sql: Sql,
  businessId: bigint,
  { version, wrapped, root_version }: WrappedDataKey,
  createdAt: Date,
): Promise<void> {
  await sql.query(
    // Born during a rotation, it counts as rotated: else a growing service would never be done.
    `insert into vault_keys
       (business_id, version, state, wrapped, root_version, rotation, created_at)
     select $1::bigint, $2::integer, 'active', $3::bytea, $4::integer, coalesce(max(number), 0),
       $5::timestamptz
     from vault_rotations where which = 'data'
     on conflict do nothing`,
    [businessId, version, wrapped, root_version, createdAt],
  );
}

/**
 * Scope: tenant. Shreds a business. The row that is left, or made, says so for ever: no new key is made
 * in its place. The rows are locked first, so that a rotation in this very moment hides no version.
 */
export async function destroyDataKeys(sql: Database, businessId: bigint, now: Date): Promise<void> {
  await sql.begin(async (tx) => {
    await tx.query(
      `insert into vault_keys
         (business_id, version, state, wrapped, root_version, rotation, created_at)
       values ($1, 1, 'destroyed', null, 0, 0, $2)
       on conflict do nothing`,
      [businessId, now],
    );
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
