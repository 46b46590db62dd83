/**
 * An error of the vault. The message is one sentence for an operator: it names places, key ids and businesses, never a
 * value, a key or the content of a keys file.
 */
export class VaultError extends Error {
  readonly code: VaultErrorCode;

  constructor(code: VaultErrorCode, message: string) {
    super(message);
    this.name = 'VaultError';
    this.code = code;
  }
}

export type VaultErrorCode =
  /** There is no key-encryption key, and none may be created here. */
  | 'keys_missing'
  | 'keys_unreadable'
  /** Other users can read the keys file. */
  | 'keys_exposed'
  /** The keys file lies in the data folder, and so in its backups. */
  | 'keys_misplaced'
  | 'keys_contradict'
  | 'keys_not_ours_to_make'
  /** A key is wrapped under a key-encryption key that is not available. */
  | 'key_unknown'
  | 'vault_missing'
  | 'vault_incomplete'
  /** Wrong key, altered bytes, or a row that was moved. */
  | 'does_not_open'
  | 'record_missing'
  | 'business_destroyed';
