import { createSecretKey } from 'node:crypto';
import { nonceBytes, seal, unseal } from './cipher.ts';
import type { KeyProvider } from './key-provider.ts';
import { VaultError } from './vault-error.ts';

/** A key-encryption key in memory. Lists go from the newest to the oldest. */
export type Kek = { readonly id: string; readonly key: Buffer };

export type HeldKeysSource = { readonly place: string; read(): Promise<readonly Kek[]> };

/**
 * The common part of all providers that hand us their keys. Keys are read when they are needed, which is rare, and
 * wiped at once: between two rotations no process holds one.
 */
export function holdKeys(
  { place, read }: HeldKeysSource,
  randomBytes: (count: number) => Buffer,
): Pick<KeyProvider, 'place' | 'newestKeyId' | 'wrap' | 'unwrap'> {
  return {
    place,
    newestKeyId: () => withKeys((keys) => keys[0]!.id),
    wrap: (kekId, plain, context) =>
      withKeys((keys) => seal(find(keys, kekId), randomBytes(nonceBytes), context, plain)),
    unwrap: (kekId, wrapped, context) =>
      withKeys((keys) =>
        unseal(find(keys, kekId), context, wrapped, `What the vault keeps under the key ${kekId}`),
      ),
  };

  async function withKeys<T>(use: (keys: readonly Kek[]) => T): Promise<T> {
    const keys = await read();
    try {
      return use(keys);
    } finally {
      for (const { key } of keys) key.fill(0);
    }
  }

  function find(keys: readonly Kek[], kekId: string) {
    const found = keys.find(({ id }) => id === kekId);
    if (!found) {
      throw new VaultError(
        'key_unknown',
        `The vault in this database is locked with the key ${kekId}, which is not in ${place}: ` +
          'bring that key back. Without it nothing in the vault can be read, ' +
          'and no new keys are made over it.',
      );
    }
    return createSecretKey(found.key);
  }
}
