import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Progress } from '../kernel/progress.ts';

/** Undefined if that is not known before the end, as of a pipe. */
export async function sizeOf(file: string): Promise<number | undefined> {
  const found = await stat(file);
  return found.isFile() ? found.size : undefined;
}

/** The contents of a file; each piece counts as progress when it is asked for. */
export async function* bytesOf(
  file: string,
  progress: Pick<Progress, 'did'>,
): AsyncIterable<Uint8Array> {
  for await (const piece of createReadStream(file)) {
    progress.did(piece.length);
    yield piece;
  }
}
