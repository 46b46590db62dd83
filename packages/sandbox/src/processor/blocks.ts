import { open } from 'node:fs/promises';

/**
 * Yields the whole lines of a part of a file, many at once as one text. Memory holds no more than one piece of the
 * file.
 */
export async function* blocks(path: string, from: number, to: number): AsyncGenerator<string> {
  await using file = await open(path, 'r');
  const chunk = Buffer.allocUnsafe(1 << 18);
  let unfinished = '';
  for (let at = from; at < to; ) {
    const { bytesRead } = await file.read(chunk, 0, Math.min(chunk.length, to - at), at);
    if (bytesRead === 0) return;
    at += bytesRead;
    const end = chunk.lastIndexOf('\n', bytesRead - 1) + 1;
    if (end > 0) yield unfinished + chunk.toString('latin1', 0, end);
    unfinished = (end > 0 ? '' : unfinished) + chunk.toString('latin1', end, bytesRead);
  }
}
