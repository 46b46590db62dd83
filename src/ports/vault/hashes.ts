import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Secret } from '../../kernel/secret.ts';
import type { Keyring, NamedKey } from './keyring.ts';
import { VaultError } from './vault-error.ts';

const fingerprintBytes = 16;

/** Keyed hashes. The first byte of each is the version of its key. */
export type Hashes = {
  /**
   * Equal for equal values, and reveals nothing else about them. `context` is anything else that distinguishes the
   * value, such as the routing number of an account.
   */
  fingerprint(value: Secret, context?: string): Buffer;
  /** One for each version of the key, for looking up stored ones; the first is that of `fingerprint`. */
  fingerprints(value: Secret, context?: string): Buffer[];
  /** Compares with a stored one of any version. */
  sameFingerprint(stored: Buffer, value: Secret, context?: string): boolean;
  /** One for each version of the pepper; new API keys are stored under the first. */
  hashApiKey(key: Secret): Buffer[];
  /** Pseudorandom bytes, which are the same for the same words. */
  stream(businessId: bigint, words: string): (count: number) => Buffer;
  /** 32 bytes that never change, for numbers that must not be guessed. */
  derive(name: 'shuffle', businessId: bigint): Buffer;
};

export function createHashes(keyring: Keyring, now: () => Date): Hashes {
  return {
    fingerprint: (value, context) =>
      fingerprintWith(current(keyring.named('fingerprint')), value, context),
    fingerprints: (value, context) =>
      currentFirst(keyring.named('fingerprint')).map((key) => fingerprintWith(key, value, context)),
    sameFingerprint(stored, value, context) {
      const version = stored[0];
      const key = keyring.named('fingerprint').find((one) => one.version === version);
      if (!key) {
        // Answering "not the same" could refuse a retry, or take a known card for a new one.
        throw new VaultError('key_unknown', `Fingerprint key ${version} is not known here yet.`);
      }
      const fingerprint = fingerprintWith(key, value, context);
      return stored.length === fingerprint.length && timingSafeEqual(stored, fingerprint);
    },
    hashApiKey: (apiKey) =>
      currentFirst(keyring.named('pepper')).map((key) =>
        tagged(key, createHmac('sha256', key.key).update(apiKey.reveal()).digest()),
      ),
    stream(businessId, words) {
      const { key } = keyring.named('shuffle')[0]!;
      let block = 0;
      return (count) => {
        const blocks: Buffer[] = [];
        for (let length = 0; length < count; length += 32) {
          block += 1;
          const message = `stream\n${businessId}\n${block}\n${words}`;
          blocks.push(createHmac('sha256', key).update(message).digest());
        }
        return Buffer.concat(blocks).subarray(0, count);
      };
    },
    derive: (name, businessId) =>
      createHmac('sha256', keyring.named(name)[0]!.key).update(`${name}\n${businessId}`).digest(),
  };

  function current(keys: readonly NamedKey[]): NamedKey {
    if (keys.length === 1) return keys[0]!;
    const time = now();
    return keys.find(({ activeFrom }) => activeFrom <= time) ?? keys.at(-1)!;
  }

  function currentFirst(keys: readonly NamedKey[]): NamedKey[] {
    const first = current(keys);
    return [first, ...keys.filter((key) => key !== first)];
  }
}

export function fingerprintWith(key: NamedKey, value: Secret, context = ''): Buffer {
  // The length separates context and value, whatever they contain.
  const message = `${context.length}\n${context}${value.reveal()}`;
  const hash = createHmac('sha256', key.key).update(message).digest();
  return tagged(key, hash.subarray(0, fingerprintBytes));
}

function tagged({ version }: NamedKey, hash: Buffer): Buffer {
  const out = Buffer.allocUnsafe(1 + hash.length);
  out[0] = version;
  out.set(hash, 1);
  return out;
}
