import { readFile } from 'node:fs/promises';
import type { PrivateKey, PublicKey } from 'openpgp';
import { FileFlaw } from '../moving/file-flaw.ts';
import { privateKeyIn, receiverIn, senderIn } from '../moving/pgp-keys.ts';
import { FileError } from './command.ts';
import { notReadable } from './file-reasons.ts';

/** The private key that a command names, and the file of its passphrase where it has one. */
export async function ownKey(
  file: string,
  passphraseFile: string | undefined,
): Promise<PrivateKey> {
  const passphrase =
    passphraseFile &&
    (await explainFileErrors(passphraseFile, async () =>
      (await readFile(passphraseFile, 'utf8')).trim(),
    ));
  return await explainFileErrors(file, () => privateKeyIn(file, passphrase));
}

export async function keyOfReceiver(file: string): Promise<PublicKey> {
  return await explainFileErrors(file, () => receiverIn(file));
}

export async function keyOfSender(file: string): Promise<PublicKey> {
  return await explainFileErrors(file, () => senderIn(file));
}

/** Says of a file that it cannot be used, and why. */
export async function explainFileErrors<T>(file: string, use: () => Promise<T>): Promise<T> {
  try {
    return await use();
  } catch (error) {
    if (error instanceof FileFlaw) throw new FileError(`cannot use ${file}: ${error.message}`);
    const { code, syscall = '' } = (error ?? {}) as NodeJS.ErrnoException;
    const isOfFile = ['open', 'read', 'stat'].includes(syscall);
    throw isOfFile ? notReadable(file, { code }) : error;
  }
}
