/**
 * What the vault refuses to do. The message is one sentence for an operator: it names places, key ids
 * and businesses, never a value, a key or what a keys file or command said.
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
  /** There is no key-encryption key, and none may be made here. */
  | 'keys_missing'
  | 'keys_unreadable'
  /** Others than the service can read the keys file. */
  | 'keys_exposed'
  /** The keys file lies where its backups would lie beside those of the data. */
  | 'keys_misplaced'
  | 'keys_contradict'
  | 'keys_not_ours_to_make'
  /** Something is wrapped under a key that is not at hand. */
  | 'key_unknown'
  | 'vault_missing'
  | 'vault_incomplete'
  /** Wrong key, altered bytes, or a row that was moved. */
  | 'does_not_open'
  | 'record_missing'
  | 'business_destroyed';
