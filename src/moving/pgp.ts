import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { decrypt, type PrivateKey, type PublicKey, readMessage } from 'openpgp';
import type { Progress } from '../kernel/progress.ts';
import { bytesOf, sizeOf } from './file-bytes.ts';
import { FileFlaw } from './file-flaw.ts';
import { fingerprintOf, isArmored } from './pgp-keys.ts';

export type Decryption = {
  readonly key: PrivateKey;
  /** The key that must have signed it; undefined: no signature is needed. */
  readonly sender: PublicKey | undefined;
  readonly progress: Progress;
};

/**
 * The contents of an encrypted file. It is decrypted twice: the first time to its end, since only that proves that it
 * was not changed, and the second time for its rows. So a file of any size takes the same memory, and no row of a
 * changed file is used.
 */
export async function* decryptFile(file: string, how: Decryption): AsyncIterable<Uint8Array> {
  const size = await sizeOf(file);
  if (size === undefined) throw new FileFlaw('it is decrypted twice, which takes a file');
  how.progress.step('bytes decrypted to see that nobody changed them', 1, 2, size);
  for await (const _ of contentsOf(file, how));
  how.progress.step('bytes decrypted for their rows', 2, 2, size);
  yield* contentsOf(file, how);
}

async function* contentsOf(file: string, how: Decryption): AsyncIterable<Uint8Array> {
  const { key, sender, progress } = how;
  try {
    const bytes = Readable.from(bytesOf(file, progress));
    const message = (await beginsArmored(file))
      ? await readMessage({ armoredMessage: webOf<string>(bytes.setEncoding('latin1')) })
      : await readMessage({ binaryMessage: webOf<Uint8Array>(bytes) });
    const { data } = await decrypt({
      message,
      decryptionKeys: key,
      ...(sender && { verificationKeys: sender, expectSigned: true }),
      format: 'binary',
      config: { allowUnauthenticatedStream: true },
    });
    yield* data as unknown as AsyncIterable<Uint8Array>;
  } catch (error) {
    throw new FileFlaw(whyNot((error as Error).message, how));
  }
}

/** The library's error about a file, in words that name the remedy. */
function whyNot(message: string, { key, sender }: Decryption): string {
  if (/No decryption key packets found|Session key decryption failed/.test(message))
    return `it is encrypted for another key than ${fingerprintOf(key)}`;
  if (/Modification detected|Unexpected end of packet|Authentication tag mismatch/i.test(message))
    return 'it cannot be decrypted: it was changed or cut off after it was encrypted';
  if (/No encrypted data found|valid OpenPGP format|Misformed armored text/.test(message))
    return 'it is not encrypted with PGP';
  if (/No public key encrypted session key/.test(message)) return 'it is encrypted for no key';
  if (sender && /Message is not signed/.test(message))
    return `it is not signed, and has to be by ${fingerprintOf(sender)}`;
  if (sender && /signing key|signature/i.test(message))
    return `its signature is not one of ${fingerprintOf(sender)}`;
  return `it cannot be decrypted: ${message}`;
}

function webOf<Chunk>(stream: Readable): ReadableStream<Chunk> {
  return Readable.toWeb(stream) as ReadableStream<Chunk>;
}

async function beginsArmored(file: string): Promise<boolean> {
  const handle = await open(file);
  try {
    const { buffer } = await handle.read(Buffer.alloc(16), 0, 16, 0);
    return isArmored(buffer);
  } finally {
    await handle.close();
  }
}
