import { type HeldKeysSource, holdKeys } from './held-keys.ts';
import { keyCommand } from './key-command.ts';
import { type KeyFileOptions, keyFile } from './key-file.ts';
import { parseKeyWords } from './key-text.ts';
import { VaultError } from './vault-error.ts';

/**
 * Who keeps the key-encryption keys. Wraps and unwraps under a key that it knows by id, so that a key
 * service in a cloud, which never gives its keys away, fits behind it as well as a file.
 */
export type KeyProvider = {
  /** For messages: `the keys file /etc/quittance/keys.json`. */
  readonly place: string;
  /** Refuses what must not be started with; makes the first key if there is none and that is allowed. */
  prepare(options: { readonly mayMakeKeys: boolean }): Promise<void>;
  /** The key under which whatever is wrapped now should be wrapped. */
  newestKeyId(): Promise<string>;
  wrap(kekId: string, plain: Buffer, context: string): Promise<Buffer>;
  unwrap(kekId: string, wrapped: Buffer, context: string): Promise<Buffer>;
  /** Makes a key that is the newest from then on. Refused where the keys are not ours to make. */
  addKey(): Promise<string>;
};

export type KeyProviderOptions = KeyFileOptions & {
  /** Keys given directly: `id:base64` and, behind commas, older ones. */
  readonly text?: string | undefined;
  /** Prints the contents of a keys file. */
  readonly command?: string | undefined;
};

/** A command or keys given directly stand in place of the file. */
export function keyProvider(options: KeyProviderOptions): KeyProvider {
  const { text, command, randomBytes } = options;
  if (text && command) {
    throw new VaultError(
      'keys_contradict',
      'QUITTANCE_KEK and QUITTANCE_KEK_COMMAND are both set: keep one of them.',
    );
  }
  if (command) return givenKeys(keyCommand(command), randomBytes);
  if (text) {
    const place = 'QUITTANCE_KEK';
    return givenKeys({ place, read: async () => parseKeyWords(text, place) }, randomBytes);
  }
  return keyFile(options);
}

/** Keys that somebody else makes and keeps. */
function givenKeys(source: HeldKeysSource, randomBytes: (count: number) => Buffer): KeyProvider {
  return {
    ...holdKeys(source, randomBytes),
    async prepare() {
      await source.read();
    },
    async addKey() {
      throw new VaultError(
        'keys_not_ours_to_make',
        `There is no new key in ${source.place}: add one, as the newest, and rotate again.`,
      );
    },
  };
}
