import type { KeyObject } from 'node:crypto';
import type { Database, Sql } from '../../runtime/sql.ts';
import { contexts, keyBytes, nonceBytes, seal, takeKey, unseal } from './cipher.ts';
import type { KeyProvider } from './key-provider.ts';
import {
  insertNamedKey,
  insertRoot,
  type KeyName,
  keyNames,
  listNamedKeys,
  listRoots,
  type NamedKeyRow,
  type RootRow,
} from './key-store.ts';
import { VaultError } from './vault-error.ts';

export type VaultOptions = {
  readonly sql: Database;
  readonly provider: KeyProvider;
  readonly randomBytes: (count: number) => Buffer;
  readonly now: () => Date;
  /** False forbids creating a vault where there is none. */
  readonly mayBegin?: boolean;
};

export type RootKey = Pick<RootRow, 'version' | 'rotation' | 'createdAt'> & {
  readonly key: KeyObject;
};

export type NamedKey = {
  readonly version: number;
  readonly key: KeyObject;
  readonly rotation: number;
  readonly activeFrom: Date;
};

/** The unwrapped roots and named keys: the few keys that are the same for all businesses. */
export type Keyring = {
  /** Reads the present keys; returns why one that it knew before cannot be opened. */
  refresh(): Promise<VaultError | undefined>;
  activeRoot(): RootKey;
  /** Reads it from the database if this process does not have it yet. */
  root(sql: Sql, version: number): Promise<RootKey>;
  /** Every version, the newest first, also those announced for later. Never empty. */
  named(name: KeyName): readonly NamedKey[];
};

export async function openKeyring(options: VaultOptions): Promise<Keyring> {
  const { sql, provider } = options;
  const roots = new Map<number, RootKey>();
  /** The key under which each was unwrapped here. */
  const openedWith = new Map<number, string>();
  const unwrappedNames = new Map<string, KeyObject>();
  let active: RootKey | undefined;
  let named = new Map<KeyName, NamedKey[]>();

  const isEmpty = (await listRoots(sql)).length === 0;
  if (isEmpty && options.mayBegin === false) {
    throw new VaultError(
      'vault_missing',
      'There is no vault in this database yet: a start of the service, or quittance migrate, makes it.',
    );
  }
  await provider.prepare({ mayMakeKeys: isEmpty });
  if (isEmpty) await makeFirstKeys(options);
  const keyring: Keyring = {
    async refresh() {
      const flaw = await readRoots(sql);
      named = await readNamedKeys(sql);
      return flaw;
    },
    activeRoot: () => active!,
    root,
    named: (name) => named.get(name)!,
  };
  await keyring.refresh();
  return keyring;

  async function readRoots(from: Sql): Promise<VaultError | undefined> {
    let flaw: VaultError | undefined;
    for (const row of await listRoots(from)) {
      let root = roots.get(row.version);
      if (openedWith.get(row.version) !== row.kekId) {
        try {
          root = await openRoot(row);
        } catch (error) {
          // This process goes on with the keys that it has, but a new process could not start.
          if (!root || !(error instanceof VaultError)) throw error;
          flaw = error;
        }
      }
      if (row.state === 'active') active = root;
    }
    return flaw;
  }

  async function openRoot({ version, rotation, createdAt, kekId, wrapped }: RootRow) {
    const bytes = await provider.unwrap(kekId, wrapped, contexts.root(version));
    const root = { version, rotation, createdAt, key: takeKey(bytes) };
    roots.set(version, root);
    openedWith.set(version, kekId);
    return root;
  }

  async function root(from: Sql, version: number): Promise<RootKey> {
    if (!roots.has(version)) await readRoots(from);
    const found = roots.get(version);
    if (!found) {
      throw new VaultError('vault_incomplete', `Root key ${version} of the vault is not there.`);
    }
    return found;
  }

  async function readNamedKeys(from: Sql): Promise<Map<KeyName, NamedKey[]>> {
    const found = new Map<KeyName, NamedKey[]>();
    for (const row of await listNamedKeys(from)) {
      const id = `${row.name} ${row.version}`;
      const key = unwrappedNames.get(id) ?? unwrapNamedKey(await root(from, row.rootVersion), row);
      unwrappedNames.set(id, key);
      const { version, rotation, activeFrom } = row;
      found.set(row.name, [...(found.get(row.name) ?? []), { version, key, rotation, activeFrom }]);
    }
    for (const name of keyNames) {
      if (found.has(name)) continue;
      throw new VaultError('vault_incomplete', `The vault has lost its key for ${name}.`);
    }
    return found;
  }
}

/**
 * Creates the first root with the first named keys, all or none: a vault with a root but without named keys is damaged,
 * and a new fingerprint key would silently make old values differ from new ones.
 */
async function makeFirstKeys(options: VaultOptions): Promise<void> {
  const { sql, randomBytes, now } = options;
  const kekId = await options.provider.newestKeyId();
  const { row, root } = await newRoot(options, { version: 1, rotation: 0, kekId });
  const createdAt = now();
  const keys = keyNames.map((name): NamedKeyRow => {
    const about = { name, version: 1, rootVersion: 1 };
    const wrapped = wrapNamedKey(root, about, takeKey(randomBytes(keyBytes)), randomBytes);
    return {
      ...about,
      wrapped,
      state: 'active',
      rotation: 0,
      activeFrom: createdAt,
      createdAt: createdAt,
    };
  });

  await sql.begin(async (tx) => {
    if (!(await insertRoot(tx, row))) return; // Another process was faster; its keys count.
    for (const key of keys) await insertNamedKey(tx, key);
  });
}

export async function newRoot(
  { provider, randomBytes, now }: VaultOptions,
  { version, rotation, kekId }: Pick<RootRow, 'version' | 'rotation'> & { readonly kekId: string },
): Promise<{ row: RootRow; root: KeyObject }> {
  const bytes = randomBytes(keyBytes);
  const wrapped = await provider.wrap(kekId, bytes, contexts.root(version));
  const row: RootRow = {
    version,
    state: 'active',
    wrapped,
    kekId,
    rotation,
    createdAt: now(),
  };
  return { row, root: takeKey(bytes) };
}

type NamedKeyPlace = Pick<NamedKeyRow, 'name' | 'version' | 'rootVersion'>;

export function wrapNamedKey(
  root: KeyObject,
  { name, version, rootVersion }: NamedKeyPlace,
  key: KeyObject,
  randomBytes: (count: number) => Buffer,
): Buffer {
  const context = contexts.namedKey(name, version, rootVersion);
  return seal(root, randomBytes(nonceBytes), context, key.export());
}

export function unwrapNamedKey(root: RootKey, row: NamedKeyRow): KeyObject {
  const context = contexts.namedKey(row.name, row.version, row.rootVersion);
  const what = `The vault's key for ${row.name}, version ${row.version},`;
  return takeKey(unseal(root.key, context, row.wrapped, what));
}
