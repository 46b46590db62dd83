import { spawn } from 'node:child_process';
import { type HeldKeysSource, holdKeys } from './held-keys.ts';
import { type KeyFileOptions, keyFile } from './key-file.ts';
import { parseKeyLines, parseKeyWords } from './key-text.ts';
import { VaultError } from './vault-error.ts';

/**
 * Holds the key-encryption keys. It wraps and unwraps under a key that it knows by id, so that a key service in a
 * cloud, which never reveals its keys, can implement it as well as a file.
 */
export type KeyProvider = {
  /** For messages: `the keys file /etc/quittance/keys.json`. */
  readonly place: string;
  /** Refuses keys that the service must not start with; creates the first key if there is none and that is allowed. */
  prepare(options: { readonly mayMakeKeys: boolean }): Promise<void>;
  /** The key for everything that is wrapped now. */
  newestKeyId(): Promise<string>;
  wrap(kekId: string, plain: Buffer, context: string): Promise<Buffer>;
  unwrap(kekId: string, wrapped: Buffer, context: string): Promise<Buffer>;
  /** Creates a key, which is the newest from then on. Refused if the keys are not ours to create. */
  addKey(): Promise<string>;
};

export type KeyProviderOptions = KeyFileOptions & {
  /** Keys given directly: `id:base64` and, after commas, older ones. */
  readonly text?: string | undefined;
  /** Prints the contents of a keys file. */
  readonly command?: string | undefined;
};

/** A command, or keys given directly, replace the file. */
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

/** Keys that the operator creates and keeps. */
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

const place = 'what QUITTANCE_KEK_COMMAND prints';
const timeoutMs = 30_000;

/** A command of the operator that fetches the keys. */
function keyCommand(command: string): HeldKeysSource {
  return { place, read: async () => parseKeyLines(await run(command), place) };
}

async function run(command: string): Promise<string> {
  // The command's standard error goes directly to ours, not through the log or messages of the service.
  const child = spawn(command, {
    shell: true,
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
  });
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));

  const { promise, resolve, reject } = Promise.withResolvers<number | string>();
  child.on('error', reject);
  child.on('close', (status, signal) => resolve(status ?? signal ?? 'unknown'));
  const status = await promise;
  if (status !== 0) {
    throw new VaultError(
      'keys_unreadable',
      `The command in QUITTANCE_KEK_COMMAND did not end well (${status}).`,
    );
  }
  return Buffer.concat(chunks).toString();
}
