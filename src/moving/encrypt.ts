import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { createMessage, encrypt, type PrivateKey, type PublicKey } from 'openpgp';

/** Encrypts while it is written, so that a text of any size takes the same memory and is nowhere in the clear. */
export async function* encrypted(
  texts: AsyncIterable<string>,
  receiver: PublicKey,
  signer: PrivateKey | undefined,
): AsyncIterable<Uint8Array> {
  const binary = Readable.toWeb(Readable.from(bytesOf(texts))) as ReadableStream<Uint8Array>;
  yield* (await encrypt({
    message: await createMessage({ binary }),
    encryptionKeys: receiver,
    ...(signer && { signingKeys: signer }),
    format: 'binary',
  })) as unknown as AsyncIterable<Uint8Array>;
}

async function* bytesOf(texts: AsyncIterable<string>): AsyncIterable<Uint8Array> {
  for await (const text of texts) yield Buffer.from(text);
}
