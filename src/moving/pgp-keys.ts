import { readFile } from 'node:fs/promises';
import { decryptKey, type Key, type PrivateKey, type PublicKey, readKeys } from 'openpgp';
import { FileFlaw } from './file-flaw.ts';

/** The private key of a file; `passphrase` opens it, where it is locked. */
export async function privateKeyIn(
  file: string,
  passphrase: string | undefined,
): Promise<PrivateKey> {
  return await keyIn(file, 'the private key', async (key) => {
    if (!key.isPrivate()) throw new Error('it is a public key');
    if (key.isDecrypted()) return key;
    if (passphrase === undefined) throw new Error('it has a passphrase: name its file');
    return await decryptKey({ privateKey: key, passphrase });
  });
}

/** The receiver's public key, to encrypt for. */
export async function receiverIn(file: string): Promise<PublicKey> {
  return await keyIn(file, 'the key of the receiver', async (key) => {
    refusePrivate(key);
    await key.getEncryptionKey();
    return key;
  });
}

/** The sender's public key, whose signature is expected. */
export async function senderIn(file: string): Promise<PublicKey> {
  return await keyIn(file, 'the key of the sender', async (key) => {
    refusePrivate(key);
    await key.getSigningKey();
    return key;
  });
}

/** The fingerprint of the whole key, as people compare it, whichever part of it encrypts. */
export function fingerprintOf(key: Key): string {
  return key.getFingerprint().toUpperCase();
}

function refusePrivate(key: Key): void {
  if (key.isPrivate())
    throw new Error('it is a private key, which stays with its owner: ask for the public one');
}

async function keyIn<K>(file: string, what: string, use: (key: Key) => Promise<K>): Promise<K> {
  const bytes = await readFile(file);
  try {
    const keys = isArmored(bytes)
      ? await readKeys({ armoredKeys: bytes.toString() })
      : await readKeys({ binaryKeys: bytes });
    const [key] = keys;
    if (!key || keys.length > 1) throw new Error(`the file holds ${keys.length} keys, and not one`);
    return await use(key);
  } catch (error) {
    throw new FileFlaw(`${what} cannot be used: ${(error as Error).message}`);
  } finally {
    bytes.fill(0);
  }
}

export function isArmored(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, 16)).toString('latin1').trimStart().startsWith('-----BEGIN');
}
