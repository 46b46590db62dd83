import { lchown, mkdir, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/*
 * A command typed by root works among the files of a service that runs as somebody else. What it makes there belongs
 * to the owner of the folder it lies in: else the service could never enter it.
 */

/** A folder that only its owner can enter, with those above it that are missing. */
export async function makeFolder(path: string): Promise<void> {
  const highest = await mkdir(path, { recursive: true, mode: 0o700 });
  if (highest === undefined || !isRoot()) return;
  const first = resolve(highest);
  const made = [resolve(path)];
  while (made[0]!.length > first.length) made.unshift(dirname(made[0]!));
  for (const folder of made) await ownAlike(folder);
}

/** A file or folder that was just made. */
export async function ownAlike(path: string): Promise<void> {
  if (!isRoot()) return;
  const { uid, gid } = await stat(dirname(path));
  await lchown(path, uid, gid);
}

function isRoot(): boolean {
  return process.getuid?.() === 0;
}
