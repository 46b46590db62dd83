import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';

const mostAtOnce = 1024 * 1024;

/** SHA-256, in hexadecimal. */
export async function hashOfFile(file: string): Promise<string> {
  const handle = await open(file, 'r');
  try {
    return (await hashOf(handle)).sha256;
  } finally {
    await handle.close();
  }
}

/** The same with the number of bytes. Most files are small, and a stream for each costs more than its bytes. */
export async function hashOf(handle: FileHandle): Promise<{ sha256: string; size: number }> {
  const hash = createHash('sha256');
  const expected = (await handle.stat()).size;
  // One byte more than is there, so that one read shows the end.
  const piece = Buffer.allocUnsafe(Math.min(expected + 1, mostAtOnce));
  for (let size = 0; ; ) {
    const { bytesRead } = await handle.read(piece, 0, piece.length, size);
    hash.update(piece.subarray(0, bytesRead));
    size += bytesRead;
    if (bytesRead < piece.length) return { sha256: hash.digest('hex'), size };
  }
}
