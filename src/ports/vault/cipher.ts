import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject } from 'node:crypto';
import { VaultError } from './vault-error.ts';

export const keyBytes = 32;
export const nonceBytes = 12;
const tagBytes = 16;
const algorithm = 'aes-256-gcm';

/** Nonce, ciphertext, tag. The nonce must be unique; opening requires the same context. */
export function seal(
  key: KeyObject,
  nonce: Buffer,
  context: string,
  plain: string | Buffer,
): Buffer {
  const cipher = createCipheriv(algorithm, key, nonce);
  cipher.setAAD(Buffer.from(context));
  const body = typeof plain === 'string' ? cipher.update(plain, 'utf8') : cipher.update(plain);
  cipher.final(); // Empty in this mode, but it computes the tag.
  return Buffer.concat([nonce, body, cipher.getAuthTag()]);
}

/** `what` names the value in the message of an error. */
export function unseal(key: KeyObject, context: string, sealed: Buffer, what: string): Buffer {
  if (sealed.length < nonceBytes + tagBytes) throw doesNotOpen(what);
  const nonce = sealed.subarray(0, nonceBytes);
  const body = sealed.subarray(nonceBytes, sealed.length - tagBytes);
  const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes });
  decipher.setAAD(Buffer.from(context));
  decipher.setAuthTag(sealed.subarray(sealed.length - tagBytes));
  const plain = decipher.update(body);
  try {
    decipher.final();
  } catch {
    plain.fill(0);
    throw doesNotOpen(what);
  }
  return plain;
}

/** Moves key bytes into a key object, which cannot be printed or confused with data, and wipes the copy. */
export function takeKey(bytes: Buffer): KeyObject {
  const key = createSecretKey(bytes);
  bytes.fill(0);
  return key;
}

/** The contexts of sealed values: each kind has its own form, so that a value of one kind never opens as another. */
export const contexts = {
  root: (version: number) => `quittance root key\n${version}`,
  namedKey: (name: string, version: number, rootVersion: number) =>
    `quittance named key\n${name}\n${version}\n${rootVersion}`,
  dataKey: (businessId: bigint, version: number, rootVersion: number) =>
    `quittance data key\n${businessId}\n${version}\n${rootVersion}`,
  // The length separates owner and field, whatever they contain.
  record: (businessId: bigint, owner: string, field: string, keyVersion: number) =>
    `quittance record\n${businessId}\n${keyVersion}\n${owner.length}\n${owner}\n${field}`,
};

function doesNotOpen(what: string): VaultError {
  return new VaultError(
    'does_not_open',
    `${what} does not open: its bytes or its place were altered, or the key is another one.`,
  );
}
