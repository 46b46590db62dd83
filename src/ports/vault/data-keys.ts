import type { KeyObject } from 'node:crypto';
import type { Database, Sql } from '../../runtime/sql.ts';
import { contexts, keyBytes, nonceBytes, seal, takeKey, unseal } from './cipher.ts';
import {
  type DataKeyRow,
  insertFirstDataKey,
  newestDataKey,
  type WrappedDataKey,
} from './data-key-store.ts';
import type { Keyring, RootKey } from './keyring.ts';
import { VaultError } from './vault-error.ts';

export type DataKey = { readonly version: number; readonly key: KeyObject };

export type DataKeys = {
  /** The key that seals for this business, if this process has it. */
  known(businessId: bigint): DataKey | undefined;
  /** The same; reads or creates the key if necessary. */
  active(businessId: bigint): Promise<DataKey>;
  /** The key of a row that was just read. The row decides, not the cache: a destroyed key does not open. */
  of(sql: Sql, businessId: bigint, row: DataKeyRow): Promise<KeyObject>;
  /** Reads the sealing key from the database next time. */
  forget(businessId?: bigint): void;
};

/** Per kind; the oldest is evicted first. Reading a key again costs one index lookup. */
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
      // A read in progress may be outdated: its result is used, but not cached.
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
      await keyring.refresh(); // A new key should not be wrapped under a root that is being replaced.
      const root = keyring.activeRoot();
      await insertFirstDataKey(
        sql,
        businessId,
        newDataKey(businessId, 1, root, randomBytes),
        now(),
      );
      row = await newestDataKey(sql, businessId);
      if (!row) throw new Error(`business ${businessId} has no data key`);
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
      await keyring.root(from, row.rootVersion),
    );
    remember(unwrapped, id, key);
    return key;
  }
}

function remember<K, V>(map: Map<K, V>, key: K, value: V): void {
  const { value: oldest } = map.keys().next();
  if (map.size >= mostKept && oldest !== undefined) map.delete(oldest);
  map.set(key, value);
}

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
  return { version, rootVersion: root.version, wrapped };
}

export function unwrapDataKey(businessId: bigint, row: WrappedDataKey, root: RootKey): KeyObject {
  const context = contexts.dataKey(businessId, row.version, row.rootVersion);
  const what = `Data key ${row.version} of business ${businessId}`;
  return takeKey(unseal(root.key, context, row.wrapped, what));
}
